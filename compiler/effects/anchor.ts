import type { Instant, Seconds } from '../../schema/time.ts';
import { fires, type Schedule } from '../time/index.ts';

/** Where things go wrong: a fire, and how soon the next one comes. */
export interface Anchor {
  readonly scheduled: Instant;
  /** The smallest spacing of the range; absent where it has one fire. */
  readonly spacing?: Seconds;
}

/** Fires that are looked at for the smallest spacing: a dense schedule repeats itself long before. */
const lookedAtMost = 20_000;
const day: Seconds = 86_400;

/**
 * Finds the fire at which an effect is told: the first whose next fire follows after the smallest spacing, so that
 * overlap and catch-up show where they show first. A daily job's 23 hours in spring are no reason to leave the
 * first fire: that needs a spacing shorter by a tenth. Undefined where nothing fires in the range.
 */
export function findAnchor(schedule: Schedule, from: Instant, until: Instant): Anchor | undefined {
  let anchor: Anchor | undefined;
  let previous: Instant | undefined;
  let seen = 0;
  for (let start = from; start < until && seen < lookedAtMost; start += day) {
    const found = fires(schedule, start, Math.min(start + day, until));
    seen += found.count;
    for (let i = 0; i < found.count; i++) {
      const scheduled = found.scheduled[i]!;
      if (previous === undefined) anchor = { scheduled };
      else if (anchor?.spacing === undefined || scheduled - previous < 0.9 * anchor.spacing) {
        anchor = { scheduled: previous, spacing: scheduled - previous };
      }
      previous = scheduled;
    }
  }
  return anchor;
}
