import type {
  FoldAnswer,
  GapAnswer,
  Instant,
  OmissionCause,
  WallTime,
  ZoneTable,
} from '../../schema/time.ts';
import { instantsOf, offsetIndexAt } from './offset-at.ts';

/** A tenant's answers to the clocks' changes. */
export interface DstAnswers {
  readonly gap: GapAnswer;
  readonly fold: FoldAnswer;
}

/** What one nominal wall time becomes: fires, and omissions at the instants they would have had. Ascending. */
export type Placement =
  | { readonly kind: 'fire'; readonly at: Instant }
  | { readonly kind: 'omission'; readonly at: Instant; readonly cause: OmissionCause };

/**
 * Decides what one wall time becomes in a zone, by the tenant's answers; without answers (elapsed class) it fires
 * whenever the clock shows it and is nothing in a gap.
 *
 * The bulk of fires goes another way (cron-fires.ts); this is for dates that were moved, lists, and explanations.
 */
export function placeWall(table: ZoneTable, wall: WallTime, answers: DstAnswers | undefined): Placement[] {
  const instants = instantsOf(table, wall);
  if (answers === undefined || instants.length === 1) return instants.map((at) => ({ kind: 'fire', at }));
  if (instants.length === 0) {
    const { transition, offsetBefore } = gapAt(table, wall);
    if (answers.gap === 'skip') return [{ kind: 'omission', at: transition, cause: 'dst.gap' }];
    return [{ kind: 'fire', at: answers.gap === 'shift' ? wall - offsetBefore : transition }];
  }
  const chosen = answers.fold === 'first' ? 0 : instants.length - 1;
  return instants.map((at, pass) =>
    answers.fold === 'both' || pass === chosen
      ? { kind: 'fire', at }
      : { kind: 'omission', at, cause: 'dst.fold' },
  );
}

/**
 * Returns the instants that a nominal time taken by a calendar would have had: those of its fires, or of the omission
 * that it would have been anyway.
 */
export function instantsOfTaken(places: readonly Placement[]): Instant[] {
  const fires = places.filter(({ kind }) => kind === 'fire');
  return (fires.length > 0 ? fires : places).map(({ at }) => at);
}

/** Returns where a moved nominal time went: its first fire, if it has one. */
export function movedToOf(places: readonly Placement[]): { movedTo?: Instant } {
  const fire = places.find(({ kind }) => kind === 'fire');
  return fire === undefined ? {} : { movedTo: fire.at };
}

/** Returns the gap that a wall time without an instant lies in. */
function gapAt(table: ZoneTable, wall: WallTime): { transition: Instant; offsetBefore: number } {
  // By the offset before the gap, the time is at or past the transition; by the one after, before it.
  for (let i = offsetIndexAt(table, wall - 2 * 86_400); i < table.transitions.length; i++) {
    const transition = table.transitions[i]!;
    const offsetBefore = table.offsets[i]!;
    if (wall >= transition + offsetBefore && wall < transition + table.offsets[i + 1]!) {
      return { transition, offsetBefore };
    }
  }
  throw new Error(`the wall time ${wall} is in no gap of ${table.zone}`);
}
