import type { Instant } from '../../schema/time.ts';
import {
  comparePlaces,
  type FireQuery,
  type FireRow,
  type Ledger,
  type Page,
  placeOf,
  placeText,
  readFireLine,
  readPlaceText,
  shardOf,
  stretchMost,
} from '../ledger/index.ts';
import { liveKey, livePrefix, prefixEnd, readLiveKey } from './live-place.ts';
import type { SqlValue } from './run-write.js';
import type { Statements } from './statements.ts';

/** Beyond all instants. */
const always = Number.MAX_SAFE_INTEGER;

export function fireReads(
  sql: Statements,
  shardCount: number,
): Pick<Ledger, 'going' | 'fire' | 'fires' | 'waiting'> {
  return {
    async going(shard) {
      const prefix = `${shard}\u0001`;
      return sql
        .all(`${liveColumns} WHERE place >= ? AND place < ?`, [prefix, prefixEnd(prefix)])
        .map(liveRow);
    },

    async fire(tenant, job, scheduled) {
      const prefix = liveKey(shardOf(tenant, shardCount), tenant, [scheduled, job, '']);
      const live = sql.all(`${liveColumns} WHERE place >= ? AND place < ?`, [prefix, prefixEnd(prefix)]);
      const over = sql.all(`${overColumns} WHERE tenant = ? AND scheduled = ? AND job = ?`, [
        tenant,
        scheduled,
        job,
      ]);
      const around = sql.all(
        `${overColumns} WHERE tenant = ? AND job = ? AND last >= ? AND last < ? AND last > scheduled AND scheduled < ?`,
        [tenant, job, scheduled, scheduled + stretchMost, scheduled],
      );
      return [...live.map(liveRow), ...over.map(overRow), ...around.map(overRow)].sort((a, b) =>
        a.order === b.order ? 0 : a.order < b.order ? -1 : 1,
      );
    },

    async fires(query) {
      return pageOf(sql, shardCount, query);
    },

    async waiting(of, limit) {
      const [column, value] = 'shard' in of ? ['shard', of.shard] : ['tenant', of.tenant];
      return (
        sql
          .all(
            `SELECT place, line, waits FROM live WHERE ${column} = ? AND waits IS NOT NULL ORDER BY waits, place LIMIT ?`,
            [value as SqlValue, limit],
          )
          // As it is asked for, which a proof compares with the line.
          .map((columns) => ({ ...liveRow(columns), due: Number(columns[2]) }))
      );
    },
  };
}

const liveColumns = 'SELECT place, line FROM live';
const overColumns = 'SELECT tenant, job, scheduled, ord, line, last, hole FROM fires';

type OverColumns = [
  tenant: string,
  job: string,
  scheduled: number,
  order: string,
  line: string,
  last: number,
  hole: number,
];

function liveRow(columns: readonly unknown[]): FireRow {
  const [key, line] = columns as [string, string];
  const { tenant, place } = readLiveKey(key);
  return readFireLine(tenant, place[1], place[0], place[2], line);
}

/** What stands in a column is read from there and not from the line, so that what queries go by is what a proof sees. */
function overRow(columns: readonly unknown[]): FireRow {
  const [tenant, job, scheduled, order, line, last, hole] = columns as OverColumns;
  return { ...readFireLine(tenant, job, scheduled, order, line), last, hole: hole === 1 };
}

/**
 * One page out of three ranges that are in order each: what is over and scheduled within the range, the same without
 * an end, and the stretches that begin before the range and reach into it, all of which stand before all others.
 */
function pageOf(sql: Statements, shardCount: number, query: FireQuery): Page<FireRow> {
  const most = query.limit + 1;
  const oldestFirst = query.oldestFirst ?? false;
  const rows = [...within(sql, query, most)];
  if (query.holes !== true) rows.push(...withoutEnd(sql, shardCount, query, most));
  if (query.from !== undefined) rows.push(...reachingInto(sql, query, query.from));
  const after = query.after === undefined ? undefined : readPlaceText(query.after);
  const sorted = rows
    .filter((row) => after === undefined || comparePlaces(placeOf(row), after) * (oldestFirst ? 1 : -1) > 0)
    .sort((a, b) => comparePlaces(placeOf(a), placeOf(b)) * (oldestFirst ? 1 : -1))
    .slice(0, most);
  const last = sorted[query.limit - 1];
  if (sorted.length < most || last === undefined) return { rows: sorted };
  return { rows: sorted.slice(0, query.limit), next: placeText(placeOf(last)) };
}

function within(sql: Statements, query: FireQuery, most: number): readonly FireRow[] {
  const { tenant, job, from = -always, until = always, holes } = query;
  const [beyond, order] = query.oldestFirst === true ? ['>', 'ASC'] : ['<', 'DESC'];
  const values: SqlValue[] = [tenant, from, until];
  let where = 'tenant = ? AND scheduled >= ? AND scheduled < ?';
  if (holes === true) where += ' AND hole = 1';
  if (job !== undefined) {
    where += ' AND job = ?';
    values.push(job);
  }
  if (query.after !== undefined) {
    const [scheduled, afterJob, afterOrder] = readPlaceText(query.after);
    where += ` AND (scheduled, job, ord) ${beyond} (?, ?, ?)`;
    values.push(scheduled, afterJob, afterOrder);
  }
  const by =
    job === undefined ? `scheduled ${order}, job ${order}, ord ${order}` : `scheduled ${order}, ord ${order}`;
  const index = `${holes === true ? 'holes' : 'fires'}_of_${job === undefined ? 'tenant' : 'job'}`;
  const hint = index === 'fires_of_tenant' ? '' : ` INDEXED BY ${index}`;
  return sql
    .all(`${overColumns}${hint} WHERE ${where} ORDER BY ${by} LIMIT ?`, [...values, most])
    .map(overRow);
}

function withoutEnd(sql: Statements, shardCount: number, query: FireQuery, most: number): readonly FireRow[] {
  const { tenant, job, from = -always, until = always } = query;
  const shard = shardOf(tenant, shardCount);
  const [beyond, order] = query.oldestFirst === true ? ['>', 'ASC'] : ['<', 'DESC'];
  const values: SqlValue[] = [livePrefix(shard, tenant, from), livePrefix(shard, tenant, until)];
  let where = 'place >= ? AND place < ?';
  if (job !== undefined) {
    // All of the tenant in the range is looked at: a key by job would cost each fire two writes more.
    where += ' AND substr(place, ?, ?) = ?';
    const start = [...livePrefix(shard, tenant, 0)].length + 1;
    const name = `${job}\u0001`;
    values.push(start, [...name].length, name);
  }
  if (query.after !== undefined) {
    where += ` AND place ${beyond} ?`;
    values.push(liveKey(shard, tenant, readPlaceText(query.after)));
  }
  return sql
    .all(`${liveColumns} WHERE ${where} ORDER BY place ${order} LIMIT ?`, [...values, most])
    .map(liveRow);
}

function reachingInto(sql: Statements, query: FireQuery, from: Instant): readonly FireRow[] {
  const { tenant, job, holes } = query;
  const values: SqlValue[] = [tenant, from, from + stretchMost, from];
  let where = 'tenant = ? AND last >= ? AND last < ? AND last > scheduled AND scheduled < ?';
  if (holes === true) where += ' AND hole = 1';
  if (job !== undefined) {
    where += ' AND job = ?';
    values.push(job);
  }
  return sql.all(`${overColumns} WHERE ${where}`, values).map(overRow);
}
