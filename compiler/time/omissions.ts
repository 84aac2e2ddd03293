import type { Instant } from '../../schema/time.ts';
import type { Omission, Schedule } from './schedule.ts';
export function omissions(_schedule: Schedule, _from: Instant, _until: Instant): Omission[] {
  throw new Error('not written');
}
