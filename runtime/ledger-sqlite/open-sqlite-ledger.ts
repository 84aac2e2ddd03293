import type { ClockReading, Ledger } from '../ledger/index.ts';
import { blobRows } from './blobs.ts';
import { inboxOf } from './inbox.ts';
import { journalOf } from './journal.ts';
import { openDatabase } from './open-database.ts';
import { fireReads } from './read-fires.ts';
import { replicaRows } from './replicas.ts';
import { statementsOf } from './statements.ts';
import { sweepsOf } from './sweeps.ts';
import { makeTables } from './tables.ts';
import { tenantRows } from './tenants.ts';
import { inlineWriter, threadWriter } from './writer.ts';

export interface SqliteLedgerOptions {
  /** A path, or `:memory:`. The file is made where there is none. */
  readonly file: string;
  /** Of a new ledger. @default 4 */
  readonly shardCount?: number;
  /**
   * `thread`: not in this thread, which then goes on while the disk is busy; only of a file, and
   * `writer-thread.js` has to stand beside the code that runs. @default 'inline'
   */
  readonly writes?: 'inline' | 'thread';
  /** @default the machine's clock, which is the clock of every process that can open the file */
  readonly clock?: () => ClockReading;
}

/**
 * Opens the ledger of one machine. Several processes may use one file.
 *
 * @throws {Error} the file is of a newer version, has another number of shards, or can't be opened
 */
export function openSqliteLedger(options: SqliteLedgerOptions): Ledger {
  const db = openDatabase(options.file);
  const meta = makeTables(db, options.shardCount);
  const sql = statementsOf(db);
  const writer = options.writes === 'thread' ? threadWriter(options.file) : inlineWriter(db);
  const clock = options.clock ?? (() => ({ now: Date.now(), error: 0 }));
  return {
    kind: 'sqlite',
    // A commit costs the pages that it touches, and the ends of many runs lie on the same ones.
    limits: { rows: 4_000 },
    meta: async () => meta,
    clock: async () => clock(),
    ...journalOf(sql, writer),
    ...inboxOf(sql, writer),
    ...fireReads(sql, meta.shardCount),
    ...tenantRows(sql, writer),
    ...replicaRows(sql, writer),
    ...blobRows(sql, writer),
    ...sweepsOf(sql, writer),
    async close() {
      await writer.close();
      db.close();
    },
  };
}
