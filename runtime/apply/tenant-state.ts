import type { Plan, PlanToApply } from '../../schema/plan.ts';
import type { Ledger } from '../ledger/index.ts';
import type { TenantAnswer } from './apply-port.ts';
import { requestName } from './post-apply.ts';
import { refuse } from './refuse.ts';
import { readRevisionAt, readStanding, type Standing } from './standing.ts';

/** Where a tenant of a plan stands: still to be applied, or done by an earlier call. */
export type TenantState =
  | {
      readonly kind: 'ahead';
      readonly tenant: string;
      readonly request: string;
      readonly before: Standing | undefined;
    }
  | { readonly kind: 'done'; readonly answer: TenantAnswer; readonly before: Standing | undefined };

/**
 * Looks where each tenant of a plan stands.
 *
 * @throws {Refused} where something else is in force than what the plan compared with.
 */
export async function tenantStates(
  ledger: Ledger,
  plan: Plan,
  apply: PlanToApply,
): Promise<ReadonlyMap<string, TenantState>> {
  const states = new Map<string, TenantState>();
  const moved: string[] = [];
  for (const tenant of plan.tenants) {
    const { revision, digest } = apply.before[tenant]!;
    const standing = await readStanding(ledger, tenant);
    const order = await orderOf(ledger, plan, tenant, revision);
    if (order.revision !== undefined) {
      const before = revision === 0 ? undefined : await readRevisionAt(ledger, tenant, revision);
      states.set(tenant, { kind: 'done', answer: doneAnswer(tenant, order.revision, standing), before });
    } else if ((standing?.manifest.tenants[tenant]?.digest ?? '') === digest) {
      states.set(tenant, { kind: 'ahead', tenant, request: order.request, before: standing });
    } else moved.push(movedText(tenant, revision, standing));
  }
  if (moved.length > 0)
    refuse('base-moved', `something else is in force than what the plan compared with: ${moved.join('; ')}`, {
      help: 'make the plan again, and have it reviewed again',
    });
  return states;
}

/** Finds the order of a tenant's apply: the one that made a revision, else the name for the next one. */
async function orderOf(
  ledger: Ledger,
  plan: Plan,
  tenant: string,
  from: number,
): Promise<{ readonly request: string; readonly revision?: number }> {
  const name = requestName(plan.digest, tenant, from);
  // An order that was refused is answered for good; the same plan may be right again, and gets another name.
  for (let turn = 1; ; turn++) {
    const request = turn === 1 ? name : `${name}-${turn}`;
    const answer = await ledger.answer(tenant, request);
    if (answer?.revision !== undefined) return { request, revision: answer.revision };
    if (!answer) return { request };
  }
}

function doneAnswer(tenant: string, revision: number, standing: Standing | undefined): TenantAnswer {
  const current = standing?.row.revision ?? 0;
  return {
    tenant,
    kind: 'already',
    revision,
    ...(current === revision && standing && { inForceFrom: standing.row.inForceFrom }),
    ...(current !== revision && { message: `revision ${current} has come into force since` }),
  };
}

function movedText(tenant: string, revision: number, standing: Standing | undefined): string {
  const was = revision === 0 ? 'nothing' : `revision ${revision}`;
  const is = standing ? `revision ${standing.row.revision}, by ${standing.row.principal},` : 'nothing';
  return `in \`${tenant}\` ${is} and not ${was}`;
}
