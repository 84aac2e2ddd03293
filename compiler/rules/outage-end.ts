import type { Instant, Seconds } from '../../schema/time.ts';
import { type Caps, decide, type OpenFire, rulesOf } from '../decide/index.ts';
import { fires } from '../time/index.ts';
import type { RuleJob } from './rule.ts';

/** Taken for `unlimited`: nobody leaves an outage alone for longer. */
const longest: Seconds = 86_400;

/** Returns the longest outage of the platform after which a fire of a job is still dispatched. */
export function outageOf({ meaning: { policy } }: RuleJob): Seconds {
  return policy.horizon === 'unlimited' ? longest : policy.horizon;
}

/** Returns a job's fires that are open at the end of an outage, the newest `most` of them. */
export function openAt(job: RuleJob, end: Instant, most: number): readonly OpenFire[] {
  const offset = job.meaning.schedule.spread?.offset ?? 0;
  const { scheduled, count } = fires(job.schedule, end - outageOf(job) - offset, end - offset + 1);
  const name = `${job.tenant}/${job.name}`;
  return Array.from(scheduled.subarray(Math.max(0, count - most), count), (at) => ({
    job: name,
    scheduled: at,
    due: at + offset,
    window: { from: at, to: at },
  }));
}

/**
 * Counts the runs that start in the first instant after an outage, by the `decide` that the runtime calls: nothing is
 * running, and all that fell due is seen at once.
 */
export function startsAt(
  jobs: readonly RuleJob[],
  fires: readonly OpenFire[],
  caps: Caps,
  end: Instant,
): number {
  const decisions = decide(
    {
      jobs: Object.fromEntries(jobs.map((job) => [`${job.tenant}/${job.name}`, rulesOf(job.meaning)])),
      fires,
      backfills: [],
      runs: [],
      caps,
      holds: [],
      minute: { start: 0, scheduled: 0, backfill: 0 },
    },
    end,
  );
  return decisions.filter(({ kind }) => kind === 'dispatch').length;
}
