import type { Instant } from '../../schema/time.ts';
import type { FireRow } from './fire-row.ts';

/** Where a row stands in a history: in the order of time, then of jobs and orders as text. */
export type Place = readonly [scheduled: Instant, job: string, order: string];

export function placeOf({ scheduled, job, order }: FireRow): Place {
  return [scheduled, job, order];
}

/** Negative where `a` comes first in time, 0 where they are the same place. */
export function comparePlaces(a: Place, b: Place): number {
  if (a[0] !== b[0]) return a[0] - b[0];
  if (a[1] !== b[1]) return a[1] < b[1] ? -1 : 1;
  return a[2] === b[2] ? 0 : a[2] < b[2] ? -1 : 1;
}

/** Returns a place as the `next` of a page: opaque, and safe in an address. */
export function placeText(place: readonly (string | number)[]): string {
  return Buffer.from(JSON.stringify(place)).toString('base64url');
}

/** @throws {RangeError} the text is no `next` that a ledger gave */
export function readPlaceText(text: string): Place {
  const place = parsed(text);
  if (
    !Array.isArray(place) ||
    place.length !== 3 ||
    !Number.isSafeInteger(place[0]) ||
    typeof place[1] !== 'string' ||
    typeof place[2] !== 'string'
  )
    throw new RangeError('No page begins there: it is not the "next" of another page');
  return place as unknown as Place;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString());
  } catch {
    return undefined;
  }
}
