import type { Instant } from '../../schema/time.ts';
import type { Ledger } from '../ledger/index.ts';
import { overKey } from './fire-columns.ts';
import { rowsAtOnce } from './journal.ts';
import { listOf, remove, type Value } from './mutations.ts';
import type { Store } from './store.ts';

export function sweepsOf(store: Store): Pick<Ledger, 'sweepFires'> {
  return {
    async sweepFires(tenant, floor, limit) {
      const fires = await endedBefore(store, tenant, floor, limit);
      await removeAll('Fires', fires);
      if (fires.length > 0) return fires.length;
      const answers = await store.read({
        table: 'Answers',
        index: 'AnswersByTime',
        columns: ['Tenant', 'Request'],
        ranges: [{ startClosed: listOf([tenant]), endOpen: listOf([tenant, floor]) }],
        limit,
      });
      await removeAll('Answers', answers as Value[][]);
      return answers.length;
    },
  };

  async function removeAll(table: string, keys: readonly (readonly Value[])[]): Promise<void> {
    for (let from = 0; from < keys.length; from += rowsAtOnce)
      await store.write([remove(table, keys.slice(from, from + rowsAtOnce))]);
  }
}

/** Keys of fires that are over, the newest first; a stretch that reaches over the floor is not. */
async function endedBefore(
  store: Store,
  tenant: string,
  floor: Instant,
  limit: number,
): Promise<readonly (readonly Value[])[]> {
  const found: (readonly Value[])[] = [];
  let start = { startClosed: listOf([tenant, floor - 1]) } as Record<string, ReturnType<typeof listOf>>;
  for (;;) {
    const rows = (await store.read({
      table: 'Fires',
      index: 'FiresByTime',
      columns: [...overKey, 'StretchLast'],
      ranges: [{ ...start, endClosed: listOf([tenant]) }],
      limit,
    })) as readonly (readonly Value[])[];
    found.push(
      ...rows.filter((row) => row[4] === null || Number(row[4]) < floor).map((row) => row.slice(0, 4)),
    );
    const last = rows.at(-1);
    if (rows.length < limit || last === undefined || found.length >= limit) return found.slice(0, limit);
    start = { startOpen: listOf([tenant, last[2] ?? 0, last[1] ?? '', last[3] ?? '']) };
  }
}
