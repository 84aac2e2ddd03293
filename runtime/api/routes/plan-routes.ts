import type { ApplyAnswer, ApplyOrder, ApproveOrder, BaseAsk } from '../../apply/index.ts';
import type { ApiContext } from '../api-context.ts';
import { digestField } from '../fields.ts';
import { ok, type Route } from '../route.ts';

/** A plan holds the manifests of both sides. */
const planBytesMost = 64 * 1024 * 1024;

/** Planning against what is in force, approving, applying. */
export function planRoutes({ apply }: ApiContext): readonly Route[] {
  return [
    {
      method: 'POST',
      path: '/v1/base',
      name: 'readBase',
      tag: 'plans',
      summary: 'Reads what a plan is made against: what is in force, what waits and what runs',
      about: 'Changes nothing; a POST since many tenants may be named.',
      body: 'BaseAsk',
      answers: { 200: { about: 'of the tenants asked for', body: 'RuntimeBase' } },
      run: async ({ body }) => ok(await apply.base(body as BaseAsk)),
    },
    {
      method: 'POST',
      path: '/v1/plans/approve',
      name: 'approvePlan',
      tag: 'plans',
      summary: 'Records that somebody has reviewed a plan and its findings',
      principal: 'body',
      body: 'ApproveOrder',
      answers: {
        200: { about: 'the approval; a second one of the same principal replaces it', body: 'Approval' },
      },
      run: async ({ body, principal }) => ok(await apply.approve({ ...(body as ApproveOrder), principal })),
    },
    {
      method: 'GET',
      path: '/v1/plans/:digest/approvals',
      name: 'listApprovals',
      tag: 'plans',
      summary: 'Lists the approvals of a plan, oldest first',
      params: { digest: digestField },
      answers: { 200: { about: 'none where nobody has approved it', body: 'Approval', isList: true } },
      run: async ({ params }) => ok(await apply.approvals(params['digest']!)),
    },
    {
      method: 'POST',
      path: '/v1/plans/apply',
      name: 'applyPlan',
      tag: 'plans',
      summary: 'Applies a plan: one apply for each of its tenants, each atomic and repeatable',
      principal: 'body',
      body: 'ApplyOrder',
      bodyMost: planBytesMost,
      answers: {
        200: { about: 'in force for every tenant', body: 'ApplyAnswer' },
        202: {
          about: 'posted, and for some tenant no worker has taken it in yet; ask again',
          body: 'ApplyAnswer',
        },
        409: { about: 'refused, as a whole or for some tenant', body: 'ApplyAnswer' },
      },
      run: async ({ body, principal }) => {
        const answer = await apply.apply({ ...(body as ApplyOrder), principal });
        return { status: statusOf(answer), body: answer };
      },
    },
  ];
}

function statusOf({ refused, tenants }: ApplyAnswer): number {
  if (refused || tenants.some(({ kind }) => kind === 'refused')) return 409;
  return tenants.some(({ kind }) => kind === 'unanswered') ? 202 : 200;
}
