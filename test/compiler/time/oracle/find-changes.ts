import type { Instant, Seconds } from '../../../../schema/time.ts';
import { openClock } from './platform-clock.ts';

/** A jump of a zone's wall clock: the first instant after it, and the offset on either side. */
export interface Change {
  readonly zone: string;
  readonly at: Instant;
  readonly before: Seconds;
  readonly after: Seconds;
}

const grain = 30;

/**
 * Finds every change of a zone's offset in `[from, until)` by probing its wall clock each `step` seconds,
 * then each hour, then each 30 s, and shows each probe to `visit`.
 *
 * A pair of changes that cancel each other within one step would be overlooked; the nearest two that undo
 * each other are 6 d 23 h apart (Recife 2000, Gaza 2040).
 * With `visit`, every 30 s from two hours before each change to two hours after it is probed as well.
 */
export function findChanges(
  zone: string,
  span: { from: Instant; until: Instant; step: Seconds },
  visit?: (instant: Instant, offset: Seconds) => void,
): Change[] {
  const clock = openClock(zone);
  const offset = (instant: Instant): Seconds => {
    const read = clock(instant) - instant;
    visit?.(instant, read);
    return read;
  };
  const changes: Change[] = [];

  const walk = (from: Instant, until: Instant, steps: readonly Seconds[]): void => {
    const [step, ...finer] = steps as [Seconds, ...Seconds[]];
    for (let at = from, before = offset(at); at < until; ) {
      const next = Math.min(at + step, until);
      const after = offset(next);
      if (before !== after) {
        if (step === grain) {
          changes.push({ zone, at: next, before, after });
        } else {
          walk(at, next, finer);
        }
      }
      at = next;
      before = after;
    }
  };
  walk(span.from, span.until, [span.step, 3600, grain]);

  for (const { at } of changes) {
    if (clock(at - 1) - (at - 1) === clock(at) - at) {
      throw new Error(
        `the clock of ${zone} changes off the 30 s grid, before ${new Date(at * 1000).toISOString()}`,
      );
    }
    for (let near = at - 7200; visit && near <= at + 7200; near += grain) {
      offset(near);
    }
  }
  return changes;
}
