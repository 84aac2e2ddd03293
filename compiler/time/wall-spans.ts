import type { Instant, Seconds, WallTime, ZoneTable } from '../../schema/time.ts';
import { offsetIndexAt } from './offset-at.ts';
import type { DstAnswers } from './place-wall.ts';

/**
 * A stretch of wall time that becomes instants by one subtraction, and the lost wall times that join its beginning.
 * Half-open.
 */
export interface WallSpan {
  readonly from: WallTime;
  readonly until: WallTime;
  readonly offset: Seconds;
  readonly lost: LostWalls | undefined;
}

/** Wall times of the gap before a span, as far as they fire. */
interface LostWalls {
  readonly from: WallTime;
  readonly until: WallTime;
  /** By which they become instants with `shift`. */
  readonly offsetBefore: Seconds;
  /** Where they all go with `next`. */
  readonly transition: Instant;
}

/**
 * Cuts the instants `[from, until)` into spans of wall time (the drawing is in README.md).
 *
 * Without answers (elapsed class) a span is all that the clock shows. With them the spans of a fold are cut so that
 * its wall times are in one of them (`first`, `second`) or in both, and a gap's lost wall times join the span after it.
 * Every instant is judged by itself, so that a range can be cut in two anywhere.
 */
export function wallSpans(
  table: ZoneTable,
  from: Instant,
  until: Instant,
  answers: DstAnswers | undefined,
): WallSpan[] {
  const { transitions, offsets } = table;
  const spans: WallSpan[] = [];
  for (let i = offsetIndexAt(table, from), low = from; low < until; i++) {
    const offset = offsets[i]!;
    const start = transitions[i - 1];
    const end = transitions[i];
    const high = end === undefined || end > until ? until : end;
    let wallFrom = low + offset;
    let wallUntil = high + offset;
    let lost: LostWalls | undefined;
    if (answers !== undefined && start !== undefined) {
      const before = offsets[i - 1]!;
      if (before > offset && answers.fold === 'first') wallFrom = Math.max(wallFrom, start + before);
      if (before < offset) lost = lostWalls(start, before, offset, answers, from, until);
    }
    if (answers?.fold === 'second' && end !== undefined)
      wallUntil = Math.min(wallUntil, end + offsets[i + 1]!);
    spans.push({ from: wallFrom, until: wallUntil, offset, lost });
    low = high;
  }
  return spans;
}

/** Returns the wall times of a gap whose fires are in `[from, until)`. */
function lostWalls(
  transition: Instant,
  before: Seconds,
  after: Seconds,
  { gap }: DstAnswers,
  from: Instant,
  until: Instant,
): LostWalls | undefined {
  const all = { from: transition + before, until: transition + after, offsetBefore: before, transition };
  if (gap === 'next') return transition >= from ? all : undefined;
  if (gap === 'skip' || transition + after - before <= from) return undefined;
  return { ...all, from: Math.max(all.from, from + before), until: Math.min(all.until, until + before) };
}
