import { type FireRow, readFireLine } from '../ledger/index.ts';

export const liveKey = ['Shard', 'Tenant', 'Scheduled', 'Job', 'Ord'];
export const overKey = ['Tenant', 'Job', 'Scheduled', 'Ord'];
export const liveColumns = [...liveKey, 'Line'];
export const overColumns = [...overKey, 'Line'];

export const waitingOfShardKey = ['Shard', 'Due', 'Tenant', 'Scheduled', 'Job', 'Ord'];
export const waitingOfTenantKey = ['Tenant', 'Due', 'Scheduled', 'Job', 'Ord'];

/** Of the values of `liveColumns`. */
export function liveRow([, tenant, scheduled, job, order, line]: readonly unknown[]): FireRow {
  return readFireLine(String(tenant), String(job), Number(scheduled), String(order), String(line));
}

/** Of the values of `overColumns`. */
export function overRow([tenant, job, scheduled, order, line]: readonly unknown[]): FireRow {
  return readFireLine(String(tenant), String(job), Number(scheduled), String(order), String(line));
}
