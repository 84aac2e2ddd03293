import type { Instant, Seconds } from '../../schema/time.ts';
import { DAY } from './civil-date.ts';
import { fires } from './fires.ts';
import type { Schedule } from './schedule.ts';

/** Keeps memory bounded: a month of fires every second is 40 MB. */
const PIECE = 30 * DAY;

/**
 * Returns the shortest elapsed time between consecutive fires in `[from, until)`; undefined with fewer than two.
 * Goes through the range in pieces of 30 days, and stops early at 1 second, the shortest there is.
 */
export function smallestSpacing(schedule: Schedule, from: Instant, until: Instant): Seconds | undefined {
  const end = Math.min(until, schedule.until);
  let smallest = Number.POSITIVE_INFINITY;
  let last = Number.NEGATIVE_INFINITY;
  for (let low = Math.max(from, schedule.from); low < end && smallest > 1; low += PIECE) {
    const { count, scheduled } = fires(schedule, low, Math.min(low + PIECE, end));
    for (let i = 0; i < count; i++) {
      const at = scheduled[i]!;
      if (at - last < smallest) smallest = at - last;
      last = at;
    }
  }
  return Number.isFinite(smallest) ? smallest : undefined;
}
