import type { Instant } from '../../schema/time.ts';
import type { Hold, JobRules } from './tenant-state.ts';

/** What stops a job just now: nothing of it is dispatched, its open fires end or wait. */
export interface Stop {
  readonly fires: 'skip' | 'hold';
  readonly reason: string;
  /** Absent for a quarantine, which ends when somebody mends the job. */
  readonly until?: Instant;
}

/** Looks up what stops a job at the instant for which it was made. */
export type PauseOf = (job: string, rules: JobRules) => Stop | undefined;

/**
 * Returns the look-up of what stops a job: a quarantine before anything else, since such a job can't be judged;
 * then its declared pause, which may end fires; then operational holds, which only delay (design section 6.6). Of
 * several holds the one that ends last is named.
 */
export function pausesAt(holds: readonly Hold[], now: Instant): PauseOf {
  let onAll: Stop | undefined;
  const onJobs = new Map<string, Stop>();
  for (const { job, until, reason } of holds) {
    if (now >= until) continue;
    const hold: Stop = { fires: 'hold', reason, until };
    if (job === undefined) onAll = later(onAll, hold);
    else onJobs.set(job, later(onJobs.get(job), hold));
  }
  return (job, { quarantined, pause }) => {
    if (quarantined) return quarantine;
    if (pause && pause.from <= now && now < pause.until) return pause;
    const own = onJobs.size > 0 ? onJobs.get(job) : undefined;
    return own && onAll ? later(onAll, own) : (own ?? onAll);
  };
}

const quarantine: Stop = { fires: 'hold', reason: 'quarantined' };

/** Names one of two holds, whichever was presented first. */
function later(a: Stop | undefined, b: Stop): Stop {
  if (!a || a.until! < b.until!) return b;
  return a.until === b.until && b.reason < a.reason ? b : a;
}
