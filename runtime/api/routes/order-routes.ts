import type { HoldOrder, OrderAnswer } from '../../../schema/orders.ts';
import { type ApiContext, ledgerNow } from '../api-context.ts';
import { ApiProblem } from '../api-problem.ts';
import { instantIn, jobField, nameField, tenantField } from '../fields.ts';
import { holdName, newRequest, orderAnswer, postOrder, refuseUnknown } from '../post-order.ts';
import { ok, type Route } from '../route.ts';

const tenant = { tenant: tenantField };
const request = {
  request: nameField('names the order, so that sending it again is the same one; by default a random one'),
};
const orderAnswers = {
  200: { about: 'taken in', body: 'OrderAnswer' },
  202: {
    about: 'posted, and no worker has taken it in yet; `location` says where to ask',
    body: 'OrderAnswer',
  },
} as const;

/** A hold lasts seven days at most (design section 6.6). */
const holdMost = 7 * 86_400;

/** Holds, and what ends them. */
export function orderRoutes(context: ApiContext): readonly Route[] {
  const { ledger, questions } = context;
  return [
    {
      method: 'GET',
      path: '/v1/tenants/:tenant/holds',
      name: 'listHolds',
      tag: 'orders',
      summary: 'Lists the operational holds in force',
      params: tenant,
      answers: { 200: { about: 'of the tenant and of its jobs', body: 'HoldRecord', isList: true } },
      run: async ({ params }) =>
        ok((await questions.upcoming({ tenant: params['tenant']!, limit: 1 })).holds),
    },
    {
      method: 'POST',
      path: '/v1/tenants/:tenant/holds',
      name: 'hold',
      tag: 'orders',
      summary: 'Lets nothing of a job, or of a tenant, be dispatched until an instant',
      about: 'It only delays: what has waited is judged at its end as if first seen then.',
      principal: 'header',
      params: tenant,
      body: 'HoldOrder',
      answers: orderAnswers,
      run: async ({ params, body, principal }) => {
        const order = body as HoldOrder;
        const until = instantIn({ until: order.until }, 'until')!;
        refuseSpan(until, await ledgerNow(context));
        const reason = order.reason.trim();
        if (reason === '' || reason.length > 500) {
          throw new ApiProblem('invalid-request', 'a hold has a reason, of at most 500 characters');
        }
        const name = namedRequest(order.request);
        return postOrder(context, {
          kind: 'hold',
          tenant: params['tenant']!,
          request: name,
          principal,
          hold: holdName(params['tenant']!, name),
          ...(order.job !== undefined && { job: order.job }),
          until,
          reason,
        });
      },
    },
    {
      method: 'POST',
      path: '/v1/tenants/:tenant/holds/:hold/release',
      name: 'release',
      tag: 'orders',
      summary: 'Ends a hold before its time',
      principal: 'header',
      params: { ...tenant, hold: nameField('the name of the hold') },
      query: request,
      answers: orderAnswers,
      run: async ({ params, query, principal }) =>
        postOrder(context, {
          kind: 'release',
          tenant: params['tenant']!,
          request: namedRequest(query['request']),
          principal,
          hold: params['hold']!,
        }),
    },
    {
      method: 'POST',
      path: '/v1/tenants/:tenant/jobs/:job/mend',
      name: 'mend',
      tag: 'orders',
      summary: 'Lets a quarantined job go on',
      principal: 'header',
      params: { ...tenant, job: jobField },
      query: request,
      answers: orderAnswers,
      run: async ({ params, query, principal }) =>
        postOrder(context, {
          kind: 'mend',
          tenant: params['tenant']!,
          request: namedRequest(query['request']),
          principal,
          job: params['job']!,
        }),
    },
    {
      method: 'GET',
      path: '/v1/tenants/:tenant/orders/:request',
      name: 'readOrder',
      tag: 'orders',
      summary: 'Reads what became of an order',
      params: { ...tenant, request: nameField('the name of the order') },
      answers: { 200: { about: 'taken in, or not yet', body: 'OrderAnswer' } },
      run: async ({ params }) => {
        await refuseUnknown(context, params['tenant']!);
        const answer = await ledger.answer(params['tenant']!, params['request']!);
        if (answer) return ok(orderAnswer(answer));
        return ok({
          tenant: params['tenant']!,
          request: params['request']!,
          taken: false,
        } satisfies OrderAnswer);
      },
    },
  ];
}

function refuseSpan(until: number, now: number): void {
  if (until > now && until <= now + holdMost) return;
  throw new ApiProblem(
    'invalid-request',
    until <= now ? 'the hold ends before it begins' : 'a hold lasts at most seven days',
    { help: 'a longer stop is a pause, which is declared and reviewed' },
  );
}

function namedRequest(value: unknown): string {
  if (value === undefined) return newRequest();
  if (typeof value === 'string' && /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/.test(value)) return value;
  throw new ApiProblem(
    'invalid-request',
    '`request` is letters, digits, dots, dashes and underscores, at most 100',
  );
}
