import { createHash } from 'node:crypto';
import { canonicalJson, formatInstant } from '../../compiler/index.ts';
import type { Instant } from '../../schema/time.ts';
import type { FireRow } from '../ledger/index.ts';

/** What is kept of a row that deciding again has given: enough to compare it and to tell of it. */
export interface ExpectedRow {
  readonly seq: number;
  readonly hash: string;
  /** Its fate or wait, in a word. */
  readonly word: string;
  readonly last: number;
  readonly hole: boolean;
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
  const { seq, last, hole } = row;
  own.set(rowKey(row), { seq, hash: rowHash(row), word: rowWord(row), last, hole, isOlder });
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

/** Seconds on either side of 1970 that a date can be. */
const dateMost = 8.64e12;

/** Writes an instant as it is stored, which may be none where somebody edited it. */
export function instantText(instant: Instant): string {
  return Math.abs(instant) <= dateMost ? formatInstant(instant) : `second ${instant}`;
}

/** Returns how a person is told of a row. */
export function rowName(tenant: string, { job, scheduled, order }: ReturnType<typeof readRowKey>): string {
  return `${tenant}/${job}@${instantText(scheduled)}${order === '' ? '' : `#${order}`}`;
}

export function rowHash(row: FireRow): string {
  return createHash('sha256').update(canonicalJson(row)).digest('base64url').slice(0, 27);
}

/** What became of a fire, in a word. */
export function rowWord({ state, body }: FireRow): string {
  if (!body.run) return body.cause ?? 'not judged yet';
  return state === 'going' ? 'dispatched' : `dispatched, ${body.run.outcome ?? 'over'}`;
}
