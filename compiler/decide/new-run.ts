import type { Instant } from '../../schema/time.ts';
import type { JobRules, Lane, Run, RunWindow } from './tenant-state.ts';

/**
 * Makes the run of a fire. Its deadlines are recorded here and hold whatever is declared later (design section
 * 6.3); a backfill has none for its first attempt, since its order has its own expiry.
 */
export function newRun(
  id: string,
  lane: Lane,
  fire: { readonly job: string; readonly scheduled: Instant; readonly window: RunWindow },
  job: JobRules,
  now: Instant,
  due: Instant | undefined,
): Run {
  const { horizon, report } = job.policy;
  return {
    id,
    job: fire.job,
    scheduled: fire.scheduled,
    lane,
    window: fire.window,
    dispatched: now,
    ...(due !== undefined && horizon !== 'unlimited' && { deadline: due + horizon }),
    started: false,
    ...(report?.lostAfter !== undefined && { lostAt: now + report.lostAfter }),
    attempt: { number: 1, state: 'sent' },
    ...(job.group !== undefined && { group: job.group }),
  };
}
