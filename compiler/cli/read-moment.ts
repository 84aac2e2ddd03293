import { parseMoment, whyNotReal } from '../manifest/index.ts';
import { CallError } from '../source/index.ts';

/**
 * Reads an instant that a user gave, fractions of a second kept.
 *
 * @throws {CallError} for any other text: an instant without its offset would be another one on each machine.
 */
export function readMoment(text: string): number {
  const moment = parseMoment(text);
  if (moment !== undefined) return moment;
  const why = whyNotReal(text);
  throw new CallError(
    `\`${text}\` is not an instant${why ? `: ${why}` : ''}`,
    'write date, time and offset, for instance `2027-03-28T01:30:00Z` or `2027-03-28T02:30:00+01:00`',
  );
}
