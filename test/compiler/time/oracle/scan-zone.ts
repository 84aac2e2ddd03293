import type { Instant, Seconds, WallTime } from '../../../../schema/time.ts';
import { openClock } from './platform-clock.ts';

const grain = 30;

/** What a zone's wall clock does in `[from, until)`, as seen by looking at it every 30 s. */
export interface Scan {
  readonly zone: string;
  readonly from: Instant;
  readonly until: Instant;
  /** The wall times at whole minutes, from the first to the last, those in gaps too. */
  readonly minutes: readonly WallTime[];
  /** When a wall time is shown: the instants, in order; none in a gap. */
  shownAt(wall: WallTime): readonly Instant[];
  /** The gap that swallows a wall time: the first instant after it, and how much wall time is left out. */
  gapOf(wall: WallTime): { readonly at: Instant; readonly length: Seconds };
}

export function scanZone(zone: string, from: Instant, until: Instant): Scan {
  const clock = openClock(zone);
  const shown = new Map<WallTime, Instant[]>();
  const gaps: { first: WallTime; end: WallTime; at: Instant }[] = [];
  let lowest = Number.POSITIVE_INFINITY;
  let highest = Number.NEGATIVE_INFINITY;

  for (let instant = from, expected = clock(from); instant < until; instant += grain) {
    const wall = clock(instant);
    if (wall > expected) {
      gaps.push({ first: expected, end: wall, at: instant });
    }
    expected = wall + grain;
    lowest = Math.min(lowest, wall);
    highest = Math.max(highest, wall);
    const instants = shown.get(wall);
    if (instants) {
      instants.push(instant);
    } else {
      shown.set(wall, [instant]);
    }
  }

  const minutes: WallTime[] = [];
  for (let wall = Math.ceil(lowest / 60) * 60; wall <= highest; wall += 60) {
    minutes.push(wall);
  }
  return {
    zone,
    from,
    until,
    minutes,
    shownAt: (wall) => shown.get(wall) ?? [],
    gapOf(wall) {
      const gap = gaps.find(({ first, end }) => first <= wall && wall < end);
      if (!gap) {
        throw new Error(`no gap of ${zone} holds ${new Date(wall * 1000).toISOString()}`);
      }
      return { at: gap.at, length: gap.end - gap.first };
    },
  };
}
