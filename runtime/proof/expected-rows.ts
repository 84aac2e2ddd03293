import { createHash } from 'node:crypto';
import { canonicalJson } from '../../compiler/index.ts';
import type { FireRow } from '../ledger/index.ts';

/** What is kept of a row that deciding again has given: enough to compare it and to tell of it. */
export interface ExpectedRow {
  readonly seq: number;
  readonly hash: string;
  /** Its fate or wait, in a word. */
  readonly word: string;
  readonly last: number;
  /** Nearly all of it was written before the checkpoint that the journal begins with; only what was noted since is known. */
  readonly isOlder: boolean;
}

/** Rows by tenant and by job, instant and order. Of each the last that was written. */
export type ExpectedRows = Map<string, Map<string, ExpectedRow>>;

export function expectRow(rows: ExpectedRows, row: FireRow, isOlder = false): void {
  let own = rows.get(row.tenant);
  if (!own) {
    own = new Map();
    rows.set(row.tenant, own);
  }
  own.set(rowKey(row), { seq: row.seq, hash: rowHash(row), word: rowWord(row), last: row.last, isOlder });
}

export function rowKey({ job, scheduled, order }: Pick<FireRow, 'job' | 'scheduled' | 'order'>): string {
  return `${job} ${scheduled} ${order}`;
}

export function readRowKey(key: string): {
  readonly job: string;
  readonly scheduled: number;
  readonly order: string;
} {
  const [job = '', scheduled = '', ...order] = key.split(' ');
  return { job, scheduled: Number(scheduled), order: order.join(' ') };
}

export function rowHash(row: FireRow): string {
  return createHash('sha256').update(canonicalJson(row)).digest('base64url').slice(0, 27);
}

/** What became of a fire, in a word. */
export function rowWord({ state, body }: FireRow): string {
  if (!body.run) return body.cause ?? 'not judged yet';
  return state === 'going' ? 'dispatched' : `dispatched, ${body.run.outcome ?? 'over'}`;
}
