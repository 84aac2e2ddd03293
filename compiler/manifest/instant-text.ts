import { DateTime } from 'luxon';
import type { DayNumber, Instant, WallTime } from '../../schema/time.ts';

/*
 * Dates, wall times and instants as text. luxon says whether they are real and counts the seconds; it is
 * never asked what a wall time means in a zone (compiler/time is). Its own ISO reader takes far more than
 * RFC 3339, and fills in the process's zone and today's date, so that a pattern stands before it.
 */

const clock = String.raw`(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d)?`;
const datePattern = /^\d{4}-\d\d-\d\d$/;
const wallPattern = new RegExp(String.raw`^\d{4}-\d\d-\d\d[Tt ]${clock}$`);
const instantPattern = new RegExp(
  String.raw`^\d{4}-\d\d-\d\d[Tt ]${clock}(?:\.\d{1,9})?(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$`,
);

/**
 * Reads an RFC 3339 date and time with its offset, to whole seconds. Returns undefined for anything else:
 * no offset, a fraction of a second, a date that does not exist.
 */
export function parseInstant(text: string): Instant | undefined {
  const seconds = parseMoment(text);
  return Number.isInteger(seconds) ? seconds : undefined;
}

/** Reads an RFC 3339 date and time with its offset to seconds since 1970, fractions kept; else undefined. */
export function parseMoment(text: string): number | undefined {
  return instantPattern.test(text) ? secondsOf(text) : undefined;
}

/** Reads `YYYY-MM-DD hh:mm[:ss]`, with a space or a `T`; undefined for other texts and unreal dates. */
export function parseWall(text: string): WallTime | undefined {
  return wallPattern.test(text) ? secondsOf(`${text}Z`) : undefined;
}

/** Reads `YYYY-MM-DD`; undefined for other texts and unreal dates. */
export function parseDate(text: string): DayNumber | undefined {
  const seconds = datePattern.test(text) ? secondsOf(`${text}T00:00:00Z`) : undefined;
  return seconds === undefined ? undefined : seconds / 86_400;
}

/** Writes an instant in UTC to the second: `2027-03-28T01:30:00Z`. */
export function formatInstant(instant: Instant): string {
  return `${new Date(instant * 1000).toISOString().slice(0, -5)}Z`;
}

/** Writes a wall time, its seconds only where there are any: `2027-03-28 02:30`. */
export function formatWall(wall: WallTime): string {
  const text = new Date(wall * 1000).toISOString();
  return `${text.slice(0, -14)} ${text.slice(-13, wall % 60 === 0 ? -8 : -5)}`;
}

/** Writes a date: `2027-03-28`. */
export function formatDate(day: DayNumber): string {
  return new Date(day * 86_400_000).toISOString().slice(0, -14);
}

/**
 * Says in a few words what is wrong with a text that has the shape of a date, wall time or instant and is
 * none: `february 2027 has 28 days`. Undefined where the shape itself is another.
 */
export function whyNotReal(text: string): string | undefined {
  const parts = /^(\d{4})-(\d\d)-(\d\d)(?:$|[Tt ](.*)$)/.exec(text);
  if (!parts) return undefined;
  const [, year, month, day, time] = parts;
  const first = DateTime.fromISO(`${year}-${month}-01T00:00:00Z`, { zone: 'utc', locale: 'en' });
  if (!first.isValid) return `there is no month ${month}`;
  const days = first.daysInMonth ?? 0;
  if (Number(day) < 1 || Number(day) > days)
    return `${first.toFormat('LLLL yyyy').toLowerCase()} has ${days} days`;
  if (time === undefined) return undefined;
  if (/^24/.test(time)) return 'hours run from 00 to 23';
  if (/:60/.test(time)) return 'seconds and minutes run from 00 to 59';
  if (/\.\d*[1-9]/.test(time)) return 'Almanac counts in whole seconds';
  return undefined;
}

function secondsOf(text: string): number | undefined {
  // Fractions are read apart: luxon stops at the millisecond, and 0.4 ms past a fire is past it.
  const fraction = /\.\d+/.exec(text)?.[0] ?? '';
  const whole = text.replace(fraction, '').replace(' ', 'T').toUpperCase();
  const time = DateTime.fromISO(whole, { zone: 'utc' });
  return time.isValid ? time.toMillis() / 1000 + Number(`0${fraction}`) : undefined;
}
