import type { Ledger, TenantRow } from '../ledger/index.ts';

/** Lists the tenants that have a revision, by name. */
export async function knownTenants(ledger: Ledger): Promise<readonly TenantRow[]> {
  const { shardCount } = await ledger.meta();
  const shards = Array.from({ length: shardCount }, (_, shard) => ledger.tenants(shard));
  return (await Promise.all(shards))
    .flat()
    .filter(({ revision }) => revision > 0)
    .sort((a, b) => (a.tenant < b.tenant ? -1 : 1));
}
