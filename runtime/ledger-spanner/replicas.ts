import type { Lease, Ledger, Replica } from '../ledger/index.ts';
import { insert, prefix, remove, removeRanges, upsert } from './mutations.ts';
import type { Store } from './store.ts';

export function replicaRows(
  store: Store,
): Pick<Ledger, 'leases' | 'putLeases' | 'dropLeases' | 'replicas' | 'putReplica' | 'dropReplica'> {
  return {
    async leases() {
      const rows = await store.read({ table: 'Leases', columns: ['Shard', 'Holder', 'Beat'] });
      return rows.map(([shard, holder, beat]) => ({ shard, holder: String(holder), beat }) as Lease);
    },
    async putLeases(leases) {
      if (leases.length === 0) return;
      await store.write([
        removeRanges(
          'Leases',
          leases.map(({ shard }) => prefix([shard])),
        ),
        insert(
          'Leases',
          ['Shard', 'Holder', 'Beat'],
          leases.map(({ shard, holder, beat }) => [shard, holder, beat]),
        ),
      ]);
    },
    async dropLeases(holder, shards) {
      if (shards.length > 0)
        await store.write([
          remove(
            'Leases',
            shards.map((shard) => [shard, holder]),
          ),
        ]);
    },
    async replicas() {
      const rows = await store.read({ table: 'Replicas', columns: ['Id', 'Beat', 'About'] });
      return rows.map(([id, beat, about]) => ({ id, beat, about: JSON.parse(String(about)) }) as Replica);
    },
    async putReplica({ id, beat, about }) {
      await store.write([upsert('Replicas', ['Id', 'Beat', 'About'], [[id, beat, JSON.stringify(about)]])]);
    },
    async dropReplica(id) {
      await store.write([remove('Replicas', [[id]])]);
    },
  };
}
