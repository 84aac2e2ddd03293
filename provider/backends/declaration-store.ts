import { canonicalJson, compileManifest, digestOf, platformTzdata, zoneTable } from '../../compiler/index.ts';
import type { DeclarationsChange, InForce, OwnedDeclaration } from '../../schema/declarations-api.ts';
import type { Kind } from '../../schema/declared.ts';
import type { Manifest } from '../../schema/manifest.ts';
import type { Instant, ZoneTable } from '../../schema/time.ts';
import type { ApplyAnswer } from './backend.ts';

/**
 * The declarations of many sources and what they mean together, as values: what a manifest file's backend keeps, and
 * what decides whether a change is taken.
 */
export interface DeclarationStore {
  /** By tenant. */
  readonly revisions: Readonly<Record<string, TenantRevision>>;
  /** By tenant, kind and name. */
  readonly declarations: readonly TenantDeclaration[];
  readonly manifest: Manifest;
}

export interface TenantDeclaration extends OwnedDeclaration {
  readonly tenant: string;
}

interface TenantRevision {
  readonly revision: number;
  readonly since: Instant;
}

export type StoreAnswer =
  | Exclude<ApplyAnswer, { kind: 'applied' }>
  | {
      readonly kind: 'applied';
      readonly store: DeclarationStore;
      readonly revision: number;
      readonly digest: string;
    };

export const emptyStore: DeclarationStore = {
  revisions: {},
  declarations: [],
  manifest: compile([], {}, platformTzdata()).manifest,
};

/** Makes a change or says why not. `now` is the instant from which it is in force. */
export function changeStore(
  store: DeclarationStore,
  tenant: string,
  change: DeclarationsChange,
  now: Instant,
): StoreAnswer {
  const known = store.declarations.filter((declaration) => declaration.tenant === tenant);
  const byName = new Map(known.map((declaration) => [nameOf(declaration), declaration]));
  for (const touched of [...change.put, ...change.remove]) {
    const owner = byName.get(nameOf(touched))?.source;
    if (owner !== undefined && owner !== change.source) return foreign(tenant, touched, owner);
  }
  const present = store.manifest.tenants[tenant]?.digest ?? null;
  const revision = store.revisions[tenant]?.revision ?? 0;
  const put = change.put.map((document): TenantDeclaration => {
    const { kind, name } = document;
    return { tenant, kind, name, source: change.source, document, digest: digestOf(document.value) };
  });
  const gone = change.remove.filter((key) => byName.has(nameOf(key)));
  const isMade =
    gone.length === 0 &&
    put.every((declaration) => byName.get(nameOf(declaration))?.digest === declaration.digest) &&
    !movesZones(store.manifest, change.zones ?? {});
  if (isMade && present !== null) return { kind: 'applied', store, revision, digest: present };
  if (present !== change.base) return moved(tenant, revision, change.base);

  for (const key of gone) byName.delete(nameOf(key));
  for (const declaration of put) byName.set(nameOf(declaration), declaration);
  const declarations = [
    ...store.declarations.filter((declaration) => declaration.tenant !== tenant),
    ...byName.values(),
  ].sort((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1));
  const zones = { ...store.manifest.zones, ...change.zones };
  const tzdata = change.zones && change.tzdata ? change.tzdata : store.manifest.tzdata;
  const { manifest, diagnostics } = compile(declarations, zones, tzdata);
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) return { kind: 'invalid', diagnostics: errors };
  const next = { revision: revision + 1, since: now };
  return {
    kind: 'applied',
    store: { revisions: { ...store.revisions, [tenant]: next }, declarations, manifest },
    revision: next.revision,
    digest: manifest.tenants[tenant]?.digest ?? digestOf(null),
  };
}

/** What is in force for a tenant; undefined where nothing was ever declared. */
export function inForceOf(store: DeclarationStore, tenant: string, now: Instant): InForce | undefined {
  const revision = store.revisions[tenant];
  const meaning = store.manifest.tenants[tenant];
  if (!revision || !meaning) return undefined;
  const { manifest } = store;
  const own = (name: string) => name.slice(name.indexOf(' ') + 1).startsWith(`${tenant}/`);
  const used = new Set(
    Object.values(meaning.jobs).flatMap(({ schedule: { timing } }) =>
      'zone' in timing && timing.zone !== undefined ? [timing.zone] : [],
    ),
  );
  return {
    ...revision,
    digest: meaning.digest,
    now,
    manifest: {
      ...manifest,
      digest: digestOf({ [tenant]: meaning.digest }),
      tenants: { [tenant]: meaning },
      zones: Object.fromEntries(Object.entries(manifest.zones).filter(([zone]) => used.has(zone))),
      sources: Object.fromEntries(Object.entries(manifest.sources).filter(([name]) => own(name))),
    },
  };
}

/** Compiles again what a store's declarations say, with the tables that are in force. */
export function recompiled(store: Omit<DeclarationStore, 'manifest'>, known: Manifest): DeclarationStore {
  return { ...store, manifest: compile(store.declarations, known.zones, known.tzdata).manifest };
}

function compile(
  declarations: readonly OwnedDeclaration[],
  zones: Readonly<Record<string, ZoneTable>>,
  tzdata: string,
) {
  return compileManifest(
    declarations.map(({ document }) => document),
    {
      tzdata,
      zoneTable: (zone) => {
        const known = zones[zone];
        if (!known) return zoneTable(zone);
        const { transitions, offsets, until } = known;
        return { zone, transitions, offsets, until };
      },
    },
  );
}

function movesZones(manifest: Manifest, zones: Readonly<Record<string, ZoneTable>>): boolean {
  return Object.entries(zones).some(([zone, table]) => {
    const known = manifest.zones[zone];
    return (
      !known ||
      canonicalJson([known.transitions, known.offsets]) !== canonicalJson([table.transitions, table.offsets])
    );
  });
}

function foreign(tenant: string, { kind, name }: { kind: Kind; name: string }, owner: string): StoreAnswer {
  return {
    kind: 'refused',
    code: 'owned-by-other-source',
    message: `${kind} ${tenant}/${name} belongs to the source \`${owner}\``,
    declaration: { kind, name },
    owner,
  };
}

function moved(tenant: string, revision: number, base: string | null): StoreAnswer {
  const was = base === null ? 'nothing' : `\`${base.slice(0, 19)}\``;
  return {
    kind: 'refused',
    code: 'base-moved',
    message: `the plan was made on ${was}, and revision ${revision} of tenant ${tenant} has come into force since`,
  };
}

const nameOf = ({ kind, name }: { kind: Kind; name: string }) => `${kind} ${name}`;

const placeOf = ({ tenant, kind, name }: TenantDeclaration) => `${tenant} ${kind} ${name}`;
