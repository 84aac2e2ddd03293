import { dayOf } from './civil-date.ts';
import { nextFire } from './next-fire.ts';
import type { Schedule } from './schedule.ts';
import { nextDate } from './stream-dates.ts';

/** The Gregorian calendar repeats, weekdays included, after 400 years. */
const CYCLE_DAYS = 146_097;

/**
 * Tells whether a schedule has no fire at all, past ones included.
 *
 * Expressions are searched by date 400 years past the end of the zone's table, where there is no clock to ask: a date
 * that comes then counts. True of `manual` without `extras`, whose tenant wants it so.
 */
export function neverFires(schedule: Schedule): boolean {
  if (nextFire(schedule, schedule.from - 1) !== undefined) return false;
  const { source, meaning, table } = schedule;
  if (source.kind !== 'cron') return true;
  const from = dayOf(Math.max(table.until, meaning.start ?? 0));
  const until = Math.min(
    from + CYCLE_DAYS,
    meaning.end === undefined ? from + CYCLE_DAYS : dayOf(meaning.end),
  );
  return !source.streams.some(({ dates }) => nextDate(dates, source.calendar, from, until) !== undefined);
}
