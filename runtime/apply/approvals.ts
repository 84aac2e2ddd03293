import type { Digest } from '../../schema/manifest.ts';
import type { Instant } from '../../schema/time.ts';
import type { Approval, Ledger } from '../ledger/index.ts';
import type { ApproveOrder } from './apply-port.ts';
import { ledgerNow } from './ledger-now.ts';

/** Records that somebody has looked at a plan and its findings. A second approval by the same one replaces the first. */
export async function approvePlan(ledger: Ledger, order: ApproveOrder): Promise<Approval> {
  const { planDigest, principal, findings, comment } = order;
  const approval: Approval = {
    planDigest,
    principal,
    at: await ledgerNow(ledger),
    findings: [...new Set(findings)].sort(),
    ...(comment !== undefined && { comment }),
  };
  await ledger.putApproval(approval);
  return approval;
}

/** How many of a tenant's last revisions are looked through for one that used a plan up. */
const lookedThrough = 50;

/**
 * Returns the approvals of a plan that were not used yet. A plan's digest says what changes and not when, so the same
 * change applied, reverted and applied again has one digest; each time it wants approvals of its own.
 */
export async function unusedApprovals(
  ledger: Ledger,
  planDigest: Digest,
  tenants: readonly string[],
): Promise<readonly Approval[]> {
  const approvals = await ledger.approvals(planDigest);
  if (approvals.length === 0) return approvals;
  let used: Instant = Number.NEGATIVE_INFINITY;
  for (const tenant of tenants) {
    const { rows } = await ledger.revisions(tenant, { limit: lookedThrough });
    for (const row of rows) if (row.planDigest === planDigest) used = Math.max(used, row.inForceFrom);
  }
  // An apply takes force up to a second before the entry that holds it.
  return approvals.filter(({ at }) => at > used + 1);
}
