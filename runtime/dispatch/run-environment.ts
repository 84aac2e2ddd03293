import { formatInstant } from '../../compiler/index.ts';
import type { Delivery } from '../shard/index.ts';
import type { DeliveryContext } from './dispatcher.ts';
import { runKey } from './run-event.ts';

/** Returns what a process is told of its run, as environment variables. `almanac exec` reads them too. */
export function runEnvironment(delivery: Delivery, context: DeliveryContext): Record<string, string> {
  const { tenant, run, attempt, due, revision, target } = delivery;
  return {
    ALMANAC_RUN: runKey(delivery),
    ALMANAC_TENANT: tenant,
    ALMANAC_JOB: run.job,
    ALMANAC_SCHEDULED: formatInstant(run.scheduled),
    ALMANAC_DUE: formatInstant(due),
    ALMANAC_WINDOW_FROM: formatInstant(run.window.from),
    ALMANAC_WINDOW_TO: formatInstant(run.window.to),
    ALMANAC_LANE: run.lane,
    ...(run.order !== undefined && { ALMANAC_ORDER: run.order }),
    ALMANAC_ATTEMPT: String(attempt),
    ALMANAC_REVISION: String(revision),
    ALMANAC_TARGET: target.kind,
    ...(context.traceparent !== undefined && { TRACEPARENT: context.traceparent }),
    ...(context.reportUrl !== undefined && {
      ALMANAC_REPORT_URL: context.reportUrl,
      ALMANAC_TOKEN: context.token,
    }),
  };
}
