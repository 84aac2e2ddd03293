import type { Instant, Seconds } from '../../schema/time.ts';
import { fires, type Schedule } from '../time/index.ts';

const day: Seconds = 86_400;

/** How far ahead is looked: a month and some days, so that every day of a month is among them. */
const lookAhead = 35 * day;
/** Fires that are looked at in one schedule: a dense one repeats itself long before. */
const lookedAtMost = 100_000;

/**
 * Returns the fire of a schedule at which most of its fires lie within `length` before it, itself among them, in the
 * coming 35 days. Undefined where it has none.
 */
export function fullestEnd(schedule: Schedule, length: Seconds, now: Instant): Instant | undefined {
  const due = soonOf(schedule, now);
  let [first, most] = [0, 0];
  let end: Instant | undefined;
  for (let last = 0; last < due.length; last++) {
    while (due[first]! < due[last]! - length) first++;
    if (last - first + 1 > most) [most, end] = [last - first + 1, due[last]!];
  }
  return end;
}

/** Jobs that have a fire open at the same instants: up to `length` after each of the schedule's fires. */
export interface OpenJobs {
  readonly schedule: Schedule;
  readonly length: Seconds;
  readonly jobs: number;
}

/** Returns the instant of the coming 35 days at which most jobs have a fire open, and how many. */
export function busiestEnd(
  groups: readonly OpenJobs[],
  now: Instant,
): { readonly at: Instant; readonly jobs: number } | undefined {
  const changes = groups.flatMap(({ schedule, length, jobs }) => stretches(schedule, length, jobs, now));
  // What closes at an instant is still open at it.
  changes.sort((a, b) => a.at - b.at || b.by - a.by);
  let [open, most] = [0, 0];
  let at: Instant | undefined;
  for (const change of changes) {
    open += change.by;
    if (open > most) [most, at] = [open, change.at];
  }
  return at === undefined ? undefined : { at, jobs: most };
}

/** Where the stretches in which a fire is open begin and end; those that touch are one. */
function stretches(
  schedule: Schedule,
  length: Seconds,
  jobs: number,
  now: Instant,
): { at: Instant; by: number }[] {
  const due = soonOf(schedule, now);
  const changes: { at: Instant; by: number }[] = [];
  for (let i = 0; i < due.length; i++) {
    if (i === 0 || due[i]! > due[i - 1]! + length) changes.push({ at: due[i]!, by: jobs });
    if (i === due.length - 1 || due[i + 1]! > due[i]! + length) {
      changes.push({ at: due[i]! + length, by: -jobs });
    }
  }
  return changes;
}

function soonOf(schedule: Schedule, now: Instant): Float64Array {
  const { scheduled, count } = fires(schedule, now, now + day);
  if (count > lookedAtMost) return scheduled.subarray(0, lookedAtMost);
  const days = count === 0 ? lookAhead : Math.min(lookAhead, Math.floor(lookedAtMost / count) * day);
  return fires(schedule, now, now + days).scheduled;
}
