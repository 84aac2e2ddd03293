import type { Instant } from '../../schema/time.ts';
import { filterFires, noFires } from './fire-list.ts';
import { plannedFires } from './planned-fires.ts';
import type { Fires, Schedule } from './schedule.ts';

/**
 * Enumerates a schedule's fires in `[from, until)`: the one function that plan and runtime call.
 *
 * `fires(a, c)` is `fires(a, b)` followed by `fires(b, c)`. Nothing fires before 1970 or `start`, nor from `end` or the
 * end of the zone's table on. Instants are those before `spread`.
 *
 * Costs a few nanoseconds a fire and 16 bytes. Throws a RangeError where the range has more than `FIRES_MAX` fires
 * (20 million): callers go through longer ranges in pieces.
 */
export function fires(schedule: Schedule, from: Instant, until: Instant): Fires {
  const low = Math.max(Math.ceil(from), schedule.from);
  const high = Math.min(Math.ceil(until), schedule.until);
  if (!(low < high)) return noFires();
  const planned = plannedFires(schedule, low, high);
  const { skips, meaning } = schedule;
  const pause = meaning.pause?.fires === 'skip' ? meaning.pause : undefined;
  if (planned.count === 0 || (skips.size === 0 && pause === undefined)) return planned;
  return filterFires(
    planned,
    (at) => !skips.has(at) && (pause === undefined || at < pause.from || at >= pause.until),
  );
}
