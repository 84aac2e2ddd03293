import type { DayNumber } from '../../schema/time.ts';
import { type CalendarRule, MOVE_MAX, movedDate, takenBy } from './calendar-rule.ts';
import { type DateRule, listDates } from './cron-dates.ts';

/** A date that an expression gives and a calendar takes away. */
export interface TakenDate {
  readonly date: DayNumber;
  readonly calendar: string;
  /** Where its fires go; undefined where they are lost, or where the expression gives that date anyway. */
  readonly movedTo: DayNumber | undefined;
}

/** Lists the dates in `[from, until)` on which an expression fires once calendars have had their say, ascending. */
export function nominalDates(
  rule: DateRule,
  calendar: CalendarRule | undefined,
  from: DayNumber,
  until: DayNumber,
): Int32Array {
  const given = listDates(rule, from, until);
  if (calendar === undefined) return given;
  const dates = given.filter((date) => takenBy(calendar, date) === undefined);
  if (calendar.onExcluded === 'skip') return dates;
  const all = new Set(dates);
  for (const { movedTo } of takenDates(rule, calendar, from - MOVE_MAX, until + MOVE_MAX)) {
    if (movedTo !== undefined && movedTo >= from && movedTo < until) all.add(movedTo);
  }
  return Int32Array.from(all).sort();
}

/** Lists the dates in `[from, until)` that an expression gives and calendars take away. */
export function takenDates(
  rule: DateRule,
  calendar: CalendarRule,
  from: DayNumber,
  until: DayNumber,
): TakenDate[] {
  const taken: TakenDate[] = [];
  for (const date of listDates(rule, from, until)) {
    const name = takenBy(calendar, date);
    if (name === undefined) continue;
    const target = movedDate(calendar, date);
    const isGivenAnyway = target !== undefined && listDates(rule, target, target + 1).length > 0;
    taken.push({ date, calendar: name, movedTo: isGivenAnyway ? undefined : target });
  }
  return taken;
}

/** How far the first search for a date looks: most expressions give one within a month. */
const FIRST_LOOK = 40;

/** Returns the first date in `[from, until)` on which an expression fires. */
export function nextDate(
  rule: DateRule,
  calendar: CalendarRule | undefined,
  from: DayNumber,
  until: DayNumber,
): DayNumber | undefined {
  for (let low = from, width = FIRST_LOOK; low < until; low += width, width *= 4) {
    const dates = nominalDates(rule, calendar, low, Math.min(low + width, until));
    if (dates.length > 0) return dates[0];
  }
  return undefined;
}

/** Returns the last date in `[from, until)` on which an expression fires. */
export function previousDate(
  rule: DateRule,
  calendar: CalendarRule | undefined,
  from: DayNumber,
  until: DayNumber,
): DayNumber | undefined {
  for (let high = until, width = FIRST_LOOK; high > from; high -= width, width *= 4) {
    const dates = nominalDates(rule, calendar, Math.max(high - width, from), high);
    if (dates.length > 0) return dates.at(-1);
  }
  return undefined;
}
