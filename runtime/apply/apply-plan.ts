import type { DeclaredDocument } from '../../schema/declared.ts';
import type { Manifest } from '../../schema/manifest.ts';
import type { Plan, PlanToApply } from '../../schema/plan.ts';
import type { KeptDeclaration } from '../../schema/runtime-base.ts';
import type { TenantSnapshot } from '../../schema/snapshot.ts';
import { type Approval, type Ledger, shardOf } from '../ledger/index.ts';
import type { ApplyOptions } from './apply-options.ts';
import type { ApplyAnswer, ApplyOrder, TenantAnswer } from './apply-port.ts';
import { unusedApprovals } from './approvals.ts';
import { broughtDeclarations } from './brought-declarations.ts';
import { checkPlan } from './check-plan.ts';
import { compileKept } from './compile-kept.ts';
import { findingName, isAtOrAbove } from './finding-name.ts';
import { ledgerNow } from './ledger-now.ts';
import { mergeDeclarations } from './merge-declarations.ts';
import { planAgain } from './plan-again.ts';
import { planDifferences } from './plan-differences.ts';
import { keepPlan, postApply } from './post-apply.ts';
import { Refused, refuse } from './refuse.ts';
import { snapshotOf } from './snapshot-of.ts';
import { readRevisionAt } from './standing.ts';
import { emptyTenant, isSameInForce, joinManifests, manifestOfTenant } from './tenant-manifest.ts';
import { type TenantState, tenantStates } from './tenant-state.ts';
import { unansweredMessage } from './unanswered.ts';

/** Applies that wait for their answers at the same time. */
const togetherMost = 16;

/**
 * Applies a reviewed plan: checks that it still is what was reviewed, plans again from the ledger's now, and posts one
 * order for each tenant that changes. It can be called again with the same plan as often as one likes.
 *
 * @throws where the ledger can't be reached.
 */
export async function applyPlan(
  ledger: Ledger,
  order: ApplyOrder,
  options: ApplyOptions = {},
): Promise<ApplyAnswer> {
  const { plan } = order;
  const answer: Writable<ApplyAnswer> = {
    planDigest: plan.digest,
    now: await ledgerNow(ledger),
    tenants: [],
    differs: [],
    findings: [],
    approvedBy: [],
  };
  try {
    const { id } = await ledger.meta();
    const apply = checkPlan(plan, id);
    const states = await tenantStates(ledger, plan, apply);
    answer.tenants = [...states.values()].flatMap((state) => (state.kind === 'done' ? [state.answer] : []));
    const ahead = [...states.values()].filter((state) => state.kind === 'ahead');
    if (ahead.length === 0) return answer;
    if (answer.now >= apply.expires)
      refuse('expired', 'the plan has expired', {
        help: 'make it again; `--expires` says how long one holds',
      });
    const ready = new Map<string, Ready>();
    for (const state of ahead) ready.set(state.tenant, await readyTenant(ledger, state, apply));
    const again = await judgeAgain(ledger, order, { apply, states, ready }, options, answer);
    answer.differs = planDifferences(plan, again);
    answer.findings = again.findings;
    const approvals = await unusedApprovals(
      ledger,
      plan.digest,
      ahead.map(({ tenant }) => tenant),
    );
    answer.approvedBy = approversOf(
      order,
      again,
      approvals,
      Math.max(apply.approvals, options.approvalsLeast ?? 0),
    );
    await carryOut(ledger, order, { apply, ahead, ready }, options, answer);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    answer.refused = error.refusal;
  }
  return answer;
}

type Writable<T> = { -readonly [Key in keyof T]: T[Key] };
type Ahead = Extract<TenantState, { kind: 'ahead' }>;

/** What a tenant will have in force. */
interface Ready {
  readonly manifest: Manifest;
  readonly declarations: readonly KeptDeclaration[];
  readonly documents: readonly DeclaredDocument[];
}

/**
 * Works out what a tenant's declarations mean, with those of other sources.
 *
 * @throws {Refused} where that is not what the plan says, or a declaration is another source's.
 */
async function readyTenant(ledger: Ledger, { tenant, before }: Ahead, apply: PlanToApply): Promise<Ready> {
  const { after, whole } = apply;
  const declarations = whole
    ? await declarationsGoneBackTo(ledger, tenant, apply)
    : declarationsBeside(before?.declarations ?? [], tenant, apply);
  const { manifest, diagnostics, documents } = compileKept(declarations, after);
  const why = diagnostics.find(({ severity }) => severity === 'error')?.message;
  // Also where the rest means what the plan says: what does not compile would stand in the way of every source.
  if (why !== undefined || (manifest.tenants[tenant] ?? emptyTenant).digest !== meantDigest(after, tenant))
    refuse(
      'plan-differs',
      `the declarations of \`${tenant}\` do not mean what the plan says${why ? `: ${why}` : ''}`,
      {
        help: 'declarations of another source may have changed; make the plan again, with this version of almanac',
      },
    );
  return { manifest: manifestOfTenant(after, tenant), declarations, documents };
}

function meantDigest({ tenants }: Manifest, tenant: string): string {
  return (tenants[tenant] ?? emptyTenant).digest;
}

/** @throws {Refused} for a declaration that is another source's. */
function declarationsBeside(
  inForce: readonly KeptDeclaration[],
  tenant: string,
  apply: PlanToApply,
): readonly KeptDeclaration[] {
  const { name } = apply.source;
  const { merged, claimed } = mergeDeclarations(inForce, broughtDeclarations(apply, tenant), name);
  const [taken] = claimed;
  if (taken)
    refuse(
      'owned-by-other-source',
      `${taken.kind} \`${tenant}/${taken.name}\` belongs to the source \`${taken.owner}\`, and \`${name}\` declares it too`,
      { help: 'one of the two has to give it up', declaration: { ...taken, tenant } },
    );
  return merged;
}

/**
 * Reads the declarations of every source as an earlier revision has them. The plan's own are not looked at: who speaks
 * for every source can take from each what is its, so that is only for who says again what was in force.
 *
 * @throws {Refused} where there is no such revision.
 */
async function declarationsGoneBackTo(
  ledger: Ledger,
  tenant: string,
  { source }: PlanToApply,
): Promise<readonly KeptDeclaration[]> {
  const [, of, revision] = /^([^@]+)@(\d{1,9})$/.exec(source.commit ?? '') ?? [];
  const found = of === tenant ? await readRevisionAt(ledger, tenant, Number(revision)) : undefined;
  if (found) return found.declarations;
  refuse(
    'plan-differs',
    `the plan speaks for every source of \`${tenant}\` and goes back to no revision of it that is kept`,
    { help: '`almanac revert` makes one that does' },
  );
}

interface Stage {
  readonly apply: PlanToApply;
  readonly states: ReadonlyMap<string, TenantState>;
  readonly ready: ReadonlyMap<string, Ready>;
}

/**
 * Plans again, from what is in force.
 *
 * @throws {Refused} where that is another plan.
 */
async function judgeAgain(
  ledger: Ledger,
  { plan }: ApplyOrder,
  { apply, states, ready }: Stage,
  options: ApplyOptions,
  { now }: ApplyAnswer,
): Promise<Plan> {
  const inForce = new Map<string, Manifest>();
  for (const [tenant, { before }] of states) if (before) inForce.set(tenant, before.manifest);
  const joined = joinManifests(inForce);
  if (joined.apart)
    refuse('plan-differs', `tables of ${joined.apart.zone} differ between tenants in force`, {
      help: 'make the plan again',
    });
  const again = planAgain(
    plan,
    {
      ...(inForce.size > 0 && { before: joined.manifest }),
      after: apply.after,
      documents: [...ready.values()].flatMap(({ documents }) => documents),
      snapshot: { formatVersion: 1, tenants: await snapshots(ledger, [...ready.keys()]) },
    },
    options.ruling ?? apply.rules,
    now,
  );
  if (again.digest !== plan.digest)
    refuse(
      'plan-differs',
      `what would be applied is not what was reviewed: planned again, it is ${again.digest} and not ${plan.digest}`,
      { help: 'make the plan again, and have it reviewed again' },
    );
  return again;
}

async function snapshots(
  ledger: Ledger,
  tenants: readonly string[],
): Promise<Readonly<Record<string, TenantSnapshot>>> {
  const { shardCount } = await ledger.meta();
  const found: Record<string, TenantSnapshot> = {};
  for (const tenant of tenants) found[tenant] = await snapshotOf(ledger, tenant, shardOf(tenant, shardCount));
  return found;
}

/**
 * Returns who approved.
 *
 * @throws {Refused} where there are too few, or a finding stops the apply that none of them has seen.
 */
function approversOf(
  { principal, failOn }: ApplyOrder,
  again: Plan,
  approvals: readonly Approval[],
  least: number,
): readonly string[] {
  const others = approvals.filter((approval) => approval.principal !== principal);
  if (others.length < least)
    refuse(
      'approvals',
      `the plan needs ${least} ${least === 1 ? 'approval' : 'approvals'} by others than ${principal}, who applies it, and has ${others.length}`,
      { help: '`almanac approve plan.json`' },
    );
  // Where others must approve, what they have seen counts, and not what one has approved oneself.
  const counted = least > 0 ? others : approvals;
  const seen = new Set(counted.flatMap(({ findings }) => findings));
  const unseen = again.findings.filter(
    (finding) => isAtOrAbove(finding, failOn) && !seen.has(findingName(finding)),
  );
  if (unseen.length > 0)
    refuse('findings', 'there are findings that no approval has seen', {
      help: '`almanac approve plan.json` records that somebody has',
      unseen,
    });
  return counted.map((approval) => approval.principal);
}

async function carryOut(
  ledger: Ledger,
  { plan, principal }: ApplyOrder,
  { apply, ahead, ready }: Pick<Stage, 'apply' | 'ready'> & { readonly ahead: readonly Ahead[] },
  options: ApplyOptions,
  answer: Writable<ApplyAnswer>,
): Promise<void> {
  const changing = ahead.filter(
    ({ tenant, before }) => !isSameInForce(before?.manifest, ready.get(tenant)!.manifest, tenant),
  );
  if (changing.length === 0) return;
  const kept = await keepPlan(ledger, plan);
  const carryOne = async ({ tenant, request, before }: Ahead): Promise<TenantAnswer> => {
    const { manifest, declarations } = ready.get(tenant)!;
    const said = await postApply(
      ledger,
      {
        tenant,
        request,
        before: before?.manifest.tenants[tenant]?.digest ?? '',
        beforeManifest: before?.row.manifest ?? '',
        manifest,
        declarations,
        plan: kept,
        principal,
        approvedBy: answer.approvedBy,
        source: apply.source,
      },
      options,
    );
    if (!said) return { tenant, kind: 'unanswered', message: unansweredMessage(tenant) };
    const { revision, refused } = said;
    if (revision === undefined) return { tenant, kind: 'refused', message: refused?.message ?? 'refused' };
    const row = await ledger.revision(tenant, revision);
    return { tenant, kind: 'applied', revision, ...(row && { inForceFrom: row.inForceFrom }) };
  };
  const done = [...answer.tenants];
  for (let at = 0; at < changing.length; at += togetherMost) {
    const together = changing.slice(at, at + togetherMost);
    done.push(...(await Promise.all(together.map(carryOne))));
    // Where nobody takes orders in, the others would wait as long, one after the other.
    if (done.some(({ kind }) => kind === 'unanswered')) break;
  }
  answer.tenants = done.sort((a, b) => (a.tenant < b.tenant ? -1 : 1));
}
