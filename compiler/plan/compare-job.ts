import type { Manifest } from '../../schema/manifest.ts';
import type { JobChange } from '../../schema/plan.ts';
import type { Instant } from '../../schema/time.ts';
import { changeJob, type KnownTallies } from './change-job.ts';
import { pairJobs } from './pair-jobs.ts';
import { scheduleSource } from './plan-schedules.ts';

/**
 * Returns a function that says what a change makes of one job, as a plan does, but without the effects of its policy's
 * answers, which cost a hundred times the rest. Undefined where the job is on neither side. Jobs whose schedules change
 * in the same way are counted once.
 */
export function jobComparison(): (
  before: Manifest | undefined,
  after: Manifest,
  tenant: string,
  job: string,
  range: { readonly from: Instant; readonly until: Instant },
) => JobChange | undefined {
  const known = new Map<string, KnownTallies>();
  return (before, after, tenant, job, range) => {
    const pair = pairJobs(before, after, [tenant]).find((candidate) => candidate.job === job);
    if (!pair) return undefined;
    const scheduleIn = scheduleSource();
    const planned = {
      ...(pair.before && before && { before: scheduleIn(before, tenant, pair.before) }),
      ...(pair.after && { after: scheduleIn(after, tenant, pair.after) }),
    };
    const tallies = known.get(`${range.from} ${range.until}`) ?? new Map();
    known.set(`${range.from} ${range.until}`, tallies);
    const frame = { before, after, tzdata: { before: before?.tzdata, after: after.tzdata }, range };
    return changeJob(frame, pair, planned, tallies, () => []);
  };
}
