import type { Instant, Seconds } from '../../schema/time.ts';
import type { Schedule } from './schedule.ts';
export function smallestSpacing(_schedule: Schedule, _from: Instant, _until: Instant): Seconds | undefined {
  throw new Error('not written');
}
