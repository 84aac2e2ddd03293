import type { FireRow, Ledger } from '../ledger/index.ts';
import { instantText, rowKey, rowName } from './expected-rows.ts';
import type { Find } from './proof-report.ts';

/** No limit: what waits fits the memory of the worker that has the shard. */
const all = Number.MAX_SAFE_INTEGER;

export interface ShardWaits {
  readonly shard: number;
  /** By tenant, the rows that wait, as they were read with all others. */
  readonly open: ReadonlyMap<string, readonly FireRow[]>;
  /** Rows of later entries are not looked at. */
  readonly upToSeq: number;
}

/**
 * Looks whether those rows, and no others, are listed as waiting, of each tenant and of the shard: ledgers answer that
 * from keys beside the rows. A row of an entry up to `upToSeq` has not changed since the rows were read.
 */
export async function checkWaiting(
  ledger: Ledger,
  { shard, open, upToSeq }: ShardWaits,
  find: Find,
): Promise<void> {
  const told = new Set<string>();
  const say = (row: FireRow, message: string) => {
    const { tenant, job, scheduled, seq } = row;
    const name = rowName(tenant, row);
    if (told.has(name)) return;
    told.add(name);
    find({ kind: 'row', shard, seq, tenant, job, scheduled, message: `${name} ${message}` });
  };
  for (const [tenant, rows] of open) await checkList({ tenant }, tenant, rows);
  await checkList({ shard }, `shard ${shard}`, [...open.values()].flat());

  async function checkList(
    of: Parameters<Ledger['waiting']>[0],
    whose: string,
    rows: readonly FireRow[],
  ): Promise<void> {
    const missed = new Map(rows.map((row) => [keyOf(row), row]));
    for (const row of await ledger.waiting(of, all)) {
      const known = missed.get(keyOf(row));
      missed.delete(keyOf(row));
      if (row.seq > upToSeq) continue;
      if (!known) say(row, `is listed among what waits of ${whose}, where it does not belong`);
      else if (known.due !== row.due)
        say(
          row,
          `is due at ${instantText(known.due)}, and is listed among what waits as due at ${instantText(row.due)}`,
        );
    }
    for (const row of missed.values()) {
      // It may have gone on since it was read.
      const found = await ledger.fire(row.tenant, row.job, row.scheduled);
      const same = found.find(({ order }) => order === row.order);
      if (same?.state === 'open' && same.seq === row.seq)
        say(row, `waits, and is missing from what is listed as waiting of ${whose}`);
    }
  }
}

function keyOf(row: FireRow): string {
  return `${row.tenant} ${rowKey(row)}`;
}
