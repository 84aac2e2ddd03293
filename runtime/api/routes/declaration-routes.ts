import type { DeclarationsChange } from '../../../schema/declarations-api.ts';
import { applyDeclarations, readDeclarations } from '../../apply/index.ts';
import type { ApiContext } from '../api-context.ts';
import { ApiProblem } from '../api-problem.ts';
import { checkDocuments } from '../check-documents.ts';
import { tenantField } from '../fields.ts';
import { ok, type Route } from '../route.ts';

const declarationBytesMost = 32 * 1024 * 1024;

/** For front doors that are not files, such as Terraform (schema/declarations-api.ts). */
export function declarationRoutes({ ledger, applyOptions }: ApiContext): readonly Route[] {
  return [
    {
      method: 'GET',
      path: '/v1/tenants/:tenant/declarations',
      name: 'listDeclarations',
      tag: 'declarations',
      summary: "Lists a tenant's declarations in force, of one source or of all",
      params: { tenant: tenantField },
      query: {
        source: {
          about: 'who keeps them, for instance `terraform:prod-jobs`',
          schema: { type: 'string', minLength: 1, maxLength: 200 },
        },
      },
      answers: { 200: { about: 'by kind and name', body: 'OwnedDeclaration', isList: true } },
      run: async ({ params, query }) =>
        ok(await readDeclarations(ledger, params['tenant']!, query['source'] as string | undefined)),
    },
    {
      method: 'POST',
      path: '/v1/tenants/:tenant/declarations',
      name: 'changeDeclarations',
      tag: 'declarations',
      summary: "Changes one source's declarations of one tenant, all or nothing",
      principal: 'body',
      params: { tenant: tenantField },
      body: 'DeclarationsChange',
      bodyMost: declarationBytesMost,
      answers: {
        200: { about: 'in force', body: 'DeclarationsApplied' },
        409: {
          about: 'nothing was changed: something else is in force, or belongs to another source',
          body: 'DeclarationsRefused',
        },
        422: { about: 'nothing was changed: the declarations do not compile', body: 'DeclarationsInvalid' },
      },
      run: async ({ params, body, principal }) => {
        const change = { ...(body as DeclarationsChange), principal };
        const diagnostics = checkDocuments(params['tenant']!, change.put);
        if (diagnostics.length > 0) return { status: 422, body: { diagnostics } };
        const answer = await applyDeclarations(ledger, params['tenant']!, change, applyOptions);
        if (answer.status === 503) throw new ApiProblem('unanswered', answer.body.message);
        return answer;
      },
    },
  ];
}
