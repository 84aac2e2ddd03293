import type { Instant, Seconds } from '../../schema/time.ts';
import { fires, type Schedule } from '../time/index.ts';

const day: Seconds = 86_400;

/** How far ahead is looked: a month and some days, so that every day of a month is among them. */
const lookAhead = 35 * day;
/** Fires that are looked at in one schedule: a dense one repeats itself long before. */
const lookedAtMost = 100_000;

/** Returns the fires of the coming 35 days; of a dense schedule those of fewer. */
export function soonOf(schedule: Schedule, now: Instant): Float64Array {
  const { scheduled, count } = fires(schedule, now, now + day);
  if (count > lookedAtMost) return scheduled.subarray(0, lookedAtMost);
  const days = count === 0 ? lookAhead : Math.min(lookAhead, Math.floor(lookedAtMost / count) * day);
  const soon = fires(schedule, now, now + days);
  return soon.scheduled.subarray(0, soon.count);
}

/**
 * Returns the fire at which most fires lie within `length` before it, itself among them. Undefined where there is none.
 */
export function fullestEnd(due: Float64Array, length: Seconds): Instant | undefined {
  let [first, most] = [0, 0];
  let end: Instant | undefined;
  for (let last = 0; last < due.length; last++) {
    while (due[first]! < due[last]! - length) first++;
    if (last - first + 1 > most) [most, end] = [last - first + 1, due[last]!];
  }
  return end;
}

/** Jobs that have a fire open at the same instants: up to `length` after each of their fires. */
export interface OpenJobs {
  readonly due: Float64Array;
  readonly length: Seconds;
  readonly jobs: number;
}

/** Returns the instant at which most jobs have a fire open, and how many. */
export function busiestEnd(
  groups: readonly OpenJobs[],
): { readonly at: Instant; readonly jobs: number } | undefined {
  const changes = groups.flatMap(stretches);
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
function stretches({ due, length, jobs }: OpenJobs): { at: Instant; by: number }[] {
  const changes: { at: Instant; by: number }[] = [];
  for (let i = 0; i < due.length; i++) {
    if (i === 0 || due[i]! > due[i - 1]! + length) changes.push({ at: due[i]!, by: jobs });
    if (i === due.length - 1 || due[i + 1]! > due[i]! + length) {
      changes.push({ at: due[i]! + length, by: -jobs });
    }
  }
  return changes;
}
