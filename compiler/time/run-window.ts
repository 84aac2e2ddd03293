import type { Instant } from '../../schema/time.ts';
import { previousFire } from './next-fire.ts';
import type { Schedule } from './schedule.ts';

/** The half-open span of time that a run covers: `[from, to)`. */
export interface RunWindow {
  readonly from: Instant;
  readonly to: Instant;
}

/**
 * Returns the span that the run of a fire covers: from the fire before it to its own instant (design section 5).
 *
 * `lastBefore` is for the first fire of a revision: the job's last fire under the revision before, which the span then
 * begins at, so that a changed schedule leaves no hole. A new job's first fire begins at the previous instant of its
 * schedule, taken without `start`; the first of an interval one `every` before its anchor; the first of a list, which
 * has nothing before it, covers nothing.
 */
export function runWindow(schedule: Schedule, fire: Instant, lastBefore?: Instant): RunWindow {
  return { from: lastBefore ?? beginning(schedule, fire), to: fire };
}

function beginning(schedule: Schedule, fire: Instant): Instant {
  const previous = previousFire(schedule, fire);
  if (previous !== undefined) return previous;
  const { source } = schedule;
  if (source.kind === 'every' && fire <= source.anchor) return source.anchor - source.every;
  return previousFire({ ...schedule, from: 0 }, fire) ?? fire;
}
