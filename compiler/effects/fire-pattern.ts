import type { Instant, Seconds } from '../../schema/time.ts';
import { fires, previousFire, type Schedule } from '../time/index.ts';
import type { Anchor } from './anchor.ts';

/**
 * The fires from an anchor on, as seconds after it: what an effect depends on. Two jobs at other hours of the day
 * have the same pattern, and so the same thresholds.
 */
export interface FirePattern {
  /** Ascending, from 0. */
  readonly offsets: readonly Seconds[];
  /** Where the first fire's window begins; not after 0. */
  readonly opens: Seconds;
  /** Fires at or after this are not in the pattern. */
  readonly until: Seconds;
}

/** Fires that a pattern holds at most: enough for a horizon of two weeks at every five minutes. */
const patternMost = 4_100;
const day: Seconds = 86_400;

/** Reads the pattern of a schedule from an anchor on, over a length of time. */
export function firePattern(schedule: Schedule, { scheduled }: Anchor, length: Seconds): FirePattern {
  const offsets: Seconds[] = [];
  let until = 0;
  while (until < length && offsets.length < patternMost) {
    const next = Math.min(until + day, length);
    const found = fires(schedule, scheduled + until, scheduled + next);
    for (let i = 0; i < found.count; i++) offsets.push(found.scheduled[i]! - scheduled);
    until = next;
  }
  const previous: Instant = previousFire(schedule, scheduled) ?? scheduled;
  return { offsets, opens: previous - scheduled, until };
}
