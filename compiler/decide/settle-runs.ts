import type { Instant } from '../../schema/time.ts';
import type { Decision } from './decision.ts';
import type { JobRules, Run } from './tenant-state.ts';

/**
 * Ends the runs whose time is over and starts the attempts that are due (design section 6.3); returns those
 * that go on.
 *
 * A run is lost at `lostAt`, as recorded at dispatch and moved by heartbeats. A failed attempt is followed by
 * the next one at its `retryAt`, unless attempts are used up or the deadline would be past by then: then the run
 * ends `undelivered`, which may have arrived. A run that has started may be tried again after the deadline.
 */
export function settleRuns(
  runs: readonly Run[],
  jobs: Readonly<Record<string, JobRules>>,
  decisions: Decision[],
  now: Instant,
): readonly Run[] {
  return runs.filter((run) => {
    if (run.lostAt !== undefined && now >= run.lostAt) {
      decisions.push({ kind: 'run-ends', run: run.id, outcome: 'lost' });
      return false;
    }
    const { attempt } = run;
    if (attempt.state === 'sent') return true;
    const most = jobs[run.job]?.policy.retry?.attempts ?? 1;
    const start = Math.max(now, attempt.retryAt);
    const inTime = run.started || run.deadline === undefined || start <= run.deadline;
    if (attempt.number >= most || !inTime || run.cancelAsked) {
      decisions.push({ kind: 'run-ends', run: run.id, outcome: run.cancelAsked ? 'cancelled' : 'undelivered' });
      return false;
    }
    if (now >= attempt.retryAt) decisions.push({ kind: 'attempt', run: run.id, number: attempt.number + 1 });
    return true;
  });
}
