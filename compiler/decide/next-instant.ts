import type { Instant } from '../../schema/time.ts';
import { minuteOf, minuteSeconds, rulesFor, type TenantState } from './tenant-state.ts';

/**
 * Returns the next instant after `now` at which deciding again can decide something, by the state alone: a due,
 * a deadline, the end of a run that is lost, a retry, the start or end of a pause, the end of a hold, and the next
 * minute where a fire waits for its rate. New fires, reports and outages are the caller's to know.
 *
 * Asked of a state in which all was decided at `now`. Some of these instants decide nothing; none is left out.
 */
export function nextInstant(state: TenantState, now: Instant): Instant | undefined {
  let next = Number.POSITIVE_INFINITY;
  const at = (instant: Instant | undefined) => {
    if (instant !== undefined && instant > now && instant < next) next = instant;
  };
  const { jobs } = state;
  let isRated = false;
  for (const fire of state.fires) {
    const rules = rulesFor(jobs, fire.job);
    at(fire.due);
    // On the horizon's last second a fire may still be dispatched; it has expired the second after.
    if (rules && rules.policy.horizon !== 'unlimited') at(fire.due + rules.policy.horizon + 1);
    at(rules?.pause?.from);
    at(rules?.pause?.until);
    isRated ||= fire.waiting === 'waiting.rate';
  }
  for (const fire of state.backfills) {
    const pause = rulesFor(jobs, fire.job)?.pause;
    at(fire.expires + 1);
    at(pause?.from);
    at(pause?.until);
    isRated ||= fire.waiting === 'waiting.rate';
  }
  for (const { lostAt, attempt, deadline } of state.runs) {
    at(lostAt);
    if (attempt.state === 'sent') continue;
    at(attempt.retryAt);
    // A retry that waits for an open circuit.
    if (deadline !== undefined) at(deadline + 1);
  }
  for (const { until } of state.holds) at(until);
  if (isRated) at(minuteOf(now) + minuteSeconds);
  return next === Number.POSITIVE_INFINITY ? undefined : next;
}
