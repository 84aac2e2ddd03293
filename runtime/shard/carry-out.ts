import { type Because, type Decision, type FireKey, fireName } from '../../compiler/index.ts';
import type { FireRow, RunRecord } from '../ledger/index.ts';
import { stretchMost } from '../ledger/index.ts';
import { certainText, decisionText } from './decision-text.ts';
import type { Job } from './in-force.ts';
import { type OpenState, type RunRow, type RunState, runState } from './live.ts';
import type { CertainStretch } from './unseen-fires.ts';
import {
  added,
  count,
  deliveryOf,
  edit,
  endRun,
  findRun,
  put,
  type TenantWork,
  targetFor,
  type Work,
  writeRun,
} from './work.ts';

/** Carries out decisions: rows, deliveries, cancels, and what is open and going on from now on. */
export function carryOut(work: Work, own: TenantWork, decisions: readonly Decision[]): void {
  const isRenamed = own.notes.renamed.size > 0;
  const fates = new Map<string, Fate[]>();
  for (const decision of decisions) {
    work.said.push(decisionText(own.tenant.name, decision));
    switch (decision.kind) {
      case 'fate': {
        const { job } = decision.fire;
        const state = takeOut(own, decision.fire);
        count(work, decision.cause);
        const fate = { state, decision: isRenamed ? withNames(own, decision) : decision };
        const known = fates.get(job);
        if (known) known.push(fate);
        else fates.set(job, [fate]);
        break;
      }
      case 'wait':
        keepOpen(work, own, isRenamed ? withNames(own, decision) : decision);
        break;
      case 'dispatch': {
        const state = takeOut(own, decision.fire);
        const live = edit(own, decision.fire.job);
        live.runs = added(live.runs, [dispatch(work, own, state, decision)]);
        break;
      }
      case 'backfill-ends':
        break;
      default:
        settleRun(work, own, decision);
    }
  }
  for (const some of fates.values()) writeFates(work, own, some);
}

interface Fate {
  readonly state: OpenState;
  readonly decision: Decision & { readonly kind: 'fate' };
}

/** Decisions on one job come oldest first, mostly, so that the fire is found at once. */
function takeOut(own: TenantWork, { job, scheduled }: FireKey): OpenState {
  const live = edit(own, job);
  const { fires } = live;
  const index = fires.findIndex(({ fire }) => fire.scheduled === scheduled);
  live.fires = fires.length === 1 ? [] : index === 0 ? fires.slice(1) : fires.toSpliced(index, 1);
  return fires[index]!;
}

function keepOpen(work: Work, own: TenantWork, decision: Decision & { readonly kind: 'wait' }): void {
  const { cause, because, window } = decision;
  const live = edit(own, decision.fire.job);
  const { fires } = live;
  const index = fires.findIndex(({ fire }) => fire.scheduled === decision.fire.scheduled);
  const state = fires[index]!;
  const fire = { ...state.fire, waiting: cause, ...(window && { window }) };
  const body = {
    window: fire.window,
    createdBy: state.createdBy,
    decidedBy: own.inForce.revision,
    decided: work.now,
    cause,
    because,
  };
  const row = rowOf(work, own, state, { state: 'open', hole: false, body });
  live.fires = fires.with(index, { ...state, fire, row });
  count(work, cause);
  put(work, state.cell, row);
}

function dispatch(
  work: Work,
  own: TenantWork,
  state: OpenState,
  { run: decided, ends }: Decision & { readonly kind: 'dispatch' },
): RunState {
  const job = state.row?.job ?? decided.job;
  // The run was made for this decision: nobody else holds it, and a copy of each would cost more than all the rest.
  const run = (
    job === decided.job ? decided : { ...decided, job, id: fireName({ job, scheduled: decided.scheduled }) }
  ) as { -readonly [Key in keyof RunRecord]: RunRecord[Key] };
  if (ends) run.ends = true;
  if (run.lostAt !== undefined) run.lostAfter = run.lostAt - work.now;
  run.attempts = [{ number: run.attempt.number, sentAt: work.now }];
  const body = {
    window: run.window,
    createdBy: state.createdBy,
    decidedBy: own.inForce.revision,
    decided: work.now,
    run,
  };
  const row = rowOf(work, own, state, { state: 'going', hole: false, body }) as RunRow;
  put(work, state.cell, row);
  count(work, 'dispatched');
  const going = runState(row, state.fire.job, state.cell);
  const delivery = deliveryOf(own, going);
  if (delivery) work.deliveries.push(delivery);
  return going;
}

/** Carries out what was decided about a run going on. */
function settleRun(
  work: Work,
  own: TenantWork,
  decision: Decision & { readonly kind: 'cancel' | 'run-ends' | 'attempt' },
): void {
  const state = findRun(own, decision.run)!;
  switch (decision.kind) {
    case 'cancel': {
      const { row, run } = writeRun(work, own, state, { cancelAsked: true });
      const target = targetFor(own, run.job);
      const { replacedBy } = decision;
      if (target) work.cancels.push({ tenant: own.tenant.name, run: row.body.run, target, replacedBy });
      break;
    }
    case 'run-ends':
      endRun(work, own, state, decision.outcome);
      break;
    case 'attempt': {
      const { number } = decision;
      const attempts = [...state.row.body.run.attempts, { number, sentAt: work.now }];
      const sent = writeRun(work, own, state, { attempt: { number, state: 'sent' }, attempts });
      const delivery = deliveryOf(own, sent);
      if (delivery) work.deliveries.push(delivery);
      break;
    }
  }
}

/** Writes the fates of one job's fires; consecutive ones with the same as stretches, if they have no rows yet. */
function writeFates(work: Work, own: TenantWork, fates: Fate[]): void {
  if (fates.length > 1) fates.sort((a, b) => a.state.fire.scheduled - b.state.fire.scheduled);
  for (let from = 0; from < fates.length; ) {
    const { state, decision } = fates[from]!;
    let until = from + 1;
    if (state.cell.was === undefined) {
      while (until < fates.length && continues(fates[from]!, fates[until - 1]!, fates[until]!)) until++;
    }
    const last = fates[until - 1]!.state.fire;
    const { cause, because } = decision;
    const body = {
      window: until - from === 1 ? state.fire.window : { from: state.fire.window.from, to: last.window.to },
      createdBy: state.createdBy,
      decidedBy: own.inForce.revision,
      decided: work.now,
      cause,
      because,
    };
    const row = rowOf(work, own, state, { state: 'over', hole: true, body });
    put(work, state.cell, { ...row, last: last.scheduled, count: until - from });
    from = until;
  }
}

/** Whether a fate goes on with a stretch: the next fire of the job, with the same fate for the same reason. */
function continues(first: Fate, previous: Fate, next: Fate): boolean {
  return (
    next.state.cell.was === undefined &&
    next.state.fire.window.from === previous.state.fire.scheduled &&
    next.state.fire.scheduled - first.state.fire.scheduled < stretchMost &&
    next.decision.cause === first.decision.cause &&
    next.state.createdBy === first.state.createdBy &&
    sameReason(next.decision.because, first.decision.because)
  );
}

function sameReason({ due: _, ...a }: Because, { due: __, ...b }: Because): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** Writes a stretch of fires whose fate was certain before anybody decided. */
export function carryOutCertain(work: Work, own: TenantWork, job: Job, stretch: CertainStretch): void {
  const { fates, scheduled, windowFrom } = stretch;
  const { cause, because } = fates;
  const { spread } = job.cohort;
  work.said.push(certainText(own.tenant.name, job.name, stretch));
  count(work, cause, fates.until - fates.from);
  for (let from = fates.from; from < fates.until; ) {
    const first = scheduled[from]!;
    let until = from + 1;
    while (until < fates.until && scheduled[until]! - first < stretchMost) until++;
    const last = scheduled[until - 1]!;
    const due = first + spread;
    put(
      work,
      { was: undefined },
      {
        tenant: own.tenant.name,
        job: job.name,
        scheduled: first,
        order: '',
        last,
        count: until - from,
        due,
        state: 'over',
        hole: true,
        seq: work.seq,
        body: {
          window: { from: from === fates.from ? windowFrom : scheduled[from - 1]!, to: last },
          createdBy: own.inForce.revision,
          decidedBy: own.inForce.revision,
          decided: work.now,
          cause,
          because: { ...because, due },
        },
      },
    );
    from = until;
  }
}

function rowOf(
  work: Work,
  own: TenantWork,
  { fire, row }: OpenState,
  { state, hole, body }: Pick<FireRow, 'state' | 'hole' | 'body'>,
): FireRow {
  return {
    tenant: own.tenant.name,
    job: row?.job ?? fire.job,
    scheduled: fire.scheduled,
    order: '',
    last: fire.scheduled,
    count: 1,
    due: fire.due,
    state,
    hole,
    seq: work.seq,
    body,
  };
}

/** Of renamed jobs, fires up to the renaming are named as the ledger names them. */
function withNames<T extends Decision & { readonly because: Because }>(own: TenantWork, decision: T): T {
  const named = (key: FireKey): FireKey => {
    for (const [old, { to, upTo }] of own.notes.renamed) {
      if (to === key.job && key.scheduled <= upTo) return { ...key, job: old };
    }
    return key;
  };
  const { blocker, into } = decision.because;
  const because = {
    ...decision.because,
    ...(blocker && { blocker: { ...blocker, fire: named(blocker.fire) } }),
    ...(into && { into: named(into) }),
  };
  return { ...decision, because };
}
