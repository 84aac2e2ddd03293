import {
  type Decision,
  decide,
  type JobRules,
  minuteOf,
  type OpenFire,
  type Run,
  type TenantState,
} from '../../compiler/index.ts';
import { carryOut, carryOutCertain } from './carry-out.ts';
import { holdsNow, rulesNow } from './rules-now.ts';
import { whole } from './shard-state.ts';
import type { JobPart } from './unseen-fires.ts';
import {
  added,
  edit,
  findRun,
  jobOf,
  liveJobs,
  liveOf,
  note,
  noteDecided,
  type TenantWork,
  touch,
  type Work,
} from './work.ts';

/** Jobs that threw; the draft is made again with them quarantined. */
export class JobsThrew extends Error {
  readonly jobs: readonly { readonly tenant: string; readonly job: string; readonly error: string }[];

  constructor(jobs: JobsThrew['jobs']) {
    super(jobs.map(({ tenant, job, error }) => `${tenant}/${job}: ${error}`).join('; '));
    this.jobs = jobs;
  }
}

/** What of a tenant is decided together. */
export interface TenantPart {
  /** Jobs to be decided, by name; `whole`: all that have anything open or going on. */
  readonly units: ReadonlySet<string>;
  /** Jobs with fires that are seen for the first time. */
  readonly parts: readonly JobPart[];
  /** Of decisions that concern other jobs, so many are carried out in one entry; what is left is touched again. */
  readonly othersMost: number;
}

/**
 * Decides what a tenant, or some of its jobs, comes to, and carries it out. In a tenant with caps all open fires and
 * runs are before `decide`, in others those of the jobs concerned: jobs that share no cap are independent, which is a
 * law of `decide`.
 */
export function decideTenant(work: Work, own: TenantWork, { units, parts, othersMost }: TenantPart): void {
  const seen: string[] = [];
  for (const { job, certain, fires } of parts) {
    for (const stretch of certain) carryOutCertain(work, own, job, stretch);
    if (fires.length === 0) continue;
    seen.push(job.name);
    const live = edit(own, job.name);
    live.fires = added(live.fires, fires);
  }
  const isWhole = own.inForce.isCapped;
  const must = new Set(seen);
  const names = isWhole ? liveJobs(own) : [...seen, ...[...units].filter((unit) => !must.has(unit))];
  noteDecided(work, own.tenant, isWhole ? [whole] : names);
  const { state, posts } = stateOf(own, names, work.now);
  const settled = settlePosts(state, posts, work.now);
  const decisions = [...decideOrBlame(own, state, work.now), ...settled];
  const left = leaveOver(work, own, decisions, must, othersMost);
  const isHeld =
    isWhole && decisions.some((one) => one.kind === 'run-ends' && left.has(jobOfDecision(own, one)));
  // What such a run holds is not free in this entry for the fires of others.
  const again = isHeld ? [...decideOrBlame(own, holding(state, left), work.now), ...settled] : decisions;
  const chosen = left.size === 0 ? again : again.filter((one) => !left.has(jobOfDecision(own, one)));
  carryOut(work, own, chosen);
  countMinute(work, own, chosen);
}

/** The state as it is while no run of some jobs ends. */
function holding(state: TenantState, jobs: ReadonlySet<string>): TenantState {
  const hold = ({ lostAt: _, ...run }: Run): Run => ({
    ...run,
    attempt: { number: run.attempt.number, state: 'sent' },
  });
  return { ...state, runs: state.runs.map((run) => (jobs.has(run.job) ? hold(run) : run)) };
}

/** Runs whose end nobody can tell are in nobody's way: only their attempts are looked after. */
function settlePosts(state: TenantState, posts: readonly Run[], now: number): readonly Decision[] {
  if (!posts.some(({ attempt }) => attempt.state === 'failed')) return [];
  return decide({ ...state, fires: [], runs: posts }, now);
}

/** What `decide` is shown of some jobs, and their runs whose end nobody can tell, which it is not. */
export function stateOf(
  own: TenantWork,
  names: readonly string[],
  now: number,
): { readonly state: TenantState; readonly posts: readonly Run[] } {
  const fires: OpenFire[] = [];
  const runs: Run[] = [];
  const posts: Run[] = [];
  // Names are text of tenants: `constructor` is a job like any other.
  const jobs: Record<string, JobRules> = Object.create(null);
  const { inForce, notes } = own;
  for (const name of names) {
    const live = liveOf(own, name);
    for (const { fire } of live.fires) fires.push(fire);
    for (const { run, row } of live.runs) (row.body.run.ends ? posts : runs).push(run);
    const job = jobOf(own, name);
    if (job) jobs[name] = rulesNow(job, notes);
  }
  const minute = notes.minute ?? { start: 0, scheduled: 0, backfill: 0 };
  const state = { jobs, fires, backfills: [], runs, caps: inForce.caps, holds: holdsNow(notes, now), minute };
  return { state, posts };
}

/** The dispatches of a minute are remembered where a rate is declared; elsewhere nobody asks. */
function countMinute(work: Work, own: TenantWork, decisions: readonly Decision[]): void {
  const { scheduled, backfill } = own.inForce.caps;
  if (scheduled.maxPerMinute === undefined && backfill.maxPerMinute === undefined) return;
  const dispatched = decisions.reduce((sum, { kind }) => sum + (kind === 'dispatch' ? 1 : 0), 0);
  if (dispatched === 0) return;
  const start = minuteOf(work.now);
  const { minute } = own.notes;
  const before = minute?.start === start ? minute.scheduled : 0;
  note(own, { minute: { start, scheduled: before + dispatched, backfill: 0 } });
}

/**
 * Chooses jobs whose decisions are left to the next entry, and touches them: none of those in `must`, and of the others
 * what does not fit. Carried out or not, jobs are taken whole: then deciding again decides what is left, and gives slots
 * to the same.
 */
function leaveOver(
  work: Work,
  own: TenantWork,
  decisions: readonly Decision[],
  must: ReadonlySet<string>,
  othersMost: number,
): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const decision of decisions) {
    const job = jobOfDecision(own, decision);
    if (!must.has(job)) counts.set(job, (counts.get(job) ?? 0) + 1);
  }
  const left = new Set<string>();
  for (const [job, times] of counts) {
    if (work.others > 0 && work.others + times > othersMost) left.add(job);
    else work.others += times;
  }
  for (const job of left) touch(work, own.tenant, job);
  return left;
}

function jobOfDecision(own: TenantWork, decision: Decision): string {
  return decision.kind === 'dispatch' || 'fire' in decision
    ? decision.fire.job
    : findRun(own, decision.run)!.run.job;
}

/** Decides; where that throws, finds out which jobs throw by themselves. */
function decideOrBlame(own: TenantWork, state: TenantState, now: number): readonly Decision[] {
  try {
    return decide(state, now);
  } catch (error) {
    const blamed = new Map<string, string>();
    for (const job of new Set([...state.fires, ...state.runs].map((one) => one.job))) {
      const alone = {
        ...state,
        fires: state.fires.filter((fire) => fire.job === job),
        runs: state.runs.filter((run) => run.job === job),
      };
      try {
        decide(alone, now);
      } catch (own) {
        blamed.set(job, textOf(own));
      }
    }
    if (blamed.size === 0) throw error;
    const fresh = [...blamed].filter(([job]) => !own.notes.quarantines.has(job));
    if (fresh.length > 0) {
      throw new JobsThrew(fresh.map(([job, text]) => ({ tenant: own.tenant.name, job, error: text })));
    }
    // They throw though quarantined: their fires stay open, undecided.
    const rest = {
      ...state,
      fires: state.fires.filter(({ job }) => !blamed.has(job)),
      runs: state.runs.filter(({ job }) => !blamed.has(job)),
    };
    const waits = state.fires.filter(({ job, waiting }) => blamed.has(job) && waiting === undefined);
    return [...decideOrBlame(own, rest, now), ...waits.map((fire) => quarantined(fire, now))];
  }
}

function quarantined({ job, scheduled, due }: OpenFire, now: number): Decision {
  return {
    kind: 'wait',
    fire: { job, scheduled },
    cause: 'waiting.hold',
    because: { due, decided: now, pause: { reason: 'quarantined' } },
  };
}

export function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
