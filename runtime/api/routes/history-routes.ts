import { type ApiContext, ledgerNow } from '../api-context.ts';
import { ApiProblem } from '../api-problem.ts';
import {
  cursorField,
  flagField,
  fromField,
  instantIn,
  jobField,
  limitField,
  tenantField,
  timeField,
  timeIn,
  untilField,
} from '../fields.ts';
import { ok, type Route } from '../route.ts';

const tenant = { tenant: tenantField };
const day = 86_400;

/** What became of fires, what is missing, what comes, whether the platform keeps up. */
export function historyRoutes(context: ApiContext): readonly Route[] {
  const { questions, apply } = context;
  return [
    {
      method: 'GET',
      path: '/v1/tenants',
      name: 'listTenants',
      tag: 'history',
      summary: 'Lists the tenants that have a revision',
      answers: { 200: { about: 'by name', body: 'TenantInForce', isList: true } },
      run: async () => ok(await apply.tenants()),
    },
    {
      method: 'GET',
      path: '/v1/tenants/:tenant/fires',
      name: 'listFires',
      tag: 'history',
      summary: 'Lists what became of fires, newest first',
      about:
        'Each with its instants, its outcome or cause, its window, the revisions that created and decided it, and its run. Consecutive fires of a job with one fate are one row unless `each` is set.',
      params: tenant,
      query: {
        job: jobField,
        from: fromField,
        until: untilField,
        each: flagField('lists the fires of a stretch one by one; needs `job`'),
        omissions: flagField('also lists the nominal times that gave no fire'),
        limit: limitField,
        cursor: cursorField,
      },
      answers: { 200: { about: 'a page', body: 'HistoryPage' } },
      run: async ({ params, query }) => {
        const { job, each, omissions, limit, cursor } = query as unknown as HistoryQuery;
        const from = instantIn(query, 'from');
        const until = instantIn(query, 'until');
        if (each && job === undefined) throw eachNeedsJob();
        return ok(
          await questions.history({
            tenant: params['tenant']!,
            ...(job !== undefined && { job }),
            ...(from !== undefined && { from }),
            ...(until !== undefined && { until }),
            each,
            omissions,
            limit,
            ...(cursor !== undefined && { cursor }),
          }),
        );
      },
    },
    {
      method: 'GET',
      path: '/v1/tenants/:tenant/fires/:job/:time',
      name: 'explainFire',
      tag: 'history',
      summary: 'Explains any instant of a job, past or to come, also one that never was',
      params: { ...tenant, job: jobField, time: timeField },
      answers: {
        200: { about: 'an answer for each instant that the time stands for', body: 'Explanations' },
      },
      run: async ({ params }) =>
        ok(
          await questions.explain({
            tenant: params['tenant']!,
            job: params['job']!,
            time: timeIn(params['time']!),
          }),
        ),
    },
    {
      method: 'GET',
      path: '/v1/tenants/:tenant/missing',
      name: 'listMissing',
      tag: 'history',
      summary: 'Lists the windows that no successful run has covered',
      params: tenant,
      query: {
        job: jobField,
        from: { ...fromField, about: `${fromField.about}; by default a day ago` },
        until: untilField,
        limit: limitField,
        cursor: cursorField,
      },
      answers: { 200: { about: 'a page', body: 'MissingReport' } },
      run: async ({ params, query }) => {
        const { job, limit, cursor } = query as unknown as HistoryQuery;
        const until = instantIn(query, 'until');
        return ok(
          await questions.missing({
            tenant: params['tenant']!,
            ...(job !== undefined && { job }),
            from: instantIn(query, 'from') ?? (await ledgerNow(context)) - day,
            ...(until !== undefined && { until }),
            limit,
            ...(cursor !== undefined && { cursor }),
          }),
        );
      },
    },
    {
      method: 'GET',
      path: '/v1/tenants/:tenant/upcoming',
      name: 'listUpcoming',
      tag: 'history',
      summary: 'Lists what waits and until when, and what fires next',
      params: tenant,
      query: { job: jobField, until: untilField, limit: limitField },
      answers: { 200: { about: 'what waits and what comes', body: 'UpcomingReport' } },
      run: async ({ params, query }) => {
        const { job, limit } = query as unknown as HistoryQuery;
        const until = instantIn(query, 'until');
        return ok(
          await questions.upcoming({
            tenant: params['tenant']!,
            ...(job !== undefined && { job }),
            ...(until !== undefined && { until }),
            limit,
          }),
        );
      },
    },
    {
      method: 'GET',
      path: '/v1/tenants/:tenant/backlog',
      name: 'measureTenantBacklog',
      tag: 'history',
      summary: "Measures whether the platform keeps up with a tenant's fires",
      params: tenant,
      answers: { 200: { about: 'its shard, with its own fires alone', body: 'BacklogReport' } },
      run: async ({ params }) => ok(await questions.backlog(params['tenant']!)),
    },
    {
      method: 'GET',
      path: '/v1/backlog',
      name: 'measureBacklog',
      tag: 'history',
      summary: 'Measures whether the platform keeps up',
      answers: { 200: { about: 'shard by shard', body: 'BacklogReport' } },
      run: async () => ok(await questions.backlog()),
    },
  ];
}

interface HistoryQuery {
  readonly job?: string;
  readonly each: boolean;
  readonly omissions: boolean;
  readonly limit: number;
  readonly cursor?: string;
}

function eachNeedsJob(): ApiProblem {
  return new ApiProblem('invalid-request', '`each` lists the fires of one job', { help: 'add `job`' });
}
