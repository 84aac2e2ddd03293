import type { Instant } from '../../schema/time.ts';
import { advance, type Decision, decide, nextInstant, type Run, type TenantState } from '../decide/index.ts';
import { type Course, type GoingRun, lastsOf, type OpenedFire, openedKey, shiftCourse } from './course.ts';
import { environmentOf } from './environment.ts';
import type { EventSink, SimulationEvent } from './events.ts';
import { fireSources, type TakenFire } from './fire-sources.ts';
import type { Part } from './part.ts';
import { repetitions } from './repetition.ts';

const day = 86_400;

/** How long a piece of time is enumerated at once: 40 days for one job, a day for many, so that memory is bounded. */
const pieceDays = 40;

export interface RunOptions {
  /** Decides at every instant, without looking for what comes again. The same fates, slowly. */
  readonly stepByStep?: boolean;
}

/**
 * Simulates one part of a timeline by `decide` alone, at each due, end of run and deadline and wherever anything
 * changes from outside, and tells a sink what comes about. Returns how often `decide` was called.
 */
export function runPart(part: Part, sink: EventSink, { stepByStep = false }: RunOptions = {}): number {
  const { from, until, applies } = part;
  const environment = environmentOf(part);
  const sources = fireSources(part.jobs);
  const memory = repetitions();
  let { jobs, caps } = part;
  let inForce = environment.inForce(jobs, caps, from);
  let state: TenantState = {
    ...inForce,
    fires: [],
    backfills: [],
    runs: [],
    minute: { start: 0, scheduled: 0, backfill: 0 },
  };
  let opened = new Map<string, OpenedFire>();
  let going = new Map<string, GoingRun>();
  let [nextApply, nextBoundary, pieceEnd, calls] = [0, 0, from, 0];

  const tell = (event: SimulationEvent) => {
    sink.add(event);
    memory.note(event);
  };
  const enter = (now: Instant) => {
    let isChanged = false;
    if (pieceEnd <= now) {
      const length = Math.max(1, Math.floor(pieceDays / Math.max(1, sources.list.length))) * day;
      const begin = pieceEnd;
      pieceEnd = Math.min(until, Math.max(pieceEnd, now) + length);
      sources.enumerate(begin, pieceEnd);
      memory.forget();
    }
    for (; nextApply < applies.length && applies[nextApply]!.at <= now; nextApply++) {
      const apply = applies[nextApply]!;
      open(sources.takeDue(now));
      open(sources.takeScheduled(now), 'waiting.spread');
      ({ jobs, caps } = apply);
      sources.replace(jobs, now);
      sources.enumerate(now + 1, pieceEnd);
    }
    const { boundaries } = environment;
    for (; nextBoundary < boundaries.length && boundaries[nextBoundary]! <= now; nextBoundary++)
      isChanged = true;
    if (!isChanged) return;
    inForce = environment.inForce(jobs, caps, now);
    state = { ...state, ...inForce };
    memory.forget();
  };
  const open = (taken: readonly TakenFire[], waiting?: 'waiting.spread') => {
    if (taken.length === 0) return;
    for (const { ref } of taken) opened.set(openedKey(ref), { ref });
    const fires = taken.map(({ fire }) => (waiting ? { ...fire, waiting } : fire));
    state = { ...state, fires: [...state.fires, ...fires] };
  };
  /** Takes in the ends of runs that are known by now. */
  const hear = (now: Instant): boolean => {
    const ended = [...going].filter(([, { endsAt }]) => endsAt <= now);
    if (ended.length === 0) return false;
    for (const [id, { ref, endsAt, outcome }] of ended) {
      going.delete(id);
      tell({ kind: 'run-ended', fire: ref, at: endsAt, outcome });
    }
    const gone = new Set(ended.map(([id]) => id));
    state = { ...state, runs: state.runs.filter(({ id }) => !gone.has(id)) };
    return true;
  };
  const dispatch = (run: Run, ends: boolean, now: Instant) => {
    const key = openedKey(run);
    const { ref } = opened.get(key)!;
    opened.delete(key);
    tell({ kind: 'dispatched', fire: ref, at: now, window: run.window });
    if (ends) return tell({ kind: 'run-ended', fire: ref, at: now, outcome: 'delivered' });
    const job = jobs[run.job]!;
    const endsAt = now + lastsOf(job, run.scheduled);
    going.set(run.id, { ref, endsAt, outcome: 'succeeded', cancelTakes: job.cancelTakes ?? 0 });
  };
  const carryOut = (decision: Decision, now: Instant) => {
    switch (decision.kind) {
      case 'dispatch':
        dispatch(decision.run, decision.ends, now);
        break;
      case 'fate': {
        const { cause, because } = decision;
        const key = openedKey(decision.fire);
        tell({ kind: 'ended', fire: opened.get(key)!.ref, at: now, cause, because });
        opened.delete(key);
        break;
      }
      case 'wait': {
        const { cause, because } = decision;
        const key = openedKey(decision.fire);
        opened.set(key, { ref: opened.get(key)!.ref, wait: { cause, because } });
        break;
      }
      case 'cancel': {
        const run = going.get(decision.run)!;
        const endsAt = now + run.cancelTakes;
        if (endsAt < run.endsAt) going.set(decision.run, { ...run, endsAt, outcome: 'cancelled' });
        break;
      }
      case 'run-ends': {
        const { ref } = going.get(decision.run)!;
        going.delete(decision.run);
        tell({ kind: 'run-ended', fire: ref, at: now, outcome: decision.outcome });
        break;
      }
    }
  };

  for (let now = from; now < until; ) {
    const outage = environment.outageAt(now);
    if (outage) {
      now = outage.until;
      continue;
    }
    enter(now);
    hear(now);
    if (sources.nextDue() <= now) {
      const course: Course = { state, jobs, opened, going };
      const limit = Math.min(pieceEnd, environment.boundaries[nextBoundary] ?? until);
      const again = stepByStep ? undefined : memory.find(course, sources, limit, now);
      if (again) {
        const { block, step, times } = again;
        sink.repeat(block, step, times);
        const moved = shiftCourse(course, times * step.seconds, (job) => times * step.firesOf(job));
        state = moved.state;
        opened = new Map(moved.opened);
        going = new Map(moved.going);
        now += times * step.seconds;
        continue;
      }
      open(sources.takeDue(now));
    }
    do {
      const decisions = decide(state, now);
      calls++;
      if (decisions.length === 0) break;
      state = advance(state, decisions, now);
      for (const decision of decisions) carryOut(decision, now);
    } while (hear(now));

    let next = Math.min(until, pieceEnd, sources.nextDue(), environment.boundaries[nextBoundary] ?? until);
    for (const { endsAt } of going.values()) next = Math.min(next, endsAt);
    now = Math.min(next, nextInstant(state, now) ?? until);
  }
  hear(until);
  open(sources.takeScheduled(until));
  for (const { ref, wait } of opened.values()) {
    sink.add(
      wait ? { kind: 'waiting', fire: ref, at: until, ...wait } : { kind: 'undecided', fire: ref, at: until },
    );
  }
  return calls;
}
