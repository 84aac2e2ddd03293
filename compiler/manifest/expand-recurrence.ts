import type { DayNumber } from '../../schema/time.ts';
import { civilOf, dayFromCivil } from '../time/index.ts';

/** A rule by which dates repeat: what iCalendar's RRULE can say of whole days (RFC 5545, 3.3.10). */
export interface Recurrence {
  readonly freq: 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'YEARLY';
  readonly interval: number;
  readonly count?: number;
  /** The last date on which it may fall. */
  readonly until?: DayNumber;
  /** 0 is Sunday. */
  readonly weekStart: number;
  readonly months: readonly number[];
  /** Negative ones count from the end of the month. */
  readonly monthDays: readonly number[];
  readonly yearDays: readonly number[];
  /** `nth` 0 is every one; otherwise of the month, or of the year in a yearly rule without months. */
  readonly weekdays: readonly { readonly nth: number; readonly weekday: number }[];
  readonly positions: readonly number[];
}

/**
 * Lists the dates on which a rule that begins at `start` falls before `end`, ascending. `start` is always
 * the first, as RFC 5545 has it.
 *
 * Every date from `start` to `end` is looked at once, so that no rule, however odd, takes longer than that.
 * (The iterator of ical.js never returns from 31 February and makes 2 March of the 30th.)
 */
export function expandRecurrence(rule: Recurrence, start: DayNumber, end: DayNumber): DayNumber[] {
  const matches = matcherOf(rule, start);
  const firstPeriod = periodOf(rule, start);
  const last = Math.min(end - 1, rule.until ?? Number.POSITIVE_INFINITY);
  const days: DayNumber[] = [start];
  let set: DayNumber[] = [];
  let period = firstPeriod;

  const takeSet = (): boolean => {
    for (const day of chosen(set, rule.positions)) {
      if (day <= start || day > last) continue;
      if (rule.count !== undefined && days.length >= rule.count) return false;
      days.push(day);
    }
    set = [];
    return true;
  };

  // A set position counts from the beginning of its period, so the first period is read as a whole, and so
  // is the one in which the range ends.
  for (let day = periodStart(rule, start); ; day++) {
    const own = periodOf(rule, day);
    if (own !== period) {
      if (!takeSet() || day > last) break;
      period = own;
    }
    if ((own - firstPeriod) % rule.interval === 0 && matches(day)) set.push(day);
  }
  return days.filter((day) => day <= last);
}

/** Returns what of a period's dates the set positions keep; all where there are none. */
function chosen(set: readonly DayNumber[], positions: readonly number[]): readonly DayNumber[] {
  if (positions.length === 0) return set;
  return set.filter((_, index) => positions.some((at) => at === index + 1 || at === index - set.length));
}

function periodOf(rule: Recurrence, day: DayNumber): number {
  switch (rule.freq) {
    case 'DAILY':
      return day;
    case 'WEEKLY':
      // 1970-01-01 was a Thursday.
      return Math.floor((day + 4 - rule.weekStart) / 7);
    case 'MONTHLY': {
      const { year, month } = civilOf(day);
      return year * 12 + month - 1;
    }
    case 'YEARLY':
      return civilOf(day).year;
  }
}

function periodStart(rule: Recurrence, day: DayNumber): DayNumber {
  const { year, month } = civilOf(day);
  switch (rule.freq) {
    case 'DAILY':
      return day;
    case 'WEEKLY':
      return periodOf(rule, day) * 7 - 4 + rule.weekStart;
    case 'MONTHLY':
      return dayFromCivil(year, month, 1);
    case 'YEARLY':
      return dayFromCivil(year, 1, 1);
  }
}

/** Makes the test of one date; what a rule leaves open it takes from its start (RFC 5545, 3.3.10). */
function matcherOf(rule: Recurrence, start: DayNumber): (day: DayNumber) => boolean {
  const { freq } = rule;
  let { months, monthDays, weekdays } = rule;
  const first = civilOf(start);
  if (monthDays.length === 0 && weekdays.length === 0 && rule.yearDays.length === 0) {
    if (freq === 'WEEKLY') weekdays = [{ nth: 0, weekday: first.weekday }];
    if (freq === 'MONTHLY' || freq === 'YEARLY') monthDays = [first.day];
    if (freq === 'YEARLY' && months.length === 0) months = [first.month];
  }
  const nthOfYear = freq === 'YEARLY' && rule.months.length === 0;

  return (day) => {
    const { year, month, day: monthDay, weekday } = civilOf(day);
    if (months.length > 0 && !months.includes(month)) return false;
    if (monthDays.length > 0) {
      const monthLength = dayFromCivil(year, month + 1, 1) - dayFromCivil(year, month, 1);
      if (!monthDays.includes(monthDay) && !monthDays.includes(monthDay - monthLength - 1)) return false;
    }
    if (rule.yearDays.length > 0) {
      const yearStart = dayFromCivil(year, 1, 1);
      const yearLength = dayFromCivil(year + 1, 1, 1) - yearStart;
      const yearDay = day - yearStart + 1;
      if (!rule.yearDays.includes(yearDay) && !rule.yearDays.includes(yearDay - yearLength - 1)) return false;
    }
    if (weekdays.length === 0) return true;
    const spanStart = dayFromCivil(year, nthOfYear ? 1 : month, 1);
    const spanEnd = nthOfYear ? dayFromCivil(year + 1, 1, 1) : dayFromCivil(year, month + 1, 1);
    const fromStart = Math.floor((day - spanStart) / 7) + 1;
    const fromEnd = -Math.floor((spanEnd - 1 - day) / 7) - 1;
    return weekdays.some(
      (own) => own.weekday === weekday && (own.nth === 0 || own.nth === fromStart || own.nth === fromEnd),
    );
  };
}
