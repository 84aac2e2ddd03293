import type { DayNumber, Instant, WallTime } from '../../../schema/time.ts';

/** Reads an instant in RFC 3339; the seconds may be left out. */
export function instant(text: string): Instant {
  const parsed = Date.parse(text.replace(/T(\d\d:\d\d)(?=[Z+-])/, 'T$1:00'));
  if (!/(Z|[+-]\d\d:\d\d)$/.test(text) || Number.isNaN(parsed)) throw new Error(`${text} is no instant`);
  return parsed / 1000;
}

/** Reads a wall time, `2027-03-28 02:30` or with seconds. */
export function wall(text: string): WallTime {
  return instant(`${text.replace(' ', 'T')}Z`);
}

/** Reads a date, `2027-03-28`. */
export function date(text: string): DayNumber {
  return wall(`${text} 00:00`) / 86_400;
}

/** Writes an instant in UTC, `2027-03-28T01:30:00Z`. */
export function utc(seconds: Instant): string {
  return new Date(seconds * 1000).toISOString().replace('.000Z', 'Z');
}

/** Writes a wall time, `2027-03-28 02:30`, with seconds where there are any. */
export function shown(time: WallTime): string {
  return utc(time)
    .replace('T', ' ')
    .replace(/(:00)?Z$/, '');
}
