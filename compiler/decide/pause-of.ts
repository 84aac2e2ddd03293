import type { Instant } from '../../schema/time.ts';
import type { Hold, JobRules } from './tenant-state.ts';

/** What stops a job just now: nothing of it is dispatched, its open fires end or wait. */
export interface Stop {
  readonly fires: 'skip' | 'hold';
  readonly reason: string;
  readonly until: Instant;
}

/**
 * Returns the declared pause or operational hold that a job is in (design section 6.6), the declared one first,
 * since it may end fires and a hold only ever delays.
 */
export function pauseOf(
  job: string,
  rules: JobRules,
  holds: readonly Hold[],
  now: Instant,
): Stop | undefined {
  const { pause } = rules;
  if (pause && pause.from <= now && now < pause.until) return pause;
  const hold = holds.find((held) => (held.job === undefined || held.job === job) && now < held.until);
  return hold && { fires: 'hold', reason: hold.reason, until: hold.until };
}
