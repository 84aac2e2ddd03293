import type { DayNumber } from '../../schema/time.ts';
import { civilOf, daysInMonth } from './civil-date.ts';
import type { Cron } from './cron.ts';

/**
 * The dates that an expression gives, ready to be listed: each month's days as bits, day 1 being bit 0.
 */
export interface DateRule {
  /** January is bit 0. */
  readonly months: number;
  readonly dayOfMonth: Cron['dayOfMonth'];
  /** The plain days of the day-of-month field. */
  readonly monthDays: number;
  readonly dayOfWeek: Cron['dayOfWeek'];
  /** The plain days of the day-of-week field, Sunday being bit 0. */
  readonly weekdays: number;
  /** A date is given by either day field, or must be given by both. */
  readonly match: 'either' | 'both';
}

const ALL_DAYS = 0x7fff_ffff;

/** Prepares the dates of an expression. Throws where `dayMatch` is needed and missing: the compiler asks for it. */
export function dateRuleOf(cron: Cron, dayMatch: 'either' | 'both' | undefined): DateRule {
  if (cron.restrictsBothDays && dayMatch === undefined) {
    throw new Error(`\`${cron.text}\` restricts both day fields and has no dayMatch`);
  }
  return {
    months: bitsOf(cron.months, 1),
    dayOfMonth: cron.dayOfMonth,
    monthDays: bitsOf(cron.dayOfMonth.days, 1),
    dayOfWeek: cron.dayOfWeek,
    weekdays: bitsOf(cron.dayOfWeek.days, 0),
    // A `*` gives every day, so only with `both` does the other field keep its say.
    match: cron.restrictsBothDays ? dayMatch! : 'both',
  };
}

/** Lists the dates in `[from, until)` that a rule gives, ascending. */
export function listDates(rule: DateRule, from: DayNumber, until: DayNumber): Int32Array {
  // First each month's days as bits, which are counted at once, then the dates: a typed array of the right size is
  // filled several times as fast as a list that grows.
  const firsts: DayNumber[] = [];
  const months: number[] = [];
  let count = 0;
  let { year, month, day, weekday } = civilOf(from);
  let first = from - day + 1;
  let firstWeekday = (weekday - day + 36) % 7;
  while (first < until) {
    const length = daysInMonth(year, month);
    if ((rule.months >>> (month - 1)) & 1) {
      let days = daysOfMonth(rule, firstWeekday, length);
      if (first < from) days &= ALL_DAYS << (from - first);
      if (first + length > until) days &= lowest(until - first);
      if (days !== 0) {
        firsts.push(first);
        months.push(days);
        count += countBits(days);
      }
    }
    first += length;
    firstWeekday = (firstWeekday + length) % 7;
    if (month === 12) year++;
    month = (month % 12) + 1;
  }

  const dates = new Int32Array(count);
  let index = 0;
  for (let i = 0; i < months.length; i++) {
    for (let days = months[i]!; days !== 0; days &= days - 1) {
      dates[index++] = firsts[i]! + 31 - Math.clz32(days & -days);
    }
  }
  return dates;
}

/** Returns the days that a rule gives in a month of `length` days that begins on `firstWeekday`. */
function daysOfMonth(rule: DateRule, firstWeekday: number, length: number): number {
  const byMonthDay = rule.dayOfMonth.any ? ALL_DAYS : monthDaysOf(rule, firstWeekday, length);
  const byWeekday = rule.dayOfWeek.any ? ALL_DAYS : weekdaysOf(rule, firstWeekday, length);
  return (rule.match === 'either' ? byMonthDay | byWeekday : byMonthDay & byWeekday) & lowest(length);
}

function monthDaysOf({ dayOfMonth, monthDays }: DateRule, firstWeekday: number, length: number): number {
  let bits = monthDays;
  for (const back of dayOfMonth.beforeLast) if (back < length) bits |= 1 << (length - 1 - back);
  for (const day of dayOfMonth.nearestWeekday) {
    if (day <= length) bits |= 1 << (nearestWeekday(day, firstWeekday, length) - 1);
  }
  if (dayOfMonth.lastWeekday) bits |= 1 << (nearestWeekday(length, firstWeekday, length) - 1);
  return bits;
}

/** Returns the day from Monday to Friday that is nearest to `day` without leaving the month. */
function nearestWeekday(day: number, firstWeekday: number, length: number): number {
  const weekday = (firstWeekday + day - 1) % 7;
  if (weekday === 6) return day === 1 ? 3 : day - 1;
  if (weekday === 0) return day === length ? day - 2 : day + 1;
  return day;
}

function weekdaysOf({ dayOfWeek, weekdays }: DateRule, firstWeekday: number, length: number): number {
  // The week turned so that bit 0 is the 1st, then laid down five times.
  const week = ((weekdays >>> firstWeekday) | (weekdays << (7 - firstWeekday))) & 0x7f;
  let bits = week | (week << 7) | (week << 14) | (week << 21) | (week << 28);
  for (const { weekday, nth } of dayOfWeek.nth) {
    const firstSuch = 1 + ((weekday - firstWeekday + 7) % 7);
    const lastSuch = firstSuch + 7 * Math.floor((length - firstSuch) / 7);
    const day = nth > 0 ? firstSuch + 7 * (nth - 1) : lastSuch + 7 * (nth + 1);
    if (day >= 1 && day <= length) bits |= 1 << (day - 1);
  }
  return bits;
}

/** The lowest `count` bits, 31 at most. */
function lowest(count: number): number {
  return count >= 31 ? ALL_DAYS : (1 << count) - 1;
}

function bitsOf(values: readonly number[], from: number): number {
  return values.reduce((bits, value) => bits | (1 << (value - from)), 0);
}

/** Counts the bits that are set (Henry S. Warren, "Hacker's Delight", 5-1). */
function countBits(bits: number): number {
  const pairs = bits - ((bits >>> 1) & 0x5555_5555);
  const fours = (pairs & 0x3333_3333) + ((pairs >>> 2) & 0x3333_3333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
}
