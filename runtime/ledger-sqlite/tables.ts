import { randomBytes, randomUUID } from 'node:crypto';
import type { LedgerMeta } from '../ledger/index.ts';
import { inTransaction } from './in-transaction.js';
import type { Database } from './open-database.ts';

/** Of the tables below. A change that an older program can't live with counts it up and adds its step to `steps`. */
const version = 1;

/**
 * `live` holds fires without an end, `fires` those that are over; a row is in one of them. Names and places stand in
 * columns, all else as JSON, because nobody asks for it.
 *
 * A row of `live` is found by one column, `place` (`liveKey`), so that many are deleted by one statement; `waits` is
 * the due instant of an open one. `fires` is kept in the order of time, so that a pass is written to neighbouring pages; by
 * job it is found through an index of keys alone. The other indexes hold holes and stretches only.
 */
const steps: readonly string[] = [
  `
  CREATE TABLE meta (id TEXT NOT NULL, shards INTEGER NOT NULL, secret TEXT NOT NULL) STRICT;
  CREATE TABLE journal (shard INTEGER NOT NULL, seq INTEGER NOT NULL, now INTEGER NOT NULL, nonce TEXT NOT NULL,
    entry TEXT NOT NULL, PRIMARY KEY (shard, seq)) STRICT, WITHOUT ROWID;
  CREATE INDEX journal_by_time ON journal (shard, now);
  CREATE TABLE inbox (id INTEGER PRIMARY KEY AUTOINCREMENT, shard INTEGER NOT NULL, letter TEXT NOT NULL) STRICT;
  CREATE INDEX inbox_of_shard ON inbox (shard, id);

  CREATE TABLE live (place TEXT NOT NULL PRIMARY KEY, shard INTEGER NOT NULL, tenant TEXT NOT NULL, waits INTEGER,
    line TEXT NOT NULL) STRICT, WITHOUT ROWID;
  CREATE INDEX waiting_of_shard ON live (shard, waits) WHERE waits IS NOT NULL;
  CREATE INDEX waiting_of_tenant ON live (tenant, waits) WHERE waits IS NOT NULL;

  CREATE TABLE fires (tenant TEXT NOT NULL, scheduled INTEGER NOT NULL, job TEXT NOT NULL, ord TEXT NOT NULL,
    last INTEGER NOT NULL, hole INTEGER NOT NULL, line TEXT NOT NULL,
    PRIMARY KEY (tenant, scheduled, job, ord)) STRICT, WITHOUT ROWID;
  CREATE INDEX fires_of_job ON fires (tenant, job, scheduled, ord);
  CREATE INDEX holes_of_tenant ON fires (tenant, scheduled, job, ord) WHERE hole = 1;
  CREATE INDEX holes_of_job ON fires (tenant, job, scheduled, ord) WHERE hole = 1;
  CREATE INDEX stretches_of_tenant ON fires (tenant, last) WHERE last > scheduled;
  CREATE INDEX stretches_of_job ON fires (tenant, job, last) WHERE last > scheduled;

  CREATE TABLE tenants (tenant TEXT NOT NULL PRIMARY KEY, shard INTEGER NOT NULL, line TEXT NOT NULL) STRICT, WITHOUT ROWID;
  CREATE INDEX tenants_of_shard ON tenants (shard);
  CREATE TABLE revisions (tenant TEXT NOT NULL, revision INTEGER NOT NULL, line TEXT NOT NULL,
    PRIMARY KEY (tenant, revision)) STRICT, WITHOUT ROWID;
  CREATE TABLE answers (tenant TEXT NOT NULL, request TEXT NOT NULL, moment INTEGER NOT NULL, line TEXT NOT NULL,
    PRIMARY KEY (tenant, request)) STRICT, WITHOUT ROWID;
  CREATE INDEX answers_by_time ON answers (tenant, moment);
  CREATE TABLE approvals (plan TEXT NOT NULL, principal TEXT NOT NULL, moment INTEGER NOT NULL, line TEXT NOT NULL,
    PRIMARY KEY (plan, principal)) STRICT, WITHOUT ROWID;
  CREATE TABLE blobs (digest TEXT NOT NULL PRIMARY KEY, bytes BLOB NOT NULL) STRICT;

  CREATE TABLE leases (shard INTEGER NOT NULL PRIMARY KEY, holder TEXT NOT NULL, beat INTEGER NOT NULL) STRICT;
  CREATE TABLE replicas (id TEXT NOT NULL PRIMARY KEY, beat INTEGER NOT NULL, about TEXT NOT NULL) STRICT;
  `,
];

/**
 * Makes or updates the tables and returns what was made with the ledger.
 *
 * @param shards for a new ledger; of one that is there it must be its own where it is given
 * @throws {Error} the file was written by a newer version or by something else, or has another number of shards
 */
export function makeTables(db: Database, shards: number | undefined): LedgerMeta {
  return inTransaction(db, () => {
    const found = Number(db.prepare('SELECT user_version FROM pragma_user_version').all([])[0]?.[0] ?? 0);
    if (found > version)
      throw new Error(`The ledger has tables of version ${found}; this program knows version ${version}`);
    if (found === 0 && db.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').all([]).length > 0)
      throw new Error('The file is a database of something else');
    for (const step of steps.slice(found)) db.exec(step);
    if (found < version) db.exec(`PRAGMA user_version = ${version}`);
    if (found === 0)
      db.prepare('INSERT INTO meta VALUES (?, ?, ?)').run([
        randomUUID(),
        shards ?? 4,
        randomBytes(32).toString('hex'),
      ]);
    const [row] = db.prepare('SELECT id, shards, secret FROM meta').all([]);
    const [id, shardCount, secret] = row as [string, number, string];
    if (shards !== undefined && shards !== shardCount)
      throw new Error(`The ledger has ${shardCount} shards for its life, and not ${shards}`);
    return { id, shardCount, version, secret };
  });
}
