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

/** A cursor that was not given out by this listing. */
export class CursorError extends Error {
  override readonly name = 'CursorError';
}

export function writeCursor(cursor: Cursor): string {
  return Buffer.from(JSON.stringify(cursor)).toString('base64url');
}

/** @throws {CursorError} for a text that `writeCursor` can't have written. */
export function readCursor(text: string | undefined): Cursor {
  if (text === undefined) return {};
  const value = parsed(text);
  if (typeof value !== 'object' || value === null) throw new CursorError('it is no cursor of this listing');
  const { after, job, until, below } = value as Readonly<Record<string, unknown>>;
  const isOurs =
    [after, job].every((text) => text === undefined || typeof text === 'string') &&
    [until, below].every((instant) => instant === undefined || Number.isSafeInteger(instant));
  if (!isOurs) throw new CursorError('it is no cursor of this listing');
  return value as Cursor;
}

function parsed(text: string): unknown {
  if (text.length > 2000 || !/^[\w-]+$/.test(text)) return undefined;
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
}
