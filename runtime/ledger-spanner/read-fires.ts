import { type Ledger, shardOf, stretchMost } from '../ledger/index.ts';
import {
  liveColumns,
  liveRow,
  overColumns,
  overKey,
  overRow,
  waitingOfShardKey,
  waitingOfTenantKey,
} from './fire-columns.ts';
import { firePage } from './fire-page.ts';
import { listOf, prefix, type Value } from './mutations.ts';
import type { Store } from './store.ts';

export function fireReads(
  store: Store,
  shardCount: number,
): Pick<Ledger, 'going' | 'fire' | 'fires' | 'waiting'> {
  return {
    async going(shard) {
      const rows = await store.read({ table: 'Live', columns: liveColumns, ranges: [prefix([shard])] });
      return rows.map(liveRow);
    },

    async fire(tenant, job, scheduled) {
      const shard = shardOf(tenant, shardCount);
      const live = await store.read({
        table: 'Live',
        columns: liveColumns,
        ranges: [prefix([shard, tenant, scheduled, job])],
      });
      // After it, so that a fire that ends in between is seen twice and not missed.
      const [over, around] = await Promise.all([
        store.read({ table: 'Fires', columns: overColumns, ranges: [prefix([tenant, job, scheduled])] }),
        store.read({
          table: 'Fires',
          index: 'StretchesOfJob',
          columns: overKey,
          ranges: [
            {
              startClosed: listOf([tenant, job, scheduled]),
              endOpen: listOf([tenant, job, scheduled + stretchMost]),
            },
          ],
        }),
      ]);
      const stretches = await store.read({
        table: 'Fires',
        columns: overColumns,
        keys: around.filter(([, , first]) => Number(first) < scheduled) as Value[][],
      });
      const rows = [...over, ...stretches].map(overRow);
      const ended = new Set(rows.map(({ order }) => order));
      return [...rows, ...live.map(liveRow).filter(({ order }) => !ended.has(order))].sort((a, b) =>
        a.order === b.order ? 0 : a.order < b.order ? -1 : 1,
      );
    },

    async fires(query) {
      return firePage(store, shardOf(query.tenant, shardCount), query);
    },

    async waiting(of, limit) {
      const [table, columns, value] =
        'shard' in of
          ? (['WaitingOfShard', waitingOfShardKey, of.shard] as const)
          : (['WaitingOfTenant', waitingOfTenantKey, of.tenant] as const);
      const found = await store.read({ table, columns, ranges: [prefix([value])], limit });
      const keys = found.map((row) => {
        const [tenant, scheduled, job, order] = 'shard' in of ? row.slice(2) : [of.tenant, ...row.slice(2)];
        return [shardOf(String(tenant), shardCount), tenant, scheduled, job, order] as Value[];
      });
      const rows = (await store.read({ table: 'Live', columns: liveColumns, keys })).map(liveRow);
      return rows.filter(({ state }) => state === 'open').sort((a, b) => a.due - b.due);
    },
  };
}
