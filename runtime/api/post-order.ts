import { createHash, randomUUID } from 'node:crypto';
import { formatInstant } from '../../compiler/index.ts';
import type { OrderAnswer } from '../../schema/orders.ts';
import type { ProblemCode } from '../../schema/problem.ts';
import { type AnswerRow, type OrderLetter, shardOf } from '../ledger/index.ts';
import type { ApiContext } from './api-context.ts';
import { ApiProblem } from './api-problem.ts';
import type { Answered } from './route.ts';

const firstPauseMs = 20;
const longestPauseMs = 500;

/** An order and, where it makes a hold, the hold's name. */
export type Order = Exclude<OrderLetter, { kind: 'apply' }>;

/** Names an order that its sender has not named. */
export function newRequest(): string {
  return `order-${randomUUID()}`;
}

/** Names the hold that an order makes, so that the order sent again means the same one. */
export function holdName(tenant: string, request: string): string {
  return `hold-${createHash('sha256').update(`${tenant} ${request}`).digest('hex').slice(0, 12)}`;
}

/**
 * Posts an order to its tenant's shard and waits until it is taken in: 200, or 202 with where to ask where that takes
 * longer than the caller should wait.
 *
 * @throws {ApiProblem} where the tenant is not known, or the shard refuses the order.
 */
export async function postOrder(context: ApiContext, order: Order): Promise<Answered> {
  const { ledger, answerWithinMs, pause } = context;
  const { tenant, request } = order;
  await refuseUnknown(context, tenant);
  const earlier = await ledger.answer(tenant, request);
  if (!earlier) {
    const { shardCount } = await ledger.meta();
    await ledger.post([{ shard: shardOf(tenant, shardCount), letter: order }]);
  }
  const hold = order.kind === 'mend' ? {} : { hold: order.hold };
  let step = firstPauseMs;
  for (let waited = 0; ; waited += step, step = Math.min(step * 2, longestPauseMs)) {
    const answer = earlier ?? (await ledger.answer(tenant, request));
    if (answer) return { status: 200, body: { ...orderAnswer(answer), ...hold } };
    if (waited >= answerWithinMs) break;
    await pause(step);
  }
  const body: OrderAnswer = { tenant, request, ...hold, taken: false };
  return { status: 202, body, location: `/v1/tenants/${tenant}/orders/${request}` };
}

/** @throws {ApiProblem} where nothing was ever in force for the tenant: nobody would read what is posted to it. */
export async function refuseUnknown({ ledger }: ApiContext, tenant: string): Promise<void> {
  const row = await ledger.tenant(tenant);
  if (row && row.revision > 0) return;
  throw new ApiProblem('unknown-tenant', `nothing was ever in force for the tenant \`${tenant}\``);
}

const refusals: Readonly<Record<NonNullable<AnswerRow['refused']>['code'], ProblemCode>> = {
  'base-moved': 'refused',
  'unknown-tenant': 'unknown-tenant',
  'unknown-job': 'unknown-job',
  invalid: 'refused',
};

/**
 * Returns what became of an order.
 *
 * @throws {ApiProblem} where it was refused.
 */
export function orderAnswer({ tenant, request, at, refused }: AnswerRow): OrderAnswer {
  if (refused) throw new ApiProblem(refusals[refused.code], refused.message);
  return { tenant, request, taken: true, at: formatInstant(at) };
}
