import { type FirePut, type FireRow, fireLine, placeOf } from '../ledger/index.ts';
import { liveKey } from './live-place.ts';
import type { SqlValue, Step } from './run-write.js';

/**
 * Returns the steps that write the rows of one commit, sorted by what becomes of them: a fire that ends moves from
 * `live` to `fires`. Where a row is not where `was` says, the writer's memory and the ledger differ, and nothing may be
 * written: then a step complains.
 */
export function fireSteps(shard: number, puts: readonly FirePut[]): Step[] {
  const steps: Step[] = [];
  const opened: SqlValue[] = [];
  const ended: SqlValue[] = [];
  const left: string[] = [];
  for (const { row, was } of puts) {
    if (row.state !== 'over' && row.count !== 1) throw new Error(`${row.job}: a stretch is over`);
    const place = liveKey(shard, row.tenant, placeOf(row));
    if (was === 'over') steps.push(removeOver(row));
    else if (was !== undefined && row.state === 'over') left.push(place);
    if (row.state === 'over') pushOver(ended, row);
    else if (was === undefined || was === 'over') pushLive(opened, shard, place, row);
    else steps.push(changeLive(place, row));
  }
  if (left.length > 0)
    steps.push({
      sql: 'DELETE FROM live WHERE place IN',
      list: true,
      values: left,
      wants: left.length,
      complaint: `of ${left.length} fires that end, some are not open or going`,
    });
  if (opened.length > 0)
    steps.push({
      sql: 'INSERT INTO live (place, shard, tenant, waits, line) VALUES',
      width: 5,
      values: opened,
    });
  if (ended.length > 0)
    steps.push({
      sql: 'INSERT INTO fires (tenant, scheduled, job, ord, last, hole, line) VALUES',
      width: 7,
      values: ended,
    });
  return steps;
}

function pushLive(values: SqlValue[], shard: number, place: string, row: FireRow): void {
  values.push(place, shard, row.tenant, row.state === 'open' ? row.due : null, fireLine(row));
}

function pushOver(values: SqlValue[], row: FireRow): void {
  values.push(row.tenant, row.scheduled, row.job, row.order, row.last, row.hole ? 1 : 0, fireLine(row));
}

function changeLive(place: string, row: FireRow): Step {
  return {
    sql: 'UPDATE live SET waits = ?, line = ? WHERE place = ?',
    values: [row.state === 'open' ? row.due : null, fireLine(row), place],
    wants: 1,
    complaint: `${row.tenant}/${row.job}@${row.scheduled} is not open or going`,
  };
}

function removeOver({ tenant, scheduled, job, order }: FireRow): Step {
  return {
    sql: 'DELETE FROM fires WHERE tenant = ? AND scheduled = ? AND job = ? AND ord = ?',
    values: [tenant, scheduled, job, order],
    wants: 1,
    complaint: `${tenant}/${job}@${scheduled} is not over`,
  };
}
