import { compileManifest, platformTzdata, scheduleOf, zoneTable } from '../../compiler/index.ts';
import type { DeclaredDocument } from '../../schema/declared.ts';
import type { Diagnostic } from '../../schema/diagnostic.ts';
import type { JobMeaning, Manifest, ZoneMeaning } from '../../schema/manifest.ts';
import type { Instant, ZoneTable } from '../../schema/time.ts';
import { fireMap } from './fire-map.ts';

/** One job with all that decides its fires, alone in a manifest: one side of a plan. */
export interface JobSide {
  readonly tenant: string;
  readonly name: string;
  readonly meaning: JobMeaning;
  readonly manifest: Manifest;
}

/** Compiles one job with the declarations that it names. `zones` are tables that are in force; others are the platform's. */
export function compileJobSide(
  job: DeclaredDocument,
  named: readonly DeclaredDocument[],
  refused: readonly Pick<DeclaredDocument, 'kind' | 'tenant' | 'name'>[],
  zones: Readonly<Record<string, ZoneTable>>,
): { readonly side: JobSide | undefined; readonly diagnostics: readonly Diagnostic[] } {
  const { manifest, diagnostics } = compileManifest([job, ...named], {
    tzdata: platformTzdata(),
    zoneTable: (zone) => tableFrom(zones[zone]) ?? platformTable(zone),
    refused,
  });
  const meaning = manifest.tenants[job.tenant]?.jobs[job.name];
  const { tenant, name } = job;
  return { side: meaning && { tenant, name, meaning, manifest }, diagnostics };
}

/** Cuts one job out of what is in force. */
export function jobSideOf(manifest: Manifest, tenant: string, name: string): JobSide | undefined {
  const whole = manifest.tenants[tenant];
  const meaning = whole?.jobs[name];
  if (!whole || !meaning) return undefined;
  const { calendars, digest } = whole;
  const none = { policies: {}, grants: {}, channels: {}, silences: {}, scenarios: {} };
  const alone = { digest, calendars, jobs: { [name]: meaning }, ...none };
  return { tenant, name, meaning, manifest: { ...manifest, tenants: { [tenant]: alone } } };
}

/** The fires of a side after an instant, as Terraform shows them. */
export function firesOf(
  { manifest, tenant, meaning }: JobSide,
  from: Instant,
): Readonly<Record<string, string>> {
  return fireMap(meaning, scheduleOf(manifest, tenant, meaning), from);
}

/** The zone that a side's fires depend on, with its table. */
export function zoneOfSide({ meaning, manifest }: JobSide): ZoneMeaning | undefined {
  const { timing } = meaning.schedule;
  const zone = 'zone' in timing ? timing.zone : undefined;
  return zone === undefined ? undefined : manifest.zones[zone];
}

const tables = new Map<string, ZoneTable>();

/** The platform's table of a zone; building one takes milliseconds, and a thousand jobs share a few. */
export function platformTable(zone: string): ZoneTable {
  const known = tables.get(zone) ?? zoneTable(zone);
  tables.set(zone, known);
  return known;
}

const bareTables = new WeakMap<ZoneTable, ZoneTable>();

/** A table in force without its digest; the same object for the same one. */
function tableFrom(table: ZoneTable | undefined): ZoneTable | undefined {
  if (!table) return undefined;
  const known = bareTables.get(table);
  if (known) return known;
  const { zone, transitions, offsets, until } = table;
  const bare = { zone, transitions, offsets, until };
  bareTables.set(table, bare);
  return bare;
}
