import type { RevisionDetail } from '../../apply/index.ts';
import { readInForce } from '../../apply/index.ts';
import { CursorError } from '../../history/index.ts';
import type { ApiContext } from '../api-context.ts';
import { ApiProblem } from '../api-problem.ts';
import {
  cursorField,
  fromField,
  instantIn,
  limitField,
  revisionField,
  tenantField,
  untilField,
} from '../fields.ts';
import { type Asked, ok, type Route } from '../route.ts';

const tenant = { tenant: tenantField };
const numbered = { ...tenant, revision: revisionField };

/** What is and was in force. */
export function revisionRoutes({ ledger, apply }: ApiContext): readonly Route[] {
  const revisionOf = async ({ params }: Asked): Promise<RevisionDetail> => {
    const found = await apply.revision(params['tenant']!, Number(params['revision']));
    if (found) return found;
    throw new ApiProblem(
      'unknown-revision',
      `the tenant \`${params['tenant']}\` has no revision ${params['revision']}`,
    );
  };
  return [
    {
      method: 'GET',
      path: '/v1/tenants/:tenant/manifest',
      name: 'readInForce',
      tag: 'revisions',
      summary: 'Reads what is in force for a tenant',
      params: tenant,
      answers: { 200: { about: 'the revision in force with its manifest', body: 'InForce' } },
      run: async ({ params }) => {
        const found = await readInForce(ledger, params['tenant']!);
        if (found) return ok(found);
        throw new ApiProblem(
          'unknown-tenant',
          `nothing was ever in force for the tenant \`${params['tenant']}\``,
        );
      },
    },
    {
      method: 'GET',
      path: '/v1/tenants/:tenant/revisions',
      name: 'listRevisions',
      tag: 'revisions',
      summary: 'Lists the revisions of a tenant, newest first',
      params: tenant,
      query: { limit: limitField, cursor: cursorField },
      answers: { 200: { about: 'a page', body: 'RevisionPage' } },
      run: async ({ params, query }) => {
        const { limit, cursor } = query as { readonly limit: number; readonly cursor?: string };
        const page = { limit, ...(cursor !== undefined && { after: cursor }) };
        return ok(await pageOr(() => apply.revisions(params['tenant']!, page)));
      },
    },
    {
      method: 'GET',
      path: '/v1/tenants/:tenant/revisions/:revision',
      name: 'readRevision',
      tag: 'revisions',
      summary: 'Reads a revision with its manifest, declarations, plan and approvals',
      params: numbered,
      answers: { 200: { about: 'all that was recorded of it', body: 'RevisionDetail' } },
      run: async (asked) => ok(await revisionOf(asked)),
    },
    {
      method: 'GET',
      path: '/v1/tenants/:tenant/revisions/:revision/manifest',
      name: 'readRevisionManifest',
      tag: 'revisions',
      summary: 'Reads the manifest of a revision',
      params: numbered,
      answers: { 200: { about: 'of this tenant alone', body: 'Manifest' } },
      run: async (asked) => ok((await revisionOf(asked)).manifest),
    },
    {
      method: 'GET',
      path: '/v1/tenants/:tenant/revisions/:revision/plan',
      name: 'readRevisionPlan',
      tag: 'revisions',
      summary: 'Reads the plan that was reviewed for a revision',
      params: numbered,
      answers: { 200: { about: 'as it was reviewed', body: 'Plan' } },
      run: async (asked) => ok((await revisionOf(asked)).plan),
    },
    {
      method: 'GET',
      path: '/v1/tenants/:tenant/recorded',
      name: 'readRecorded',
      tag: 'plans',
      summary: 'Reads what was recorded of a tenant, to decide it again under another manifest',
      params: tenant,
      query: { from: fromField, until: untilField },
      answers: {
        200: {
          about: 'fires, outages and what was in force; a long range may end earlier, and says so',
          body: 'RecordedHistory',
        },
      },
      run: async ({ params, query }) => {
        const [from, until] = [instantIn(query, 'from'), instantIn(query, 'until')];
        if (from === undefined || until === undefined)
          throw new ApiProblem('invalid-request', '`from` and `until` are both needed');
        return ok(await apply.recorded({ tenant: params['tenant']!, from, until }));
      },
    },
  ];
}

/** Its cursors are the ledger's own places. */
async function pageOr<Page>(read: () => Promise<Page>): Promise<Page> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof RangeError) throw new CursorError();
    throw error;
  }
}
