import type { FoldAnswer, GapAnswer, Instant, WallTime } from '../../../../schema/time.ts';
import type { ReadCron } from './read-cron.ts';
import type { Scan } from './scan-zone.ts';

export interface ExpectedFire {
  readonly at: Instant;
  readonly nominal: WallTime;
}

export interface ExpectedOmission extends ExpectedFire {
  readonly cause: 'dst.gap' | 'dst.fold' | 'dst.merged';
}

/** A nominal time of a schedule in a scanned stretch, and whether an elapsed expression gives it. */
export interface NominalTime {
  readonly wall: WallTime;
  readonly isElapsed: boolean;
}

/** Lists a schedule's nominal times, ascending: those that a gap swallows too. */
export function nominalTimes(scan: Scan, expressions: readonly ReadCron[]): NominalTime[] {
  return scan.minutes.flatMap((wall) =>
    expressions.filter((cron) => cron.matches(wall)).map(({ isElapsed }) => ({ wall, isElapsed })),
  );
}

/**
 * Works out the fires and omissions of a scanned stretch by the letter of design section 5, one nominal
 * time after the other.
 */
export function expectFires(
  scan: Scan,
  nominals: readonly NominalTime[],
  dst: { gap: GapAnswer; fold: FoldAnswer },
): { fires: ExpectedFire[]; omissions: ExpectedOmission[] } {
  const placed = new Map<Instant, WallTime>();
  const omitted = new Map<string, ExpectedOmission>();
  const omit = (omission: ExpectedOmission) =>
    omitted.set(`${omission.at} ${omission.nominal} ${omission.cause}`, omission);
  /** "Two nominal times that land on one instant are one fire; the second is an omission." */
  const place = (at: Instant, nominal: WallTime) => {
    const earlier = placed.get(at);
    if (earlier === undefined) {
      placed.set(at, nominal);
    } else if (earlier !== nominal) {
      omit({ at, nominal, cause: 'dst.merged' });
    }
  };

  // Nominal times ascend, so whatever is placed on an instant first has the earlier one.
  for (const { wall: nominal, isElapsed } of nominals) {
    const shown = scan.shownAt(nominal);
    if (isElapsed || shown.length === 1) {
      for (const at of shown) {
        place(at, nominal);
      }
    } else if (shown.length === 0) {
      const gap = scan.gapOf(nominal);
      if (dst.gap === 'skip') {
        omit({ at: gap.at, nominal, cause: 'dst.gap' });
      } else if (dst.gap === 'next') {
        place(gap.at, nominal);
      } else {
        place(scan.shownAt(nominal + gap.length)[0]!, nominal);
      }
    } else {
      const [first, second] = shown as [Instant, Instant];
      if (dst.fold !== 'second') {
        place(first, nominal);
      } else {
        omit({ at: first, nominal, cause: 'dst.fold' });
      }
      if (dst.fold !== 'first') {
        place(second, nominal);
      } else {
        omit({ at: second, nominal, cause: 'dst.fold' });
      }
    }
  }

  const fires = [...placed].map(([at, nominal]) => ({ at, nominal })).sort((a, b) => a.at - b.at);
  const omissions = [...omitted.values()]
    // Where another expression of the schedule fires at that very nominal time, nothing is left out.
    .filter(({ at, nominal }) => placed.get(at) !== nominal)
    .sort((a, b) => a.at - b.at || a.nominal - b.nominal);
  return { fires, omissions };
}
