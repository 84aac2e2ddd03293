import type { DeclaredDocument } from '../../../schema/declared.ts';
import type { Manifest } from '../../../schema/manifest.ts';
import type { PlanSide, PlanToApply } from '../../../schema/plan.ts';
import type { KeptDeclaration } from '../../../schema/runtime-base.ts';
import type { Snapshot } from '../../../schema/snapshot.ts';
import type { Seconds } from '../../../schema/time.ts';
import { filesSource, keepDocuments } from '../../manifest/index.ts';
import { CallError, headCommit } from '../../source/index.ts';
import type { Call } from '../call.ts';
import { loadSide, type Side } from '../load-side.ts';
import type { Opened } from '../open-workshop.ts';
import type { BaseInForce, PlanRuntime } from './plan-runtime.ts';

/** Both sides of a plan against what is in force, and what its apply needs beside. */
export interface InForceSides {
  readonly after: Side;
  readonly side: Pick<PlanSide, 'kind' | 'label'>;
  readonly manifest?: Manifest;
  readonly snapshot: Snapshot;
  toApply(lasts: Seconds): PlanToApply;
}

/** Claims that are told; who has more of them has one cause. */
const claimsMost = 5;

/**
 * Reads the declarations of a source, asks a runtime what is in force for its tenants, and compiles the declarations
 * with those of the other sources there.
 *
 * Where paths are given, these are the source's declarations for the tenants in them. Where none are, they are all
 * that the source has, so that a tenant of which nothing is left is one whose jobs are removed.
 *
 * @throws {CallError} where the runtime can't be asked, or a declaration belongs to another source.
 */
export async function loadInForce(
  call: Call,
  runtime: PlanRuntime,
  words: string,
  workshop: Opened,
): Promise<InForceSides> {
  const { configuration, workTree, scope } = workshop;
  const { tenant: wanted, source: named } = call.options as { tenant?: readonly string[]; source?: string };
  const source = named ?? configuration.config.source ?? filesSource;
  const isWhole = call.words.length === 0 && wanted === undefined;
  let found: BaseInForce | undefined;
  const others = async (own: readonly DeclaredDocument[]) => {
    const tenants = new Set([...own.map(({ tenant }) => tenant), ...(wanted ?? [])]);
    await workshop.progress.step('asking the runtime what is in force');
    found = await runtime.base(call, words, { tenants: [...tenants].sort(), ...(isWhole && { source }) });
    return foreignTo(found, own, source);
  };
  const after = await loadSide(workTree, workshop, {
    ...(wanted && { isWanted: ({ tenant }) => wanted.includes(tenant) }),
    others,
  });
  const { label, base, manifest } = found!;
  const repository = scope.entries[0]?.repository;
  const commit = repository === undefined ? undefined : headCommit(repository);
  const { rules, options, waivers, approvals = 0 } = configuration.config;
  return {
    after,
    side: manifest ? { kind: 'runtime', label } : { kind: 'none', label },
    ...(manifest && { manifest }),
    snapshot: { formatVersion: 1, tenants: Object.fromEntries(busyTenants(base)) },
    toApply: (lasts) => ({
      runtime: base.runtime,
      expires: (call.options['now'] === undefined ? base.now : call.now) + lasts,
      source: { name: source, ...(commit !== undefined && { commit }) },
      before: Object.fromEntries(
        Object.entries(base.tenants).map(([name, { revision, digest }]) => [name, { revision, digest }]),
      ),
      after: after.manifest,
      declarations: byTenant(keepDocuments(after.own, source)),
      rules: { rules, options, waivers },
      approvals,
    }),
  };
}

/**
 * Returns the declarations in force that belong to other sources.
 *
 * @throws {CallError} where `own` has one of them.
 */
function foreignTo(
  { base }: BaseInForce,
  own: readonly DeclaredDocument[],
  source: string,
): readonly KeptDeclaration[] {
  const others = Object.values(base.tenants).flatMap(({ declarations }) =>
    declarations.filter((declaration) => declaration.source !== source),
  );
  const keyOf = ({ kind, tenant, name }: DeclaredDocument) => `${kind} ${tenant}/${name}`;
  const owners = new Map(others.map((other) => [keyOf(other.document), other.source]));
  const claims = own.flatMap((document) => {
    const owner = owners.get(keyOf(document));
    const { kind, tenant, name, file, line } = document;
    return owner === undefined
      ? []
      : [`${kind} \`${tenant}/${name}\` (${file}:${line}) belongs to the source \`${owner}\``];
  });
  if (claims.length === 0) return others;
  const left = claims.length - claimsMost;
  const told = `${claims.slice(0, claimsMost).join('; ')}${left > 0 ? `; and ${left} more` : ''}`;
  throw new CallError(
    `declared twice: ${told}; here \`${source}\` declares ${claims.length === 1 ? 'it' : 'them'} too`,
    'a declaration has one source: take it out here, or let the other one give it up first',
  );
}

function busyTenants({ tenants }: BaseInForce['base']) {
  return Object.entries(tenants).flatMap(([name, { snapshot }]) =>
    snapshot.fires.length + snapshot.runs.length === 0 ? [] : [[name, snapshot] as const],
  );
}

function byTenant(
  declarations: readonly KeptDeclaration[],
): Readonly<Record<string, readonly KeptDeclaration[]>> {
  const tenants: Record<string, KeptDeclaration[]> = {};
  for (const declaration of declarations) {
    const { tenant } = declaration.document;
    tenants[tenant] = [...(tenants[tenant] ?? []), declaration];
  }
  return tenants;
}
