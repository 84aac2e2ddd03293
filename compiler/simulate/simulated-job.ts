import type { JobMeaning } from '../../schema/manifest.ts';
import { rulesOf } from '../decide/index.ts';
import { fires, runWindow, type Schedule } from '../time/index.ts';
import type { SimulatedJob } from './timeline.ts';

/**
 * Makes a job ready for simulation, of its meaning and its compiled schedule (without the spread, as `scheduleOf`
 * gives it). Jobs that share a schedule object count as alike in their fires.
 */
export function simulatedJob(
  job: JobMeaning,
  schedule: Schedule,
  duration: SimulatedJob['duration'] = job.expectedDuration,
): SimulatedJob {
  const { spread } = job.schedule;
  return {
    rules: rulesOf(job),
    fires: (from, until) => fires(schedule, from, until),
    ...(spread && { spread: spread.offset }),
    ...(duration !== undefined && { duration }),
    windowFrom: (fire) => runWindow(schedule, fire).from,
    alike: schedule,
  };
}
