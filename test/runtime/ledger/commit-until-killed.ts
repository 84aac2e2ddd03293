import type { Ledger } from '../../../runtime/ledger/index.ts';
import { openSqliteLedger } from '../../../runtime/ledger-sqlite/index.ts';
import { commitOf, entryAfter, fireRow, start } from './sample-rows.ts';

// A process that writes entries of ten fires as fast as it can, and says so, until somebody kills it.

const [, , file = '', owner = ''] = process.argv;
const ledger: Ledger = openSqliteLedger({ file });
for (;;) {
  const [head] = await ledger.heads([0]);
  const entry = entryAfter(head, { shard: 0, owner });
  const rows = Array.from({ length: 10 }, (_, n) =>
    fireRow({ job: `job-${n}`, scheduled: start + entry.seq * 60 }),
  );
  const verdict = await ledger.commit(commitOf(entry, { fires: rows.map((row) => ({ row })) }));
  if (verdict === 'won') process.stdout.write(`${entry.seq}\n`);
}
