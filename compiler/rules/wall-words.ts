import type { WallTime } from '../../schema/time.ts';
import { formatDate, formatWall } from '../manifest/index.ts';
import { dayOf } from '../time/index.ts';
import { listWords } from './list-words.ts';

/** The clock times of one date. */
export interface DatedWalls {
  readonly date: string;
  /** Clock times: `02:30`. */
  readonly times: readonly string[];
}

/** Sorts wall times by their dates, both ascending and without repeats. */
export function datedWalls(walls: Iterable<WallTime>): readonly DatedWalls[] {
  const dates = new Map<string, string[]>();
  for (const wall of [...new Set(walls)].sort((a, b) => a - b)) {
    const date = formatDate(dayOf(wall));
    dates.set(date, [...(dates.get(date) ?? []), formatWall(wall).slice(11)]);
  }
  return [...dates].map(([date, times]) => ({ date, times }));
}

/**
 * Says of wall times that something is so: `02:30 does not exist on 2027-03-28 in Europe/Berlin`, with the
 * other dates behind it. `verbs` are the forms for one time and for several.
 */
export function sayOfWalls(
  dated: readonly DatedWalls[],
  verbs: readonly [string, string],
  zone: string,
): string {
  const [first, ...others] = dated;
  if (!first) return '';
  const verb = first.times.length === 1 ? verbs[0] : verbs[1];
  const also = others.length > 0 ? `, and the like on ${listWords(others.map(({ date }) => date))}` : '';
  return `${listWords(first.times)} ${verb} on ${first.date} in ${zone}${also}`;
}
