import type { Instant } from '../../schema/time.ts';
import { minuteOf, minuteSeconds, type TenantState } from './tenant-state.ts';

/**
 * Returns the next instant after `now` at which deciding again can decide something, by the state alone: a due,
 * a deadline, the end of a run that is lost, a retry, the start or end of a pause, the end of a hold, and the next
 * minute where a fire waits for its rate. New fires, reports and outages are the caller's to know.
 */
export function nextInstant(state: TenantState, now: Instant): Instant | undefined {
  let next = Number.POSITIVE_INFINITY;
  const at = (instant: Instant | undefined) => {
    if (instant !== undefined && instant > now && instant < next) next = instant;
  };
  const rated = (waiting: string | undefined) => {
    if (waiting === 'waiting.rate') at(minuteOf(now) + minuteSeconds);
  };
  for (const fire of state.fires) {
    const rules = state.jobs[fire.job];
    at(fire.due);
    // On the horizon's last second a fire may still be dispatched; it has expired the second after.
    if (rules && rules.policy.horizon !== 'unlimited') at(fire.due + rules.policy.horizon + 1);
    at(rules?.pause?.from);
    at(rules?.pause?.until);
    rated(fire.waiting);
  }
  for (const fire of state.backfills) {
    at(fire.expires + 1);
    at(state.jobs[fire.job]?.pause?.until);
    rated(fire.waiting);
  }
  for (const run of state.runs) {
    at(run.lostAt);
    if (run.attempt.state === 'failed') at(run.attempt.retryAt);
  }
  for (const hold of state.holds) at(hold.until);
  return Number.isFinite(next) ? next : undefined;
}
