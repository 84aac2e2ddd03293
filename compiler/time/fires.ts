import type { Instant } from '../../schema/time.ts';
import type { Fires, Schedule } from './schedule.ts';
export function fires(_schedule: Schedule, _from: Instant, _until: Instant): Fires {
  throw new Error('not written');
}
