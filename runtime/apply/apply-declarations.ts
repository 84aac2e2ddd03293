import { digestOf, planRules, platformTzdata, standardConfig } from '../../compiler/index.ts';
import type {
  DeclarationsApplied,
  DeclarationsChange,
  DeclarationsInvalid,
  DeclarationsRefused,
} from '../../schema/declarations-api.ts';
import type { Plan } from '../../schema/plan.ts';
import type { KeptDeclaration } from '../../schema/runtime-base.ts';
import type { Instant } from '../../schema/time.ts';
import { type Ledger, shardOf } from '../ledger/index.ts';
import type { ApplyOptions } from './apply-options.ts';
import { compileKept } from './compile-kept.ts';
import { isError } from './finding-name.ts';
import { ledgerNow } from './ledger-now.ts';
import { keyOf, mergeDeclarations } from './merge-declarations.ts';
import { planAgain } from './plan-again.ts';
import { keepPlan, postApply, requestName } from './post-apply.ts';
import { snapshotOf } from './snapshot-of.ts';
import { readStanding, type Standing } from './standing.ts';
import { isSameInForce, manifestOfTenant } from './tenant-manifest.ts';
import { unansweredMessage } from './unanswered.ts';

/** What a front door that is not files hears, by HTTP status. */
export type DeclarationsAnswer =
  | { readonly status: 200; readonly body: DeclarationsApplied }
  | { readonly status: 409; readonly body: DeclarationsRefused }
  | { readonly status: 422; readonly body: DeclarationsInvalid }
  /** The order is posted, and no worker has taken it in within the deadline: the same request finds out later. */
  | { readonly status: 503; readonly body: { readonly message: string } };

/**
 * Carries out a change of one source's declarations of one tenant, all or nothing (schema/declarations-api.ts).
 *
 * @throws where the ledger can't be reached.
 */
export async function applyDeclarations(
  ledger: Ledger,
  tenant: string,
  change: DeclarationsChange,
  options: ApplyOptions = {},
): Promise<DeclarationsAnswer> {
  const standing = await readStanding(ledger, tenant);
  const inForce = standing?.declarations ?? [];
  const own = changed(inForce, change);
  const { merged, claimed } = mergeDeclarations(inForce, own, change.source);
  const [taken] = claimed;
  if (taken) {
    const { kind, name, owner } = taken;
    const message = `${kind} \`${tenant}/${name}\` belongs to the source \`${owner}\`, which would have to give it up first`;
    return {
      status: 409,
      body: { code: 'owned-by-other-source', message, declaration: { kind, name }, owner },
    };
  }
  const compiled = compileKept(merged, {
    zones: { ...standing?.manifest.zones, ...change.zones },
    tzdata: change.tzdata ?? standing?.manifest.tzdata ?? platformTzdata(),
  });
  const after = manifestOfTenant(compiled.manifest, tenant);
  // Before the base is looked at, so that a request whose answer was lost is answered.
  if (standing && isSameInForce(standing.manifest, after, tenant) && isSameSet(inForce, merged))
    return applied(standing);
  const digest = standing?.manifest.tenants[tenant]?.digest ?? null;
  if (digest !== change.base) return moved(tenant, standing);
  const now = await ledgerNow(ledger);
  const { shardCount } = await ledger.meta();
  const plan = planAgain(
    sidesOf(tenant, standing, change, now),
    {
      ...(standing && { before: standing.manifest }),
      after,
      documents: compiled.documents,
      snapshot: {
        formatVersion: 1,
        tenants: { [tenant]: await snapshotOf(ledger, tenant, shardOf(tenant, shardCount)) },
      },
    },
    standardConfig,
    now,
  );
  // What a rule on plans says of a change, whoever planned it has been told; there is no approval to wait for.
  const diagnostics = [...compiled.diagnostics, ...plan.findings.filter(({ code }) => !isPlanRule(code))];
  if (diagnostics.some(isError)) return { status: 422, body: { diagnostics } };
  const said = await postApply(
    ledger,
    {
      tenant,
      request: requestName(plan.digest, tenant, standing?.row.revision ?? 0),
      before: digest ?? '',
      beforeManifest: standing?.row.manifest ?? '',
      manifest: after,
      declarations: merged,
      plan: await keepPlan(ledger, plan),
      principal: change.principal,
      approvedBy: [],
      source: { name: change.source },
    },
    options,
  );
  if (!said) return { status: 503, body: { message: unansweredMessage(tenant) } };
  if (said.revision === undefined) return moved(tenant, await readStanding(ledger, tenant));
  return { status: 200, body: { revision: said.revision, digest: after.tenants[tenant]!.digest } };
}

/** The declarations of a source as the change leaves them. */
function changed(
  inForce: readonly KeptDeclaration[],
  { source, put, remove }: DeclarationsChange,
): readonly KeptDeclaration[] {
  const own = new Map(inForce.filter((one) => one.source === source).map((one) => [keyOf(one), one]));
  for (const key of remove) own.delete(keyOf(key));
  for (const document of put) {
    const { kind, name, value } = document;
    own.set(keyOf(document), { kind, name, source, document, digest: digestOf(value) });
  }
  return [...own.values()];
}

/** Whether the same declarations are there, with the same owners. What they say is under other digests. */
function isSameSet(a: readonly KeptDeclaration[], b: readonly KeptDeclaration[]): boolean {
  const names = new Set(a.map((one) => `${one.source} ${keyOf(one)}`));
  return names.size === b.length && b.every((one) => names.has(`${one.source} ${keyOf(one)}`));
}

function sidesOf(
  tenant: string,
  standing: Standing | undefined,
  { source }: DeclarationsChange,
  now: Instant,
): Pick<Plan, 'before' | 'after' | 'range'> {
  const label = standing && `${tenant} revision ${standing.row.revision}`;
  return {
    before: label === undefined ? { kind: 'none', label: 'none' } : { kind: 'runtime', label },
    after: { kind: 'directory', label: source },
    range: { from: now, until: now },
  };
}

function isPlanRule(code: string): boolean {
  return planRules.some(({ name }) => name === code);
}

function moved(tenant: string, standing: Standing | undefined): DeclarationsAnswer {
  const is = standing
    ? `revision ${standing.row.revision}, by ${standing.row.principal} from \`${standing.row.source?.name ?? 'nowhere'}\``
    : 'nothing';
  const message = `something else is in force for \`${tenant}\` than what the change was planned against: ${is}; plan again`;
  return { status: 409, body: { code: 'base-moved', message } };
}

function applied({ row, manifest }: Standing): DeclarationsAnswer {
  return { status: 200, body: { revision: row.revision, digest: manifest.tenants[row.tenant]!.digest } };
}
