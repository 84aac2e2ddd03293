import type { DeclaredDocument } from '../../schema/declared.ts';
import type { Diagnostic } from '../../schema/diagnostic.ts';
import type { JobSpec } from '../../schema/index.ts';
import type { Manifest, Source, TenantMeaning, ZoneMeaning } from '../../schema/manifest.ts';
import type { ZoneTable } from '../../schema/time.ts';
import { arrangeDeclarations, type Refused } from './arrange-declarations.ts';
import { setUpBench } from './bench.ts';
import { checkTenants } from './check-tenants.ts';
import { compileTenant } from './compile-tenant.ts';
import { digestOf } from './digest-of.ts';
import { zoneOf } from './zone-of.ts';

/** Where a manifest's meaning comes from beside its documents. */
export interface ManifestContext {
  /** Name of the time-zone data, for instance `2025c`. */
  readonly tzdata: string;
  /** Returns the table of a zone, by primary name. Asked once for each zone. */
  readonly zoneTable: (zone: string) => ZoneTable;
  /**
   * Returns the text of a calendar file by the path that a declaration gives, relative to the folder of the
   * declaration's own file; undefined where there is none.
   */
  readonly calendarFile?: (declaredIn: string, path: string) => string | undefined;
  /** Documents that could not be read: what names them is left out without another remark. */
  readonly refused?: readonly Refused[];
}

/**
 * Compiles documents to what they mean: names resolved, defaults filled in, one spelling for everything,
 * digests over it. The order of documents, files, keys and sets makes no difference, and neither does how a
 * duration, an instant, a zone or a cron expression is spelt.
 *
 * A declaration with an error is left out, and so is a job that names it.
 */
export function compileManifest(
  documents: readonly DeclaredDocument[],
  context: ManifestContext,
): { manifest: Manifest; diagnostics: Diagnostic[] } {
  const diagnostics: Diagnostic[] = [];
  const bench = setUpBench(context.tzdata, context.zoneTable);
  const declared = arrangeDeclarations(documents, context.refused ?? [], diagnostics);
  checkTenants(declared);
  const tenants: Record<string, TenantMeaning> = {};
  for (const [tenant, declarations] of declared) {
    tenants[tenant] = compileTenant(tenant, declarations, { bench, calendarFile: context.calendarFile });
  }
  const digests = Object.fromEntries(Object.entries(tenants).map(([name, { digest }]) => [name, digest]));
  const manifest: Manifest = {
    formatVersion: 1,
    digest: digestOf(digests),
    tenants,
    zones: zonesOf(tenants, context.zoneTable),
    tzdata: context.tzdata,
    sources: sourcesOf(documents),
  };
  return { manifest, diagnostics: diagnostics.sort(byPlace) };
}

function zonesOf(
  tenants: Readonly<Record<string, TenantMeaning>>,
  zoneTable: (zone: string) => ZoneTable,
): Readonly<Record<string, ZoneMeaning>> {
  const names = new Set<string>();
  for (const { jobs } of Object.values(tenants)) {
    for (const { schedule } of Object.values(jobs)) {
      const zone = zoneOf(schedule);
      if (zone !== undefined) names.add(zone);
    }
  }
  return Object.fromEntries([...names].sort().map((name) => [name, zoneMeaning(zoneTable(name))]));
}

/** Some two hundred transitions each, which who compiles job by job gives as the same object every time. */
const zoneMeanings = new WeakMap<ZoneTable, ZoneMeaning>();

function zoneMeaning(table: ZoneTable): ZoneMeaning {
  const known = zoneMeanings.get(table);
  if (known) return known;
  const { zone, transitions, offsets, until } = table;
  const meaning = {
    digest: digestOf({ zone, transitions, offsets, until }),
    zone,
    transitions,
    offsets,
    until,
  };
  zoneMeanings.set(table, meaning);
  return meaning;
}

function sourcesOf(documents: readonly DeclaredDocument[]): Readonly<Record<string, Source>> {
  const sources = documents.map((document): [string, Source] => {
    const { kind, tenant, name, file, line } = document;
    let places: Source['positions'] | undefined;
    const policy = kind === 'Job' ? (document.value as { spec: JobSpec }).spec.policy : undefined;
    return [
      `${kind} ${tenant}/${name}`,
      {
        file,
        line,
        // Spread when somebody asks: a plan asks for the few declarations that differ.
        get positions() {
          places ??= valuePlaces(document);
          return places;
        },
        ...(typeof policy === 'string' && { policy }),
      },
    ];
  });
  // The first of several with one name, as everywhere.
  sources.sort(([a, x], [b, y]) => (a < b ? -1 : a > b ? 1 : placeOf(y) < placeOf(x) ? -1 : 1));
  return Object.fromEntries(sources);
}

function valuePlaces(document: DeclaredDocument): Source['positions'] {
  const places: Record<string, readonly [number, number]> = {};
  for (const [pointer, [line, column]] of Object.entries(document.positions)) {
    if (!pointer.endsWith('#key')) places[pointer] = [line, column];
  }
  return places;
}

const placeOf = ({ file, line }: Source) => `${file}:${String(line).padStart(9, '0')}`;

/** In the order in which a reader meets them. */
function byPlace(a: Diagnostic, b: Diagnostic): number {
  const [x, y] = [a.span, b.span];
  if (!x || !y) return 0;
  if (x.file !== y.file) return x.file < y.file ? -1 : 1;
  return x.line - y.line || x.column - y.column || (a.code < b.code ? -1 : a.code > b.code ? 1 : 0);
}
