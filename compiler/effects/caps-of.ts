import type { TenantMeaning } from '../../schema/manifest.ts';
import type { Caps } from '../decide/index.ts';

type Lanes = {
  readonly [lane in 'scheduled' | 'backfill']?: { maxConcurrent?: number; maxPerMinute?: number };
};

/** Returns the caps that a tenant declares: of its lanes and of its groups. */
export function capsOf(tenant: TenantMeaning | undefined): Caps {
  const lanes = (tenant?.tenant?.['lanes'] ?? {}) as Lanes;
  const groups = (tenant?.tenant?.['groups'] ?? {}) as Readonly<Record<string, { maxConcurrent: number }>>;
  return {
    scheduled: lanes.scheduled ?? {},
    backfill: lanes.backfill ?? {},
    groups: Object.fromEntries(
      Object.entries(groups).map(([name, { maxConcurrent }]) => [name, maxConcurrent]),
    ),
  };
}
