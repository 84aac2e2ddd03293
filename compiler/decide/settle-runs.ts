import type { Instant } from '../../schema/time.ts';
import type { RunOutcome } from './cause.ts';
import type { Decision } from './decision.ts';
import { inOrder, runOrder } from './in-order.ts';
import { type Run, rulesFor, type TenantState } from './tenant-state.ts';

/**
 * Ends the runs whose time is over (design section 6.3), by what was recorded at their dispatch; returns those that
 * go on. Adds to `decisions`.
 */
export function endRuns(runs: readonly Run[], decisions: Decision[], now: Instant): readonly Run[] {
  const ended = runs.filter((run) => outcomeOf(run, now));
  if (ended.length === 0) return runs;
  for (const run of inOrder(ended, runOrder)) {
    decisions.push({ kind: 'run-ends', run: run.id, outcome: outcomeOf(run, now)! });
  }
  return runs.filter((run) => !outcomeOf(run, now));
}

/**
 * Returns how a run ends by itself, if it does now. It is lost at `lostAt`. After a failed attempt nothing of it is
 * at the target: it ends where it gives way to another (`cancelled`), where its attempts are used up or where the
 * deadline would be past by the next one (`undelivered`, which may have arrived). A run that has started may be tried
 * again after the deadline.
 */
function outcomeOf(run: Run, now: Instant): RunOutcome | undefined {
  const { attempt, deadline, lostAt } = run;
  if (lostAt !== undefined && now >= lostAt) return 'lost';
  if (attempt.state === 'sent') return undefined;
  if (run.cancelAsked) return 'cancelled';
  if (attempt.number >= run.attemptCountMax) return 'undelivered';
  const isTooLate = !run.started && deadline !== undefined && Math.max(now, attempt.retryAt) > deadline;
  return isTooLate ? 'undelivered' : undefined;
}

/**
 * Starts the attempts that are due. Attempts belong to the run, which goes on all the while: no pause, hold or cap
 * stops them. To a target whose circuit is open nothing is sent, so there they wait.
 */
export function retryRuns(
  runs: readonly Run[],
  jobs: TenantState['jobs'],
  decisions: Decision[],
  now: Instant,
): void {
  const retried = runs.filter(
    ({ job, attempt }) =>
      attempt.state === 'failed' && now >= attempt.retryAt && !rulesFor(jobs, job)?.circuitOpen,
  );
  for (const { id, attempt } of inOrder(retried, runOrder)) {
    decisions.push({ kind: 'attempt', run: id, number: attempt.number + 1 });
  }
}
