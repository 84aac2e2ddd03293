import { type FirePut, type FireRow, fireLine, placeOf } from '../ledger/index.ts';
import { liveKey } from './live-place.ts';
import type { SqlValue } from './open-database.ts';
import type { Statements } from './statements.ts';

/**
 * Writes the rows of one commit, sorted by what becomes of them: a fire that ends moves from `live` to `fires`.
 *
 * @throws {Error} a row is not where `was` says: the writer's memory and the ledger differ, and nothing may be written
 */
export function writeFires(sql: Statements, shard: number, puts: readonly FirePut[]): void {
  const opened: SqlValue[] = [];
  const ended: SqlValue[] = [];
  const left: string[] = [];
  for (const { row, was } of puts) {
    if (row.state !== 'over' && row.count !== 1) throw new Error(`${row.job}: a stretch is over`);
    const place = liveKey(shard, row.tenant, placeOf(row));
    if (was === 'over') removeOver(sql, row);
    else if (was !== undefined && row.state === 'over') left.push(place);
    if (row.state === 'over') pushOver(ended, row);
    else if (was === undefined || was === 'over') pushLive(opened, shard, place, row);
    else changeLive(sql, place, row);
  }
  if (left.length > 0) {
    const gone = sql.runIn('DELETE FROM live WHERE place IN', left);
    if (gone !== left.length)
      throw new Error(`${left.length - gone} of the fires that end are not open or going`);
  }
  sql.insert('INSERT INTO live (place, shard, tenant, waits, line) VALUES', 5, opened);
  sql.insert('INSERT INTO fires (tenant, scheduled, job, ord, last, hole, line) VALUES', 7, ended);
}

function pushLive(values: SqlValue[], shard: number, place: string, row: FireRow): void {
  values.push(place, shard, row.tenant, row.state === 'open' ? row.due : null, fireLine(row));
}

function pushOver(values: SqlValue[], row: FireRow): void {
  values.push(row.tenant, row.scheduled, row.job, row.order, row.last, row.hole ? 1 : 0, fireLine(row));
}

function changeLive(sql: Statements, place: string, row: FireRow): void {
  const waits = row.state === 'open' ? row.due : null;
  const wrote = sql.run('UPDATE live SET waits = ?, line = ? WHERE place = ?', [waits, fireLine(row), place]);
  if (wrote !== 1) throw new Error(`${row.tenant}/${row.job}@${row.scheduled} is not open or going`);
}

function removeOver(sql: Statements, { tenant, scheduled, job, order }: FireRow): void {
  const wrote = sql.run('DELETE FROM fires WHERE tenant = ? AND scheduled = ? AND job = ? AND ord = ?', [
    tenant,
    scheduled,
    job,
    order,
  ]);
  if (wrote !== 1) throw new Error(`${tenant}/${job}@${scheduled} is not over`);
}
