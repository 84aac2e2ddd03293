import { formatInstant } from '../../compiler/index.ts';
import type { Instant } from '../../schema/time.ts';
import type { Delivery } from '../shard/index.ts';
import type { DeliveryContext } from './dispatcher.ts';

/** A run as a CloudEvents 1.0 event: its attributes as texts, by name, and the data where the target declares none. */
export interface RunEvent {
  readonly attributes: Readonly<Record<string, string>>;
  readonly data: RunData;
}

/** What a target is told of a run. Instants are RFC 3339 in UTC, in whole seconds. */
export interface RunData {
  /** `tenant/job@instant`, with `#order` where it is not the fire's own run: the same for every attempt. */
  readonly run: string;
  readonly tenant: string;
  readonly job: string;
  readonly scheduled: string;
  readonly due: string;
  /** The span that the run covers, `[from, to)`. */
  readonly window: { readonly from: string; readonly to: string };
  readonly lane: string;
  readonly order?: string;
  /** From 1. */
  readonly attempt: number;
  /** By which it was decided. */
  readonly revision: number;
  readonly report?: { readonly url: string; readonly token: string };
}

/** A minute's runs share most of their instants: the last few are not written again. */
const written = new Map<Instant, string>();

function textOf(instant: Instant): string {
  let text = written.get(instant);
  if (text === undefined) {
    if (written.size >= 64) written.clear();
    text = formatInstant(instant);
    written.set(instant, text);
  }
  return text;
}

/** Names a run among those of all tenants: the idempotency key. */
export function runKey({ tenant, run }: Pick<Delivery, 'tenant' | 'run'>): string {
  return `${tenant}/${run.id}`;
}

function runData(delivery: Delivery, context: DeliveryContext): RunData {
  const { tenant, run, attempt, due, revision } = delivery;
  return {
    run: runKey(delivery),
    tenant,
    job: run.job,
    scheduled: textOf(run.scheduled),
    due: textOf(due),
    window: { from: textOf(run.window.from), to: textOf(run.window.to) },
    lane: run.lane,
    ...(run.order !== undefined && { order: run.order }),
    attempt,
    revision,
    ...(context.reportUrl !== undefined && { report: { url: context.reportUrl, token: context.token } }),
  };
}

/**
 * Makes the event of a run. Its `id` is the run's, so that every attempt and every repeated delivery is the same event
 * to whoever deduplicates by `source` and `id`.
 */
export function runEvent(delivery: Delivery, context: DeliveryContext): RunEvent {
  const data = runData(delivery, context);
  const { traceparent } = context;
  return {
    data,
    attributes: {
      specversion: '1.0',
      id: data.run,
      source: `/${data.tenant}/${data.job}`,
      type: 'dev.almanac.run',
      time: data.scheduled,
      tenant: data.tenant,
      job: data.job,
      scheduled: data.scheduled,
      due: data.due,
      windowfrom: data.window.from,
      windowto: data.window.to,
      lane: data.lane,
      ...(data.order !== undefined && { order: data.order }),
      attempt: String(data.attempt),
      revision: String(data.revision),
      // The extension of CloudEvents for distributed tracing.
      ...(traceparent !== undefined && { traceparent }),
      ...(data.report && { reporturl: data.report.url, reporttoken: data.report.token }),
    },
  };
}
