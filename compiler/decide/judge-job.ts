import type { Instant } from '../../schema/time.ts';
import { catchUp } from './catch-up.ts';
import type { FateCause, WaitingCause } from './cause.ts';
import { type Because, type Decision, fireName } from './decision.ts';
import { expiryCause, isExpired } from './expire.ts';
import { overlap } from './overlap.ts';
import { pauseOf } from './pause-of.ts';
import type { OpenFire, Run, TenantState } from './tenant-state.ts';

/** What is decided of one job's fires before any cap is looked at. */
export interface JudgedJob {
  readonly decisions: readonly Decision[];
  /** Fires that only caps can hold up, oldest first. */
  readonly free: readonly OpenFire[];
  /** Whether a fire stays open here. */
  readonly waits: boolean;
}

/**
 * Judges one job's open fires, oldest first, by everything that concerns the job alone: whether it is in force,
 * expiry, pause and hold, catch-up, overlap. Nothing here depends on other jobs, so one job cannot stall another.
 */
export function judgeJob(
  job: string,
  fires: readonly OpenFire[],
  runs: readonly Run[],
  state: TenantState,
  now: Instant,
): JudgedJob {
  const decisions: Decision[] = [];
  const rules = Object.hasOwn(state.jobs, job) ? state.jobs[job] : undefined;
  const keyOf = (fire: OpenFire) => ({ job, scheduled: fire.scheduled });
  const nameOf = (fire: OpenFire) => fireName(keyOf(fire));
  const end = (fire: OpenFire, cause: FateCause, because: Partial<Because> = {}) => {
    decisions.push({ kind: 'fate', fire: keyOf(fire), cause, because: { due: fire.due, decided: now, ...because } });
  };
  let waits = false;
  const wait = (fire: OpenFire, cause: WaitingCause, because: Partial<Because> = {}) => {
    waits = true;
    if (fire.waiting === cause) return;
    decisions.push({ kind: 'wait', fire: keyOf(fire), cause, because: { due: fire.due, decided: now, ...because } });
  };

  if (!rules) {
    for (const fire of fires) end(fire, 'revision-removed');
    return { decisions, free: [], waits };
  }
  const { policy } = rules;
  const due: OpenFire[] = [];
  for (const fire of fires) {
    if (isExpired(fire.due, policy.horizon, now)) {
      const horizon = policy.horizon === 'unlimited' ? {} : { horizon: policy.horizon };
      end(fire, rules.quarantined ? 'quarantined' : expiryCause(fire), horizon);
    } else if (fire.due > now) wait(fire, 'waiting.spread');
    else due.push(fire);
  }
  if (due.length === 0) return { decisions, free: [], waits };
  // Open and unjudged, until somebody mends the job or its horizon passes.
  if (rules.quarantined) return { decisions, free: [], waits: true };

  const stop = pauseOf(job, rules, state.holds, now);
  if (stop) {
    const because = { pause: { reason: stop.reason, until: stop.until } };
    for (const fire of due) {
      if (stop.fires === 'skip') end(fire, 'paused', because);
      else wait(fire, 'waiting.hold', because);
    }
    return { decisions, free: [], waits };
  }

  const caught = catchUp(due, policy, now);
  const late = { lateAfter: policy.lateAfter };
  for (const fire of caught.dropped) end(fire, 'catch-up.none', late);
  for (const fire of caught.collapsed) end(fire, 'collapsed', { ...late, into: nameOf(caught.survivor!) });

  const judged = overlap(policy.overlap, caught.stay, runs);
  const blockerName = (blocker: Run | OpenFire) => ('id' in blocker ? blocker.id : nameOf(blocker));
  for (const { fire, cause, blocker } of judged.ended) {
    end(fire, cause, cause === 'replaced' ? { into: blockerName(blocker) } : { blocker: blockerName(blocker) });
  }
  for (const { run, by } of judged.cancel) decisions.push({ kind: 'cancel', run: run.id, replacedBy: nameOf(by) });
  for (const { fire, blocker } of judged.waiting) wait(fire, 'waiting.overlap', { blocker: blockerName(blocker) });
  return { decisions, free: judged.free, waits };
}
