import { type FireRow, readFireLine } from '../ledger/index.ts';

export const liveKey = ['Shard', 'Tenant', 'Scheduled', 'Job', 'Ord'];
export const overKey = ['Tenant', 'Job', 'Scheduled', 'Ord'];
export const liveColumns = [...liveKey, 'Line'];
export const overColumns = [...overKey, 'Line', 'HoleAt', 'StretchLast'];

export const waitingOfShardKey = ['Shard', 'Due', 'Tenant', 'Scheduled', 'Job', 'Ord'];
export const waitingOfTenantKey = ['Tenant', 'Due', 'Scheduled', 'Job', 'Ord'];

/** Of the values of `liveColumns`. */
export function liveRow([, tenant, scheduled, job, order, line]: readonly unknown[]): FireRow {
  return readFireLine(String(tenant), String(job), Number(scheduled), String(order), String(line));
}

/**
 * Of the values of `overColumns`. What stands in a column is read from there and not from the line, so that what queries
 * go by is what a proof sees.
 */
export function overRow(columns: readonly unknown[]): FireRow {
  const [tenant, job, scheduled, order, line, holeAt, stretchLast] = columns;
  const row = readFireLine(String(tenant), String(job), Number(scheduled), String(order), String(line));
  // A hole that is filed under another instant is what its line does not say, whatever that is.
  const hole = holeAt !== null && (Number(holeAt) === row.scheduled || !row.hole);
  return { ...row, hole, last: stretchLast === null ? row.scheduled : Number(stretchLast) };
}
