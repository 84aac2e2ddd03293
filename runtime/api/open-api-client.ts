import { formatInstant } from '../../compiler/index.ts';
import type { BacklogReport } from '../../schema/backlog.ts';
import type { Explanations } from '../../schema/explanation.ts';
import type { HistoryPage } from '../../schema/history.ts';
import type { MissingReport } from '../../schema/missing.ts';
import type { OrderAnswer } from '../../schema/orders.ts';
import type { RecordedHistory } from '../../schema/recorded-history.ts';
import type { RevisionPage } from '../../schema/revision.ts';
import type { RuntimeBase } from '../../schema/runtime-base.ts';
import type { UpcomingReport } from '../../schema/upcoming.ts';
import type { ApplyAnswer, ApplyPort, RevisionDetail, TenantInForce } from '../apply/index.ts';
import { NotFound, type Questions } from '../history/index.ts';
import type { Approval } from '../ledger/index.ts';
import { createSender, type Sender, type SenderOptions } from './api-sender.ts';
import type { Ordering, Orders } from './orders.ts';
import { principalHeader } from './principal-of.ts';

/** A runtime behind its API, as commands and programs use it. */
export interface ApiClient {
  readonly questions: Questions;
  readonly apply: ApplyPort;
  readonly orders: Orders;
}

/**
 * Opens a runtime by the address of its API. Methods throw `NotFound` and `CursorError` as those on a ledger do,
 * `ApiProblem` for what else the runtime refuses, `RuntimeUnreachable` where there is no answer.
 */
export function openApiClient(url: string, options: SenderOptions = {}): ApiClient {
  const send = createSender(url, options);
  return { questions: askOver(send), apply: applyOver(send), orders: orderOver(send) };
}

function askOver(send: Sender): Questions {
  return {
    async tenants() {
      const tenants = (await send('GET', '/v1/tenants')).body as readonly TenantInForce[];
      return tenants.map(({ tenant }) => tenant);
    },
    history: async ({ tenant, from, until, ...rest }) =>
      (await send('GET', `/v1/tenants/${tenant}/fires`, { query: { ...rest, ...span(from, until) } }))
        .body as HistoryPage,
    async explain({ tenant, job, time }) {
      const text = time.kind === 'instant' ? formatInstant(time.instant) : time.text;
      return (await send('GET', `/v1/tenants/${tenant}/fires/${job}/${encodeURIComponent(text)}`))
        .body as Explanations;
    },
    missing: async ({ tenant, from, until, ...rest }) =>
      (await send('GET', `/v1/tenants/${tenant}/missing`, { query: { ...rest, ...span(from, until) } }))
        .body as MissingReport,
    upcoming: async ({ tenant, until, ...rest }) =>
      (await send('GET', `/v1/tenants/${tenant}/upcoming`, { query: { ...rest, ...span(undefined, until) } }))
        .body as UpcomingReport,
    backlog: async (tenant) =>
      (await send('GET', tenant === undefined ? '/v1/backlog' : `/v1/tenants/${tenant}/backlog`))
        .body as BacklogReport,
  };
}

function applyOver(send: Sender): ApplyPort {
  return {
    base: async (ask) => (await send('POST', '/v1/base', { body: ask })).body as RuntimeBase,
    tenants: async () => (await send('GET', '/v1/tenants')).body as readonly TenantInForce[],
    approve: async (order) => (await send('POST', '/v1/plans/approve', { body: order })).body as Approval,
    approvals: async (digest) =>
      (await send('GET', `/v1/plans/${digest}/approvals`)).body as readonly Approval[],
    // Refused or not, the answer says what became of each tenant.
    apply: async (order) =>
      (await send('POST', '/v1/plans/apply', { body: order, also: [409] })).body as ApplyAnswer,
    revisions: async (tenant, { limit, after }) =>
      (
        await send('GET', `/v1/tenants/${tenant}/revisions`, {
          query: { limit, ...(after !== undefined && { cursor: after }) },
        })
      ).body as RevisionPage,
    async revision(tenant, revision) {
      try {
        return (await send('GET', `/v1/tenants/${tenant}/revisions/${revision}`)).body as RevisionDetail;
      } catch (error) {
        if (error instanceof NotFound) return undefined;
        throw error;
      }
    },
    recorded: async ({ tenant, from, until }) =>
      (await send('GET', `/v1/tenants/${tenant}/recorded`, { query: span(from, until) }))
        .body as RecordedHistory,
  };
}

function orderOver(send: Sender): Orders {
  const posted = async (
    { tenant, principal, request }: Ordering,
    path: string,
    more: { readonly body?: unknown; readonly query?: Readonly<Record<string, unknown>> },
  ) => {
    const headers = { [principalHeader]: principal };
    const named = request === undefined ? {} : { request };
    const query = more.body === undefined ? { query: named } : {};
    return (await send('POST', `/v1/tenants/${tenant}/${path}`, { headers, ...query, ...more }))
      .body as OrderAnswer;
  };
  return {
    hold: (of, order) =>
      posted(of, 'holds', {
        body: { ...order, ...(of.request !== undefined && { request: of.request }) },
      }),
    release: (of, hold) => posted(of, `holds/${hold}/release`, {}),
    mend: (of, job) => posted(of, `jobs/${job}/mend`, {}),
    answer: async (tenant, request) =>
      (await send('GET', `/v1/tenants/${tenant}/orders/${request}`)).body as OrderAnswer,
  };
}

function span(from: number | undefined, until: number | undefined): Readonly<Record<string, string>> {
  return {
    ...(from !== undefined && { from: formatInstant(from) }),
    ...(until !== undefined && { until: formatInstant(until) }),
  };
}
