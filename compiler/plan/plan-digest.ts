import type { Digest, Manifest } from '../../schema/manifest.ts';
import type { DeclarationChange } from '../../schema/plan.ts';
import { digestOf } from '../manifest/index.ts';
import type { JobPair } from './pair-jobs.ts';

type Row = readonly [string, string, string, string];

/**
 * Returns the digest of a change: over sorted (tenant, what, meaning before, meaning after) and
 * (zone, table before, table after), rows that do not differ left out. Range, fires and findings are not in it,
 * so that an approval holds while time passes (design section 7).
 */
export function planDigest(
  before: Manifest | undefined,
  after: Manifest,
  pairs: readonly JobPair[],
  declarations: readonly DeclarationChange[],
): Digest {
  const jobs = pairs.flatMap(({ tenant, job, renamedFrom, before: was, after: is }): Row[] => {
    if (was?.digest === is?.digest && !renamedFrom) return [];
    const what = renamedFrom ? `Job ${renamedFrom} -> ${job}` : `Job ${job}`;
    return [[tenant, what, was?.digest ?? '', is?.digest ?? '']];
  });
  const others = declarations.map(
    ({ tenant, kind, name }): Row => [
      tenant,
      `${kind} ${name}`,
      meaningDigest(before, kind, tenant, name),
      meaningDigest(after, kind, tenant, name),
    ],
  );
  const zoneNames = [...new Set([...Object.keys(before?.zones ?? {}), ...Object.keys(after.zones)])];
  const zones = zoneNames.flatMap((zone): Row[] => {
    const was = before?.zones[zone]?.digest ?? '';
    const is = after.zones[zone]?.digest ?? '';
    return was === is ? [] : [['', `Zone ${zone}`, was, is]];
  });
  const rows = [...jobs, ...others, ...zones].map((row) => JSON.stringify(row)).sort();
  return digestOf(rows);
}

function meaningDigest(manifest: Manifest | undefined, kind: string, tenant: string, name: string): string {
  const meaning = manifest?.tenants[tenant];
  const value = {
    Tenant: meaning?.tenant,
    Policy: meaning?.policies[name],
    Calendar: meaning?.calendars[name],
    Grant: meaning?.grants[name],
    Channel: meaning?.channels[name],
    Silence: meaning?.silences[name],
    Scenario: meaning?.scenarios[name],
  }[kind];
  return value === undefined ? '' : digestOf(value);
}
