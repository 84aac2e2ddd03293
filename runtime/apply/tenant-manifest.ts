import { digestOf, zoneOf } from '../../compiler/index.ts';
import type { Manifest, TenantMeaning } from '../../schema/manifest.ts';

const nothing = {
  policies: {},
  calendars: {},
  jobs: {},
  grants: {},
  channels: {},
  silences: {},
  scenarios: {},
};

/** What a tenant means of which nothing is declared any more. */
export const emptyTenant: TenantMeaning = { digest: digestOf(nothing), ...nothing };

/**
 * Returns the part of a manifest that one tenant obeys: its meaning, the tables of its zones, the places of its
 * declarations. A tenant that the manifest does not have means nothing.
 */
export function manifestOfTenant(manifest: Manifest, tenant: string): Manifest {
  const meaning = Object.hasOwn(manifest.tenants, tenant) ? manifest.tenants[tenant]! : emptyTenant;
  const names = new Set(Object.values(meaning.jobs).map(({ schedule }) => zoneOf(schedule)));
  const isOwn = (key: string) => key.slice(key.indexOf(' ') + 1).startsWith(`${tenant}/`);
  return {
    ...manifest,
    digest: digestOf({ [tenant]: meaning.digest }),
    tenants: { [tenant]: meaning },
    zones: Object.fromEntries(Object.entries(manifest.zones).filter(([name]) => names.has(name))),
    sources: Object.fromEntries(Object.entries(manifest.sources).filter(([key]) => isOwn(key))),
  };
}

/** Whether two manifests of one tenant are the same to a runtime: meaning and zone tables. */
export function isSameInForce(a: Manifest | undefined, b: Manifest, tenant: string): boolean {
  if (!a || a.tenants[tenant]?.digest !== b.tenants[tenant]?.digest) return false;
  const names = Object.keys(b.zones);
  return (
    names.length === Object.keys(a.zones).length &&
    names.every((name) => a.zones[name]?.digest === b.zones[name]?.digest)
  );
}

/**
 * Joins manifests of one tenant each. `apart`: the first zone of which two of them have different tables, with the
 * tenants, since one manifest has one table a zone.
 */
export function joinManifests(
  manifests: ReadonlyMap<string, Manifest>,
): { readonly manifest: Manifest; readonly apart?: never } | { readonly apart: ZonesApart } {
  const zones = new Map<string, { readonly tenant: string; readonly table: Manifest['zones'][string] }>();
  const tenants: Record<string, TenantMeaning> = {};
  const sources: Record<string, Manifest['sources'][string]> = {};
  let tzdata = '';
  for (const [tenant, manifest] of manifests) {
    for (const [zone, table] of Object.entries(manifest.zones)) {
      const known = zones.get(zone);
      if (known && known.table.digest !== table.digest)
        return { apart: { zone, tenants: [known.tenant, tenant] } };
      zones.set(zone, { tenant, table });
    }
    Object.assign(tenants, manifest.tenants);
    Object.assign(sources, manifest.sources);
    // Names are shown and decide nothing; tables do.
    tzdata = manifest.tzdata > tzdata ? manifest.tzdata : tzdata;
  }
  const digests = Object.fromEntries(Object.entries(tenants).map(([name, { digest }]) => [name, digest]));
  return {
    manifest: {
      formatVersion: 1,
      digest: digestOf(digests),
      tenants,
      zones: Object.fromEntries([...zones].map(([zone, { table }]) => [zone, table])),
      tzdata,
      sources,
    },
  };
}

export interface ZonesApart {
  readonly zone: string;
  readonly tenants: readonly [string, string];
}
