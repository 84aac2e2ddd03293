import { formatInstant } from '../../compiler/index.ts';
import type { Instant } from '../../schema/time.ts';
import type { FireRow, Ledger } from '../ledger/index.ts';
import { type ExpectedRow, readRowKey, rowHash, rowKey, rowWord } from './expected-rows.ts';
import type { Find } from './proof-report.ts';
import type { ReplayedShard } from './replay-shard.ts';

/** Rows that are read at once. */
const pageSize = 1_000;

/** Compares the rows of a tenant with those that deciding again has given. */
export async function checkRows(
  ledger: Ledger,
  tenant: string,
  { shard, rows, from, head, isWhole }: ReplayedShard,
  floor: Instant,
  find: Find,
): Promise<{ readonly compared: number; readonly older: number }> {
  const expected = new Map(rows.get(tenant));
  const upTo = head?.seq ?? 0;
  const say = (key: string, seq: number, message: string) => {
    const { job, scheduled, order } = readRowKey(key);
    const name = `${tenant}/${job}@${formatInstant(scheduled)}${order === '' ? '' : `#${order}`}`;
    find({ kind: 'row', shard, seq, tenant, job, scheduled, message: `${name} ${message}` });
  };
  let [compared, older] = [0, 0];
  for await (const row of allRows(ledger, tenant)) {
    const key = rowKey(row);
    const wanted = expected.get(key);
    expected.delete(key);
    // Below the floor rows are swept step by step; above the last entry that was made again they are not known.
    if (row.last < floor || row.seq > upTo) continue;
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
  return { compared, older: isWhole ? older : 0 };
}

function changedText(row: FireRow, { seq, word }: ExpectedRow): string {
  const is = rowWord(row);
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
