import type { FireQuery, FireRow, Ledger, Page } from '../ledger/index.ts';
import { CursorError } from './cursor.ts';

/**
 * Reads a page of rows.
 *
 * @throws {CursorError} for a place that the ledger did not give.
 */
export async function readFires(ledger: Ledger, query: FireQuery): Promise<Page<FireRow>> {
  try {
    return await ledger.fires(query);
  } catch (error) {
    if (error instanceof RangeError && query.after !== undefined) throw new CursorError();
    throw error;
  }
}
