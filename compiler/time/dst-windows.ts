import type { Instant, Seconds, WallTime, ZoneTable } from '../../schema/time.ts';
import { DAY } from './civil-date.ts';
import { offsetIndexAt } from './offset-at.ts';

/** A span of wall time in which one rule holds: a constant offset, a gap, or a fold. Half-open. */
export interface DstWindow {
  readonly kind: 'offset' | 'gap' | 'fold';
  /** Seconds east of UTC; for gap and fold the offset after the transition. */
  readonly offset: Seconds;
  readonly from: WallTime;
  readonly until: WallTime;
  /** The transition, for gap and fold. */
  readonly at?: Instant;
}

/**
 * Cuts the wall time that a zone's clock shows during `[from, until)` into DST windows, ascending and disjoint.
 *
 * A gap is listed where its transition is in the range, and a fold where either pass of it is: whole, or as far as
 * the range shows it. A transition that changes nothing of the clock does not occur in a table.
 */
export function dstWindows(table: ZoneTable, from: Instant, until: Instant): DstWindow[] {
  const { transitions, offsets } = table;
  const windows: DstWindow[] = [];
  if (!(from < until)) return windows;
  // A fold's second pass reaches up to a day past its transition, its first up to a day before.
  const first = offsetIndexAt(table, from - DAY);
  const last = offsetIndexAt(table, until - 1 + DAY);
  for (let i = first; i <= last; i++) {
    const offset = offsets[i]!;
    const start = transitions[i - 1];
    const end = transitions[i];
    const before = offsets[i - 1];
    const after = offsets[i + 1];
    if (i > first && start !== undefined && before !== undefined) {
      if (before < offset && start >= from && start < until) {
        windows.push({ kind: 'gap', offset, from: start + before, until: start + offset, at: start });
      } else if (before > offset) {
        const fold = foldShown(start, before, offset, from, until);
        if (fold !== undefined) windows.push({ kind: 'fold', offset, ...fold, at: start });
      }
    }
    // What is left of the span between the folds at its ends.
    const low = Math.max(from, start ?? from) + offset;
    const high = Math.min(until, end ?? until) + offset;
    const cutLow = start !== undefined && before! > offset ? Math.max(low, start + before!) : low;
    const cutHigh = end !== undefined && after! < offset ? Math.min(high, end + after!) : high;
    if (cutLow < cutHigh) windows.push({ kind: 'offset', offset, from: cutLow, until: cutHigh });
  }
  return windows;
}

/** Returns the part of a fold that a range shows in either pass. */
function foldShown(
  transition: Instant,
  before: Seconds,
  after: Seconds,
  from: Instant,
  until: Instant,
): { from: WallTime; until: WallTime } | undefined {
  const low = transition + after;
  const high = transition + before;
  const passes = [
    { from: Math.max(low, from + before), until: Math.min(high, until + before) },
    { from: Math.max(low, from + after), until: Math.min(high, until + after) },
  ].filter((pass) => pass.from < pass.until);
  if (passes.length === 0) return undefined;
  return {
    from: Math.min(...passes.map((pass) => pass.from)),
    until: Math.max(...passes.map((pass) => pass.until)),
  };
}
