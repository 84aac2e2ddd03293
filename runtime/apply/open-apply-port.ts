import type { Ledger } from '../ledger/index.ts';
import type { ApplyOptions } from './apply-options.ts';
import { applyPlan } from './apply-plan.ts';
import type { ApplyPort } from './apply-port.ts';
import { approvePlan } from './approvals.ts';
import { readBase } from './read-base.ts';
import { recordedHistory } from './recorded-history.ts';
import { listRevisions, listTenants, readRevision } from './revisions.ts';

/** Reviews and applies straight on a ledger. Orders are posted; a worker has to be there to carry them out. */
export function openApplyPort(ledger: Ledger, options: ApplyOptions = {}): ApplyPort {
  return {
    base: (ask) => readBase(ledger, ask),
    tenants: () => listTenants(ledger),
    approve: (order) => approvePlan(ledger, order),
    approvals: (planDigest) => ledger.approvals(planDigest),
    apply: (order) => applyPlan(ledger, order, options),
    revisions: (tenant, page) => listRevisions(ledger, tenant, page),
    revision: (tenant, revision) => readRevision(ledger, tenant, revision),
    recorded: (ask) => recordedHistory(ledger, ask),
  };
}
