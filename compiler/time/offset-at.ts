import type { Instant, Seconds, WallTime, ZoneTable } from '../../schema/time.ts';

/** Returns how many of a table's transitions are at or before an instant: the index of the offset that holds then. */
export function offsetIndexAt(table: ZoneTable, instant: Instant): number {
  const { transitions } = table;
  let low = 0;
  let high = transitions.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (transitions[middle]! <= instant) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Returns the UTC offset that holds at an instant, in seconds east. Past the table's end the last one is returned. */
export function offsetAt(table: ZoneTable, instant: Instant): Seconds {
  return table.offsets[offsetIndexAt(table, instant)]!;
}

/** Returns what the clock on the wall shows at an instant. */
export function wallOf(table: ZoneTable, instant: Instant): WallTime {
  return instant + offsetAt(table, instant);
}

/**
 * Returns the instants at which the clock on the wall shows a time, ascending:
 * none in a gap, two in a fold, one otherwise.
 */
export function instantsOf(table: ZoneTable, wall: WallTime): Instant[] {
  const found: Instant[] = [];
  // No offset is beyond 15:14 in size, so whatever shows this time lies within a day of it.
  const last = offsetIndexAt(table, wall + 86_400);
  for (let i = offsetIndexAt(table, wall - 86_400); i <= last; i++) {
    const instant = wall - table.offsets[i]!;
    if (offsetIndexAt(table, instant) === i) found.push(instant);
  }
  return found;
}
