import type { DayNumber, WallTime } from '../../schema/time.ts';

/** Seconds in a day of wall time. */
export const DAY = 86_400;

/** A proleptic Gregorian date taken apart. */
export interface CivilDate {
  readonly year: number;
  /** 1 to 12. */
  readonly month: number;
  /** 1 to 31. */
  readonly day: number;
  /** 0 is Sunday. */
  readonly weekday: number;
}

/** Returns the date that a wall time falls on. */
export function dayOf(wall: WallTime): DayNumber {
  return Math.floor(wall / DAY);
}

/**
 * Returns the day number of a date; `day` may run over the end of its month.
 *
 * The calendar is counted from 1 March of the year 0, so that the leap day is the last of its year and the lengths
 * of the months before it follow one straight line (Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms").
 */
export function dayFromCivil(year: number, month: number, day: number): DayNumber {
  const y = month <= 2 ? year - 1 : year;
  const era = Math.floor(y / 400);
  const yearOfEra = y - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146_097 + dayOfEra - 719_468;
}

/** Takes a day number apart into its date. The inverse of `dayFromCivil`. */
export function civilOf(dayNumber: DayNumber): CivilDate {
  const z = dayNumber + 719_468;
  const era = Math.floor(z / 146_097);
  const dayOfEra = z - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const shifted = Math.floor((5 * dayOfYear + 2) / 153);
  const month = shifted < 10 ? shifted + 3 : shifted - 9;
  return {
    year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0),
    month,
    day: dayOfYear - Math.floor((153 * shifted + 2) / 5) + 1,
    weekday: weekdayOf(dayNumber),
  };
}

/** Returns the weekday of a day number, 0 being Sunday. 1970-01-01 was a Thursday. */
function weekdayOf(dayNumber: DayNumber): number {
  return (((dayNumber + 4) % 7) + 7) % 7;
}

const LENGTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Returns the number of days in a month, 1 to 12. */
export function daysInMonth(year: number, month: number): number {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return month === 2 && isLeap ? 29 : LENGTHS[month - 1]!;
}
