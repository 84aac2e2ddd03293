import type { Instant } from '../../schema/time.ts';
import {
  comparePlaces,
  type FireQuery,
  type FireRow,
  type Page,
  type Place,
  placeOf,
  placeText,
  readPlaceText,
  stretchMost,
} from '../ledger/index.ts';
import { liveColumns, liveKey, liveRow, overColumns, overKey, overRow } from './fire-columns.ts';
import { listOf, type Value } from './mutations.ts';
import type { Store } from './store.ts';

/** Beyond all instants. */
const always = Number.MAX_SAFE_INTEGER;

/** One page of a history. Reads go along a key only forwards, and the keys begin with the newest. */
export async function firePage(store: Store, shard: number, query: FireQuery): Promise<Page<FireRow>> {
  const most = query.limit + 1;
  const after = query.after === undefined ? undefined : readPlaceText(query.after);
  const sign = query.oldestFirst === true ? 1 : -1;
  const stretches = query.from === undefined ? [] : await reachingInto(store, query, query.from);
  const within =
    query.oldestFirst === true
      ? await oldestWithin(store, shard, query, most, after)
      : await newestWithin(store, shard, query, query.until ?? always, most, after);
  const rows = [...stretches, ...within]
    .filter((row) => after === undefined || comparePlaces(placeOf(row), after) * sign > 0)
    .sort((a, b) => comparePlaces(placeOf(a), placeOf(b)) * sign)
    .slice(0, most);
  const last = rows[query.limit - 1];
  if (rows.length < most || last === undefined) return { rows };
  return { rows: rows.slice(0, query.limit), next: placeText(placeOf(last)) };
}

/** Rows scheduled from `query.from` to before `until`, the newest first, at most `most`. */
async function newestWithin(
  store: Store,
  shard: number,
  query: FireQuery,
  until: Instant,
  most: number,
  before?: Place,
): Promise<readonly FireRow[]> {
  // First what has no end: a fire that ends in between is seen twice then, and not missed.
  const live = query.holes === true ? [] : await liveWithin(store, shard, query, until, most, before);
  const over = await overWithin(store, query, until, most, before);
  const ended = new Set(over.map((row) => placeText(placeOf(row))));
  return [...over, ...live.filter((row) => !ended.has(placeText(placeOf(row))))]
    .sort((a, b) => comparePlaces(placeOf(b), placeOf(a)))
    .slice(0, most);
}

async function liveWithin(
  store: Store,
  shard: number,
  { tenant, job, from = -always }: FireQuery,
  until: Instant,
  most: number,
  before: Place | undefined,
): Promise<readonly FireRow[]> {
  const start =
    before !== undefined && before[0] < until
      ? { startOpen: listOf([shard, tenant, ...before]) }
      : { startClosed: listOf([shard, tenant, until - 1]) };
  const ranges = [{ ...start, endClosed: listOf([shard, tenant, from]) }];
  if (job === undefined)
    return (await store.read({ table: 'Live', columns: liveColumns, ranges, limit: most })).map(liveRow);
  // All that the tenant has without an end in the range, keys alone: it has no key by job, which would cost each
  // fire two writes more.
  const keys = (await store.read({
    table: 'Live',
    columns: liveKey,
    ranges,
  })) as readonly (readonly Value[])[];
  const own = keys.filter((key) => key[3] === job).slice(0, most);
  return (await store.read({ table: 'Live', columns: liveColumns, keys: own })).map(liveRow);
}

async function overWithin(
  store: Store,
  { tenant, job, from = -always, holes }: FireQuery,
  until: Instant,
  most: number,
  before: Place | undefined,
): Promise<readonly FireRow[]> {
  const first = job === undefined ? [tenant] : [tenant, job];
  const place = job === undefined ? before : before && ([before[0], before[2]] as const);
  const start =
    place !== undefined && place[0] < until
      ? { startOpen: listOf([...first, ...place]) }
      : { startClosed: listOf([...first, until - 1]) };
  // Of the places at the cursor's own instant, a job's index knows the order alone.
  const ranges = [{ ...start, endClosed: listOf([...first, from]) }];
  if (job !== undefined && holes !== true)
    return (await store.read({ table: 'Fires', columns: overColumns, ranges, limit: most })).map(overRow);
  const index = holes !== true ? 'FiresByTime' : job === undefined ? 'HolesByTime' : 'HolesOfJob';
  const keys = await store.read({ table: 'Fires', index, columns: overKey, ranges, limit: most });
  return (await store.read({ table: 'Fires', columns: overColumns, keys: keys as Value[][] })).map(overRow);
}

/**
 * The oldest first, against the order of the keys: windows of time that grow until they hold enough and shrink where
 * they hold more. One instant is never cut, so a page costs at most what the tenant has at its last instant.
 */
async function oldestWithin(
  store: Store,
  shard: number,
  query: FireQuery,
  most: number,
  after: Place | undefined,
): Promise<readonly FireRow[]> {
  const until = Math.min(query.until ?? always, 2 ** 45);
  const found: FireRow[] = [];
  let from = Math.max(query.from ?? -(2 ** 45), after?.[0] ?? -(2 ** 45));
  let width = 3600;
  const room = Math.max(4 * most, 100);
  while (from < until && found.length < most) {
    const end = Math.min(until, from + width);
    const limit = end - from === 1 ? always : room;
    const rows = await newestWithin(store, shard, { ...query, from }, end, limit);
    if (rows.length >= limit) {
      width = Math.max(1, Math.floor((end - from) / 4));
      continue;
    }
    const next = rows.filter((row) => after === undefined || comparePlaces(placeOf(row), after) > 0);
    found.push(...[...next].reverse());
    from = end;
    width *= rows.length * 4 < room ? 8 : 1;
  }
  return found;
}

/** Stretches that begin before the range. At most a day's: none is longer. */
async function reachingInto(
  store: Store,
  { tenant, job, holes }: FireQuery,
  from: Instant,
): Promise<readonly FireRow[]> {
  const first = job === undefined ? [tenant] : [tenant, job];
  const keys = await store.read({
    table: 'Fires',
    index: job === undefined ? 'StretchesOfTenant' : 'StretchesOfJob',
    columns: overKey,
    ranges: [{ startClosed: listOf([...first, from]), endOpen: listOf([...first, from + stretchMost]) }],
  });
  const before = keys.filter(([, , scheduled]) => Number(scheduled) < from) as Value[][];
  const rows = (await store.read({ table: 'Fires', columns: overColumns, keys: before })).map(overRow);
  return holes === true ? rows.filter(({ hole }) => hole) : rows;
}
