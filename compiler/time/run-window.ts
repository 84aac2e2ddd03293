import type { Instant } from '../../schema/time.ts';
import type { Schedule } from './schedule.ts';

/** The half-open span of time that a run covers. */
export interface RunWindow {
  readonly from: Instant;
  readonly to: Instant;
}

export function runWindow(_schedule: Schedule, _fire: Instant, _lastBefore?: Instant): RunWindow {
  throw new Error('not written');
}
