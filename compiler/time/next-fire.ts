import type { Instant } from '../../schema/time.ts';
import type { Schedule } from './schedule.ts';
export function nextFire(_schedule: Schedule, _after: Instant): Instant | undefined {
  throw new Error('not written');
}
export function previousFire(_schedule: Schedule, _before: Instant): Instant | undefined {
  throw new Error('not written');
}
