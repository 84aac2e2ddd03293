import { fires, nextFire, previousFire, runWindow, type Schedule } from '../../compiler/index.ts';
import type { Instant, Seconds } from '../../schema/time.ts';
import type { Timed } from './heap.ts';
import type { Job } from './in-force.ts';

/**
 * The jobs that share one schedule and one place in its spread, of any tenant: they fall due together, and their fires
 * are enumerated once. In the heap by their next due.
 */
export interface Cohort extends Timed {
  readonly key: string;
  /** A schedule that could not be compiled is an error, which is thrown by whoever enumerates it. */
  readonly schedule: Schedule | Error;
  readonly spread: Seconds;
  readonly members: Job[];
  /** The pass that was enumerated last, so that a pass of several parts is enumerated once. */
  pass?: CohortPass;
}

/** What a cohort gives in one pass. */
export interface CohortPass {
  readonly after: Instant;
  readonly until: Instant;
  /** Due in `(after, until]`. */
  readonly scheduled: Float64Array;
  /** The fire before them, and where the first one's window begins if nothing else is known. */
  readonly previous: Instant | undefined;
  readonly beginning: Instant;
}

/** Enumerates what is due in `(after, until]`. Throws what a broken schedule throws. */
export function passOf(cohort: Cohort, after: Instant, until: Instant): CohortPass {
  const known = cohort.pass;
  if (known && known.after === after && known.until === until) return known;
  const schedule = scheduleOf(cohort);
  const { spread } = cohort;
  const { count, scheduled } = fires(schedule, after - spread + 1, until - spread + 1);
  const own = scheduled.length === count ? scheduled : scheduled.slice(0, count);
  const first = own[0];
  const last = known && known.until === after ? (known.scheduled.at(-1) ?? known.previous) : undefined;
  const previous = first === undefined ? last : (last ?? previousFire(schedule, first));
  const beginning = first === undefined ? until : (previous ?? runWindow(schedule, first).from);
  const pass = { after, until, scheduled: own, previous, beginning };
  cohort.pass = pass;
  return pass;
}

/** Returns the next due after an instant; Infinity where there is none. Throws what a broken schedule throws. */
export function nextDue(cohort: Cohort, after: Instant): Instant {
  const next = nextFire(scheduleOf(cohort), after - cohort.spread);
  return next === undefined ? Number.POSITIVE_INFINITY : next + cohort.spread;
}

function scheduleOf({ schedule }: Cohort): Schedule {
  if (schedule instanceof Error) throw schedule;
  return schedule;
}

export function join(cohort: Cohort, job: Job): void {
  job.place = cohort.members.length;
  cohort.members.push(job);
}

export function leave(cohort: Cohort, job: Job): void {
  const last = cohort.members.pop()!;
  if (last === job) return;
  cohort.members[job.place] = last;
  last.place = job.place;
}
