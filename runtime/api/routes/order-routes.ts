import type { HoldOrder, OrderAnswer } from '../../../schema/orders.ts';
import type { ApiContext } from '../api-context.ts';
import { jobField, nameField, tenantField } from '../fields.ts';
import { type Answered, type Asked, ok, type Route } from '../route.ts';

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

/** Holds, and what ends them. */
export function orderRoutes({ orders, questions }: ApiContext): readonly Route[] {
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
      run: async (asked) => answered(await orders.hold(whose(asked), asked.body as HoldOrder)),
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
      run: async (asked) => answered(await orders.release(whose(asked), asked.params['hold']!)),
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
      run: async (asked) => answered(await orders.mend(whose(asked), asked.params['job']!)),
    },
    {
      method: 'GET',
      path: '/v1/tenants/:tenant/orders/:request',
      name: 'readOrder',
      tag: 'orders',
      summary: 'Reads what became of an order',
      params: { ...tenant, request: nameField('the name of the order') },
      answers: { 200: { about: 'taken in, or not yet', body: 'OrderAnswer' } },
      run: async ({ params }) => ok(await orders.answer(params['tenant']!, params['request']!)),
    },
  ];
}

function whose({ params, principal, query }: Asked) {
  const name = query['request'] as string | undefined;
  return { tenant: params['tenant']!, principal, ...(name !== undefined && { request: name }) };
}

function answered(answer: OrderAnswer): Answered {
  if (answer.taken) return ok(answer);
  return { status: 202, body: answer, location: `/v1/tenants/${answer.tenant}/orders/${answer.request}` };
}
