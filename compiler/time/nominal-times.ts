import type { WallTime } from '../../schema/time.ts';
import { DAY, dayOf } from './civil-date.ts';
import { lowerBound } from './lower-bound.ts';

/**
 * The nominal wall times of a stream, as the product that they are: every time of day on every date.
 * Numbered from 0 in ascending order, without being written out.
 */
export interface NominalTimes {
  readonly dates: Int32Array;
  readonly times: Int32Array;
}

/** Returns the number of the first nominal time at or past a wall time. */
export function numberAt({ dates, times }: NominalTimes, wall: WallTime): number {
  const date = dayOf(wall);
  const index = lowerBound(dates, date);
  const before = index * times.length;
  return dates[index] === date ? before + lowerBound(times, wall - date * DAY) : before;
}

/** Returns a nominal time by its number. */
export function nominalAt({ dates, times }: NominalTimes, number: number): WallTime {
  const index = Math.floor(number / times.length);
  return dates[index]! * DAY + times[number - index * times.length]!;
}
