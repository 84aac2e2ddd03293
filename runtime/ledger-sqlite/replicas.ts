import type { Lease, Ledger, Replica } from '../ledger/index.ts';
import { inTransaction } from './in-transaction.ts';
import type { Database } from './open-database.ts';
import type { Statements } from './statements.ts';

export function replicaRows(
  db: Database,
  sql: Statements,
): Pick<Ledger, 'leases' | 'putLeases' | 'dropLeases' | 'replicas' | 'putReplica' | 'dropReplica'> {
  return {
    async leases() {
      return sql
        .all('SELECT shard, holder, beat FROM leases ORDER BY shard', [])
        .map(([shard, holder, beat]) => ({ shard, holder, beat }) as Lease);
    },
    async putLeases(leases) {
      if (leases.length === 0) return;
      inTransaction(db, () =>
        sql.insert(
          'INSERT OR REPLACE INTO leases (shard, holder, beat) VALUES',
          3,
          leases.flatMap(({ shard, holder, beat }) => [shard, holder, beat]),
        ),
      );
    },
    async dropLeases(holder, shards) {
      inTransaction(db, () => {
        for (const shard of shards)
          sql.run('DELETE FROM leases WHERE shard = ? AND holder = ?', [shard, holder]);
      });
    },
    async replicas() {
      return sql
        .all('SELECT id, beat, about FROM replicas ORDER BY id', [])
        .map(([id, beat, about]) => ({ id, beat, about: JSON.parse(String(about)) }) as Replica);
    },
    async putReplica({ id, beat, about }) {
      sql.run('INSERT OR REPLACE INTO replicas (id, beat, about) VALUES (?, ?, ?)', [
        id,
        beat,
        JSON.stringify(about),
      ]);
    },
    async dropReplica(id) {
      sql.run('DELETE FROM replicas WHERE id = ?', [id]);
    },
  };
}
