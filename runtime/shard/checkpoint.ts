import { canonicalJson } from '../../compiler/index.ts';
import type { FireRow, TenantRow } from '../ledger/index.ts';
import type { ShardRecord } from './shard.ts';
import { tenantRow } from './tenant-row.ts';
import { liveJobs, liveOf, type Work, workFor } from './work.ts';

/** What is open, going on and in force, as the ledger has it. */
export type Checkpoint = Pick<ShardRecord, 'going' | 'tenants'>;

/** Writes the state as it will be after a draft: rows of tenants, and of fires without an end. */
export function checkpointText(work: Work): string {
  const tenants: TenantRow[] = [];
  const going: FireRow[] = [];
  const all = [...work.state.tenants.values(), ...work.created.values()];
  for (const tenant of all.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const own = work.tenants.get(tenant) ?? workFor(tenant);
    tenants.push(tenantRow(work.state.shard, own));
    for (const job of liveJobs(own)) {
      const { fires, runs } = liveOf(own, job);
      for (const { row } of fires) if (row) going.push(row);
      for (const { row } of runs) going.push(row);
    }
  }
  return canonicalJson({ formatVersion: 1, tenants, going });
}

/** Reads what `checkpointText` wrote. */
export function readCheckpoint(text: string): Checkpoint {
  const { tenants, going } = JSON.parse(text) as Checkpoint;
  return { tenants, going };
}
