import { type FireRow, type Ledger, type RunRef, readRunRow } from '../ledger/index.ts';

/** Rows that are read at once. */
const rowsAtOnce = 50;

/**
 * Reads the rows of runs that are over, by `tenant/run`. Nobody but the shard's owner writes them, so they stay as they
 * are until its next entry; where another has written meanwhile, that entry is lost, and they are read again. What
 * retention has swept is not there.
 */
export async function readLateRows(
  ledger: Pick<Ledger, 'fire'>,
  runs: readonly RunRef[],
): Promise<ReadonlyMap<string, FireRow>> {
  const rows = new Map<string, FireRow>();
  for (let done = 0; done < runs.length; done += rowsAtOnce) {
    const some = runs.slice(done, done + rowsAtOnce);
    const found = await Promise.all(some.map((run) => readRunRow(ledger, run)));
    for (const [index, row] of found.entries()) {
      const { tenant, run } = some[index]!;
      if (row?.state === 'over') rows.set(`${tenant}/${run}`, row);
    }
  }
  return rows;
}
