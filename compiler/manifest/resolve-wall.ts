import type { Instant, WallTime, ZoneTable } from '../../schema/time.ts';
import { instantsOf } from '../time/index.ts';

/**
 * Returns the instant of a wall time that bounds a schedule: the first of two in a fold, and in a gap the
 * wall time put off by the gap's length. The bounds of a schedule are no fires, so the policy's answers are
 * not asked.
 */
export function resolveWall(table: ZoneTable, wall: WallTime): Instant {
  const [first] = instantsOf(table, wall);
  if (first !== undefined) return first;
  const index = table.transitions.findIndex(
    (at, i) => at + table.offsets[i + 1]! > wall && at + table.offsets[i]! <= wall,
  );
  // INVARIANT: a wall time without an instant lies in a gap, and `index` is that gap's transition.
  return wall - table.offsets[index]!;
}
