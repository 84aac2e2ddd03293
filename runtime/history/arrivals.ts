import { fires, type Schedule } from '../../compiler/index.ts';
import type { Instant, Seconds } from '../../schema/time.ts';
import type { TenantRow } from '../ledger/index.ts';
import type { Archive } from './archive.ts';
import { contextOf } from './job-context.ts';

/** How many fires of some tenants fall due in the time to come. */
export interface Arrivals {
  /** Fires due in the next so many seconds. */
  countWithin(seconds: Seconds): number;
}

/** Steps in which arrivals are counted. */
const step = 300;

/**
 * Counts the coming fires of tenants by the revisions in force. Jobs that share a schedule are counted once and
 * multiplied; spread moves a fire by less than it matters here.
 */
export async function arrivalsOf(
  archive: Archive,
  tenants: readonly TenantRow[],
  now: Instant,
  ahead: Seconds,
): Promise<Arrivals> {
  const jobs = new Map<Schedule, number>();
  for (const { tenant, revision } of tenants) {
    const manifest = await archive.manifest(tenant, revision);
    for (const name of Object.keys(manifest?.tenants[tenant]?.jobs ?? {})) {
      const context = await contextOf(archive, tenant, name, revision);
      if (context) jobs.set(context.subject.schedule, (jobs.get(context.subject.schedule) ?? 0) + 1);
    }
  }
  const steps = new Float64Array(Math.ceil(ahead / step));
  for (const [schedule, count] of jobs) {
    const found = fires(schedule, now + 1, now + 1 + ahead);
    for (let i = 0; i < found.count; i++) {
      const index = Math.floor((found.scheduled[i]! - now - 1) / step);
      steps[index] = (steps[index] ?? 0) + count;
    }
  }
  return {
    countWithin(seconds) {
      let sum = 0;
      const whole = Math.min(steps.length, Math.floor(seconds / step));
      for (let i = 0; i < whole; i++) sum += steps[i]!;
      return whole < steps.length ? sum + (steps[whole]! * (seconds - whole * step)) / step : sum;
    },
  };
}
