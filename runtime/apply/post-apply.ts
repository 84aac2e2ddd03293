import { createHash } from 'node:crypto';
import type { Digest, Manifest } from '../../schema/manifest.ts';
import type { Plan } from '../../schema/plan.ts';
import type { KeptDeclaration } from '../../schema/runtime-base.ts';
import { type AnswerRow, type Ledger, type RevisionRow, shardOf } from '../ledger/index.ts';
import { type ApplyOptions, pauseFor } from './apply-options.ts';
import { putValue } from './blobs.ts';

/** One tenant's apply, checked and ready. */
export interface TenantApply {
  readonly tenant: string;
  /** Names the order; the same twice is one order. */
  readonly request: string;
  readonly before: Digest | '';
  /** Blob digest of the manifest that the plan went out from, with its zone tables. */
  readonly beforeManifest: Digest | '';
  /** Of this tenant alone. */
  readonly manifest: Manifest;
  readonly declarations: readonly KeptDeclaration[];
  readonly plan: KeptPlan;
  readonly principal: string;
  readonly approvedBy: readonly string[];
  readonly source?: RevisionRow['source'];
}

/** A plan whose bytes are in the ledger. */
export interface KeptPlan {
  readonly bytes: Digest;
  /** Its own digest, which approvals name. */
  readonly digest: Digest;
}

/** Stores a plan as it was reviewed; what applying it takes is the revision's anyway. */
export async function keepPlan(ledger: Ledger, { apply: _, ...plan }: Plan): Promise<KeptPlan> {
  return { bytes: await putValue(ledger, plan), digest: plan.digest };
}

/** Looks for an answer: often at first, since a worker ticks every second, and with patience after. */
const firstPauseMs = 20;
const longestPauseMs = 500;

/**
 * Names the order of a tenant's apply. The revision that it starts from is in it, so that the same change applied,
 * reverted and applied again is three orders, and a call that was interrupted and is made again is one.
 */
export function requestName(planDigest: Digest, tenant: string, from: number): string {
  const text = `${planDigest} ${tenant} ${from}`;
  return `apply-${createHash('sha256').update(text).digest('hex').slice(0, 32)}`;
}

/** Stores what the order names beside its plan, posts it to the tenant's shard, and waits for its answer. */
export async function postApply(
  ledger: Ledger,
  apply: TenantApply,
  options: ApplyOptions,
): Promise<AnswerRow | undefined> {
  const { tenant, request, source, plan } = apply;
  const [manifest, declarations] = await Promise.all([
    putValue(ledger, apply.manifest),
    putValue(ledger, apply.declarations),
  ]);
  // CRASH: bytes that no letter names yet; the call made again stores the same ones.
  const { shardCount } = await ledger.meta();
  await ledger.post([
    {
      shard: shardOf(tenant, shardCount),
      letter: {
        kind: 'apply',
        tenant,
        request,
        principal: apply.principal,
        before: apply.before,
        beforeManifest: apply.beforeManifest,
        manifest,
        declarations,
        plan: plan.bytes,
        planDigest: plan.digest,
        approvedBy: apply.approvedBy,
        ...(source && { source }),
      },
    },
  ]);
  // CRASH: posted, and nobody waits for the answer; the call made again finds it.
  return await awaitAnswer(ledger, tenant, request, options);
}

async function awaitAnswer(
  ledger: Ledger,
  tenant: string,
  request: string,
  { answerWithinMs = 30_000, pause = pauseFor }: ApplyOptions,
): Promise<AnswerRow | undefined> {
  let step = firstPauseMs;
  for (let waited = 0; ; waited += step, step = Math.min(step * 2, longestPauseMs)) {
    const answer = await ledger.answer(tenant, request);
    if (answer || waited >= answerWithinMs) return answer;
    await pause(step);
  }
}
