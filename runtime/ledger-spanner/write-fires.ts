import { type FirePut, type FireRow, fireLine } from '../ledger/index.ts';
import { liveColumns, overKey, waitingOfShardKey, waitingOfTenantKey } from './fire-columns.ts';
import { insert, type Mutation, remove, update, type Value } from './mutations.ts';

type Rows = (readonly Value[])[];

/**
 * Returns the mutations that write the rows of one commit: a fire that ends moves from `Live` to `Fires`, one that
 * waits has keys in the two tables of what waits.
 *
 * @throws {Error} a row can't be written like this: a bug of who drafted it
 */
export function writeFires(shard: number, puts: readonly FirePut[]): readonly Mutation[] {
  const live: { [op in 'insert' | 'update' | 'remove']: Rows } = { insert: [], update: [], remove: [] };
  const over: { [op in 'insert' | 'update' | 'remove']: Rows } = { insert: [], update: [], remove: [] };
  const waits: { [op in 'insert' | 'remove']: FireRow[] } = { insert: [], remove: [] };
  for (const { row, was } of puts) {
    if (row.state !== 'over' && row.count !== 1) throw new Error(`${row.job}: a stretch is over`);
    if (row.state === 'open' && was !== 'open') waits.insert.push(row);
    if (row.state !== 'open' && was === 'open') waits.remove.push(row);
    const wasLive = was === 'open' || was === 'going';
    if (row.state === 'over') {
      if (wasLive) live.remove.push(liveKeyOf(shard, row));
      over[was === 'over' ? 'update' : 'insert'].push(overValues(row));
    } else {
      if (was === 'over') over.remove.push(overKeyOf(row));
      live[wasLive ? 'update' : 'insert'].push([...liveKeyOf(shard, row), fireLine(row)]);
    }
  }
  const written = [...overKey, 'HoleAt', 'StretchLast', 'Line'];
  return [
    remove(
      'WaitingOfShard',
      waits.remove.map((row) => waitsOfShard(shard, row)),
    ),
    remove('WaitingOfTenant', waits.remove.map(waitsOfTenant)),
    remove('Live', live.remove),
    remove('Fires', over.remove),
    insert('Live', liveColumns, live.insert),
    update('Live', liveColumns, live.update),
    insert('Fires', written, over.insert),
    update('Fires', written, over.update),
    insert(
      'WaitingOfShard',
      waitingOfShardKey,
      waits.insert.map((row) => waitsOfShard(shard, row)),
    ),
    insert('WaitingOfTenant', waitingOfTenantKey, waits.insert.map(waitsOfTenant)),
  ].filter((mutation) => !isEmpty(mutation));
}

function waitsOfShard(shard: number, { due, tenant, scheduled, job, order }: FireRow): readonly Value[] {
  return [shard, due, tenant, scheduled, job, order];
}

function waitsOfTenant({ due, tenant, scheduled, job, order }: FireRow): readonly Value[] {
  return [tenant, due, scheduled, job, order];
}

function liveKeyOf(shard: number, { tenant, scheduled, job, order }: FireRow): readonly Value[] {
  return [shard, tenant, scheduled, job, order];
}

function overKeyOf({ tenant, job, scheduled, order }: FireRow): readonly Value[] {
  return [tenant, job, scheduled, order];
}

function overValues(row: FireRow): readonly Value[] {
  const last = row.last > row.scheduled ? row.last : null;
  return [...overKeyOf(row), row.hole ? row.scheduled : null, last, fireLine(row)];
}

function isEmpty(mutation: Mutation): boolean {
  if ('delete' in mutation) return mutation.delete.keySet.keys?.length === 0;
  return Object.values(mutation)[0]?.values.length === 0;
}
