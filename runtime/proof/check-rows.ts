import type { Instant } from '../../schema/time.ts';
import type { FireRow, Ledger } from '../ledger/index.ts';
import {
  type ExpectedRow,
  instantText,
  readRowKey,
  rowHash,
  rowKey,
  rowName,
  rowWord,
} from './expected-rows.ts';
import type { Find } from './proof-report.ts';
import type { ReplayedShard } from './replay-shard.ts';

/** Rows that are read at once. */
const pageSize = 1_000;

/** What was seen of a tenant's rows. */
export interface CountedRows {
  readonly compared: number;
  readonly older: number;
  /** Those that wait, written by entries that were made again or before them. */
  readonly open: readonly FireRow[];
}

/** Compares the rows of a tenant with those that deciding again has given. */
export async function checkRows(
  ledger: Ledger,
  tenant: string,
  { shard, rows, from, head, isWhole }: ReplayedShard,
  floor: Instant,
  find: Find,
): Promise<CountedRows> {
  const expected = new Map(rows.get(tenant));
  const upTo = head?.seq ?? 0;
  const say = (key: string, seq: number, message: string) => {
    const place = readRowKey(key);
    const { job, scheduled } = place;
    find({
      kind: 'row',
      shard,
      seq,
      tenant,
      job,
      scheduled,
      message: `${rowName(tenant, place)} ${message}`,
    });
  };
  let [compared, older] = [0, 0];
  const open: FireRow[] = [];
  for await (const row of allRows(ledger, tenant)) {
    const key = rowKey(row);
    const wanted = expected.get(key);
    expected.delete(key);
    // Below the floor rows are swept step by step; above the last entry that was made again they are not known.
    if (row.seq > upTo) continue;
    if (row.state === 'open') open.push(row);
    if ((wanted?.last ?? row.last) < floor) continue;
    if (wanted) {
      if (wanted.isOlder) older++;
      else compared++;
      if (wanted.hash !== rowHash(row)) say(key, wanted.seq, changedText(row, wanted));
    } else if (row.seq <= from) older++;
    else say(key, row.seq, `has a row (${rowWord(row)}) that no entry wrote`);
  }
  for (const [key, { seq, word, last }] of expected) {
    if (last >= floor) say(key, seq, `has no row any more: entry ${seq} said ${word}`);
  }
  // What a broken journal would have written later can't be told from what nobody wrote.
  return { compared, older: isWhole ? older : 0, open };
}

function changedText(row: FireRow, { seq, word, hole, last }: ExpectedRow): string {
  const is = rowWord(row);
  if (is === word && row.hole !== hole)
    return `is ${is} as entry ${seq} said, and is listed as ${row.hole ? 'a missing run, which it is not' : 'no missing run, which it is'}`;
  if (is === word && row.last !== last)
    return `is ${is} as entry ${seq} said, and is filed up to ${instantText(row.last)}, where its last fire is at ${instantText(last)}`;
  return is === word
    ? `is ${is} as entry ${seq} said, but what else its row says was changed`
    : `is ${is}, where entry ${seq} said ${word}`;
}

async function* allRows(ledger: Ledger, tenant: string): AsyncGenerator<FireRow> {
  let after: string | undefined;
  do {
    const page = await ledger.fires({
      tenant,
      oldestFirst: true,
      limit: pageSize,
      ...(after !== undefined && { after }),
    });
    yield* page.rows;
    after = page.next;
  } while (after !== undefined);
}
