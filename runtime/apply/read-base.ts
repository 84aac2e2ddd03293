import type { RuntimeBase, TenantBase } from '../../schema/runtime-base.ts';
import { type Ledger, shardOf } from '../ledger/index.ts';
import type { BaseAsk } from './apply-port.ts';
import { knownTenants } from './known-tenants.ts';
import { ledgerNow } from './ledger-now.ts';
import { snapshotOf } from './snapshot-of.ts';
import { readStanding } from './standing.ts';

/** Reads what is in force for tenants: those asked for, and those in which a source has declarations. */
export async function readBase(ledger: Ledger, ask: BaseAsk): Promise<RuntimeBase> {
  const { id, shardCount } = await ledger.meta();
  const asked = new Set(ask.tenants);
  const others = ask.source === undefined ? [] : await knownTenants(ledger);
  const names = [...new Set([...asked, ...others.map(({ tenant }) => tenant)])].sort();
  const tenants: Record<string, TenantBase> = {};
  for (const tenant of names) {
    const standing = await readStanding(ledger, tenant);
    const declarations = standing?.declarations ?? [];
    if (!asked.has(tenant) && !declarations.some(({ source }) => source === ask.source)) continue;
    tenants[tenant] = {
      revision: standing?.row.revision ?? 0,
      digest: standing?.manifest.tenants[tenant]?.digest ?? '',
      ...(standing && { manifest: standing.manifest }),
      declarations,
      snapshot: await snapshotOf(ledger, tenant, shardOf(tenant, shardCount)),
    };
  }
  return { formatVersion: 1, runtime: id, now: await ledgerNow(ledger), tenants };
}
