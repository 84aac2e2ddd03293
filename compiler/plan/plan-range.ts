import type { Manifest } from '../../schema/manifest.ts';
import type { Instant, Seconds, ZoneTable } from '../../schema/time.ts';

const day: Seconds = 86_400;

/** Holds the second pass of a fold and what a gap shifts; a day more would only add a window of one fire. */
const pastTransition: Seconds = 3 * 3600;

/** Shortest and longest range that is chosen without being asked for. */
const rangeBounds = { least: 90 * day, most: 400 * day } as const;

/**
 * Returns the end of a plan's range where none was given: far enough for the next two transitions of every
 * zone used, gap and fold included, and for the next fire of every changed job; at least 90 and at most
 * 400 days (design section 7).
 */
export function defaultUntil(
  from: Instant,
  tables: readonly ZoneTable[],
  nextFires: readonly Instant[],
): Instant {
  const wanted = tables.map((table) => {
    const next = table.transitions.filter((at) => at > from);
    return (next[1] ?? next[0] ?? from) + pastTransition;
  });
  const furthest = Math.max(from + rangeBounds.least, ...wanted, ...nextFires.map((at) => at + 1));
  return Math.min(furthest, from + rangeBounds.most);
}

/** Returns the tables of all zones that the sides use, each side's own. */
export function tablesOf(manifests: readonly (Manifest | undefined)[]): readonly ZoneTable[] {
  return manifests.flatMap((manifest) => Object.values(manifest?.zones ?? {}));
}
