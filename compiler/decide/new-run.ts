import type { Instant } from '../../schema/time.ts';
import type { FireKey } from './decision.ts';
import type { JobRules, Lane, Run, RunWindow } from './tenant-state.ts';

/**
 * Makes the run of a fire. What is recorded here, its deadline (the fire's horizon, or the order's expiry), when it
 * counts as lost and how often it is attempted, holds whatever is declared later (design section 6.3).
 */
export function newRun(
  parts: {
    readonly id: string;
    readonly lane: Lane;
    readonly fire: FireKey & { readonly window: RunWindow };
    readonly rules: JobRules;
    readonly deadline: Instant | undefined;
  },
  now: Instant,
): Run {
  const { id, lane, fire, rules, deadline } = parts;
  const { report, retry } = rules.policy;
  return {
    id,
    job: fire.job,
    scheduled: fire.scheduled,
    lane,
    ...(fire.order !== undefined && { order: fire.order }),
    window: fire.window,
    dispatched: now,
    ...(deadline !== undefined && { deadline }),
    started: false,
    ...(report?.lostAfter !== undefined && { lostAt: now + report.lostAfter }),
    attempt: { number: 1, state: 'sent' },
    attemptCountMax: retry?.attempts ?? 1,
    ...(rules.group !== undefined && { group: rules.group }),
  };
}
