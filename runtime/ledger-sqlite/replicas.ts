import type { Lease, Ledger, Replica } from '../ledger/index.ts';
import type { Statements } from './statements.ts';
import type { Writer } from './writer.ts';

export function replicaRows(
  sql: Statements,
  writer: Writer,
): Pick<Ledger, 'leases' | 'putLeases' | 'dropLeases' | 'replicas' | 'putReplica' | 'dropReplica'> {
  return {
    async leases() {
      return sql
        .all('SELECT shard, holder, beat FROM leases ORDER BY shard', [])
        .map(([shard, holder, beat]) => ({ shard, holder, beat }) as Lease);
    },
    async putLeases(leases) {
      if (leases.length === 0) return;
      await writer.write([
        {
          sql: 'INSERT OR REPLACE INTO leases (shard, holder, beat) VALUES',
          width: 3,
          values: leases.flatMap(({ shard, holder, beat }) => [shard, holder, beat]),
        },
      ]);
    },
    async dropLeases(holder, shards) {
      if (shards.length === 0) return;
      const sql = 'DELETE FROM leases WHERE shard = ? AND holder = ?';
      await writer.write(shards.map((shard) => ({ sql, values: [shard, holder] })));
    },
    async replicas() {
      return sql
        .all('SELECT id, beat, about FROM replicas ORDER BY id', [])
        .map(([id, beat, about]) => ({ id, beat, about: JSON.parse(String(about)) }) as Replica);
    },
    async putReplica({ id, beat, about }) {
      const sql = 'INSERT OR REPLACE INTO replicas (id, beat, about) VALUES (?, ?, ?)';
      await writer.write([{ sql, values: [id, beat, JSON.stringify(about)] }]);
    },
    async dropReplica(id) {
      await writer.write([{ sql: 'DELETE FROM replicas WHERE id = ?', values: [id] }]);
    },
  };
}
