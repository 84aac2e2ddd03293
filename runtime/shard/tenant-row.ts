import type { TenantRow } from '../ledger/index.ts';
import { notesText } from './notes.ts';
import type { TenantWork } from './work.ts';

/** Writes what is known of a tenant beside its fires. */
export function tenantRow(
  shard: number,
  { tenant, inForce, notes, floor }: Pick<TenantWork, 'tenant' | 'inForce' | 'notes' | 'floor'>,
): TenantRow {
  return {
    tenant: tenant.name,
    shard,
    revision: inForce.revision,
    manifest: inForce.manifest,
    floor,
    memory: notesText(notes),
  };
}
