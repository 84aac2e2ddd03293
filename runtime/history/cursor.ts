import { createHash } from 'node:crypto';
import type { Instant } from '../../schema/time.ts';

/** Where a listing goes on. What it says is checked when it comes back, since anybody can write one. */
export interface Cursor {
  /** The ledger's own place. */
  readonly after?: string;
  /** The name that a renamed job had in the part that is listed. */
  readonly job?: string;
  /** Everything from this instant on has been listed, but for rows at this very instant. */
  readonly until?: Instant;
  /** Only what is older is still to come. */
  readonly below?: Instant;
}

/**
 * What is listed. A place in one listing means nothing in another. The range is no part of it: `--since 12h` is another
 * one at each call.
 */
export interface Listing {
  readonly of: 'fires' | 'each fire' | 'missing';
  readonly tenant: string;
  readonly job: string | undefined;
}

const noCursor = 'the cursor is not `next` of a page of this listing';

/** A cursor that was not given out by this listing. */
export class CursorError extends Error {
  override readonly name = 'CursorError';
  constructor(message = noCursor) {
    super(message);
  }
}

export function writeCursor(cursor: Cursor, listing: Listing): string {
  const { after, job, until, below } = cursor;
  const place = { after, job, until, below };
  const text = JSON.stringify({ ...place, seal: sealOf(place, listing) });
  return Buffer.from(text).toString('base64url');
}

/** @throws {CursorError} for a text that `writeCursor` can't have written for this listing. */
export function readCursor(text: string | undefined, listing: Listing): Cursor {
  if (text === undefined) return {};
  const value = parsed(text);
  if (typeof value !== 'object' || value === null) throw new CursorError();
  const { seal: _, ...place } = value as Cursor & { readonly seal?: unknown };
  const { after, job, until, below }: Readonly<Record<string, unknown>> = place;
  const isOurs =
    [after, job].every((text) => text === undefined || typeof text === 'string') &&
    [until, below].every((instant) => instant === undefined || Number.isSafeInteger(instant));
  // One way of writing each: nothing is left out, nothing else is in it.
  if (!isOurs || writeCursor(place, listing) !== text) throw new CursorError();
  return place;
}

/** Not against anybody who wants to forge one, who gains nothing by it, but against what is made up or comes from elsewhere. */
function sealOf(place: object, { of, tenant, job }: Listing): string {
  return createHash('sha256')
    .update(JSON.stringify([of, tenant, job, place]))
    .digest('base64url')
    .slice(0, 8);
}

function parsed(text: string): unknown {
  if (text.length > 2000 || !/^[\w-]+$/.test(text)) return undefined;
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
}
