import type { Manifest } from '../../schema/manifest.ts';
import type { PlanSide } from '../../schema/plan.ts';

/**
 * Returns the tenants that a plan compares, sorted.
 *
 * A git ref or a directory is read through the same paths as `after`, so a tenant that is only there was taken
 * out. A manifest may hold the whole fleet: tenants that this source does not declare are none of its business.
 */
export function planScope(
  before: Manifest | undefined,
  after: Manifest,
  kind: PlanSide['kind'],
): readonly string[] {
  const names = new Set(Object.keys(after.tenants));
  if (kind !== 'manifest') for (const name of Object.keys(before?.tenants ?? {})) names.add(name);
  return [...names].sort();
}
