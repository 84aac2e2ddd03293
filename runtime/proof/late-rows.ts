import { type FireRow, type Ledger, type RunRef, readRunRow } from '../ledger/index.ts';
import { type ExpectedRow, type ExpectedRows, rowHash, rowKey } from './expected-rows.ts';

/** Rows of runs that ended last, which are kept whole: most late reports come soon. Long ones are not, in characters. */
const keptMost = 2_000;
const keptTextMost = 20_000;

/** A row of a run that is over, as it was before an entry. */
export interface LateRow {
  readonly row: FireRow;
  /** It was written before the checkpoint that the journal begins with. */
  readonly isOlder: boolean;
}

/** The rows that an entry which took in late reports had before it: what its writer read from the ledger. */
export interface LateRows {
  /** A row was written by an entry that came out the same. */
  wrote(row: FireRow): void;
  /** Finds the row of a run as it was before entry `seq`; undefined where it is not known what it was. */
  before(seq: number, run: RunRef): Promise<LateRow | undefined>;
}

/**
 * Only the last rows are kept in memory. An older one is what is stored, less what was reported since; it is believed
 * only if it is what deciding again has given, by its hash. So an edited row is never handed in, and is told of when
 * rows are compared. Of a row from before the checkpoint nothing has been decided again: there what is stored is all that
 * there is, the note is made on it as on any other, and what is noted can be proved while the rest counts as older.
 */
export function createLateRows(ledger: Ledger, expected: ExpectedRows, from: () => number): LateRows {
  const kept = new Map<string, FireRow>();
  return {
    wrote(row) {
      const { run } = row.body;
      if (!run || row.state !== 'over') return;
      const name = `${row.tenant}/${run.id}`;
      // Behind all others, so that the oldest is the first.
      kept.delete(name);
      if (JSON.stringify(run).length > keptTextMost) return;
      kept.set(name, row);
      const [oldest] = kept.keys();
      if (kept.size > keptMost && oldest !== undefined) kept.delete(oldest);
    },
    async before(seq, ref) {
      const known = kept.get(`${ref.tenant}/${ref.run}`);
      const stored = known ?? (await readRunRow(ledger, ref));
      if (!stored) return undefined;
      const wanted = expected.get(ref.tenant)?.get(rowKey(stored));
      if (known) return { row: known, isOlder: wanted?.isOlder === true };
      if (stored.state !== 'over') return undefined;
      const row = rowBefore(seq, stored, wanted);
      if (wanted) return wanted.hash === rowHash(row) ? { row, isOlder: wanted.isOlder } : undefined;
      return from() > 0 ? { row, isOlder: true } : undefined;
    },
  };
}

/** Takes what was noted from an entry on away from a row. */
function rowBefore(seq: number, row: FireRow, wanted: ExpectedRow | undefined): FireRow {
  const { late = [], ...rest } = row.body.run!;
  const earlier = late.filter((one) => one.seq < seq);
  const run = earlier.length > 0 ? { ...rest, late: earlier } : rest;
  return { ...row, seq: wanted?.seq ?? row.seq, body: { ...row.body, run } };
}
