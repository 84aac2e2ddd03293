import type { DayNumber, Instant, Seconds } from '../../schema/time.ts';
import { formatDuration, parseDuration } from './duration.ts';
import { parseDate, parseInstant, whyNotReal } from './instant-text.ts';
import type { Remarks } from './remarks.ts';

/** Reads a duration of at least `least` seconds, else remarks `duration-invalid`. */
export function readDuration(
  remarks: Remarks,
  pointer: string,
  text: string,
  least = 1,
): Seconds | undefined {
  const seconds = parseDuration(text);
  const name = pointer.slice(pointer.lastIndexOf('/') + 1);
  if (seconds === undefined) {
    remarks.add('duration-invalid', {
      pointer,
      message: `\`${text}\` is not a duration`,
      help: 'write it like `1h30m`',
    });
  } else if (seconds < least) {
    remarks.add('duration-invalid', {
      pointer,
      message: `\`${name}: ${text}\` is too short`,
      help: `it must be at least \`${formatDuration(least)}\``,
    });
  } else return seconds;
  return undefined;
}

/** Reads an instant with its offset, else remarks `date-not-real`. */
export function readInstant(remarks: Remarks, pointer: string, text: string): Instant | undefined {
  const instant = parseInstant(text);
  if (instant === undefined) remarkUnreal(remarks, pointer, text, 'instant');
  return instant;
}

/** Reads a date, else remarks `date-not-real`. */
export function readDate(remarks: Remarks, pointer: string, text: string): DayNumber | undefined {
  const day = parseDate(text);
  if (day === undefined) remarkUnreal(remarks, pointer, text, 'date');
  return day;
}

/** Remarks that a text with the shape of a date or time is none, and why. */
export function remarkUnreal(remarks: Remarks, pointer: string, text: string, what: string): void {
  const why = whyNotReal(text);
  remarks.add('date-not-real', {
    pointer,
    message: `\`${text}\` is not a real ${what}${why ? `: ${why}` : ''}`,
    ...(!why && { help: 'write it like `2027-03-28T01:30:00Z`, or `2027-03-28` where a date is asked for' }),
  });
}

/** Remarks `span-empty` where a stretch of time ends before it has begun. */
export function checkSpan(
  remarks: Remarks,
  pointer: string,
  { from, until }: { from: Instant | undefined; until: Instant | undefined },
): void {
  if (from === undefined || until === undefined || from < until) return;
  remarks.add('span-empty', {
    pointer: `${pointer}/until`,
    message: '`until` is not after `from`, so that nothing lies between',
    help: '`from` is the first instant inside, `until` the first one past the end',
  });
}
