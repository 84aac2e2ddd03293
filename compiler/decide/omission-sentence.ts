import type { Instant, OmissionCause, WallTime } from '../../schema/time.ts';
import { type Clause, clauseText } from './clause.ts';
import { wallText } from './clock.ts';

/** A nominal time that gives no fire, as `omissions` of compiler/time lists it. */
export interface OmittedTime {
  readonly at: Instant;
  readonly nominal: WallTime;
  readonly cause: OmissionCause;
  readonly reason?: string;
  readonly calendar?: string;
  readonly movedTo?: Instant;
}

/**
 * Says to a tenant why a nominal time gives no fire (design section 6.5), one sentence a cause. Wall times are those
 * of the schedule's zone; `wallOf` reads the instant to which a fire moved there.
 */
export function omissionSentence(
  { nominal, cause, reason, calendar, movedTo }: OmittedTime,
  clause: Clause = {},
  wallOf: (instant: Instant) => WallTime = (instant) => instant,
): string {
  const time = wallText(nominal);
  const written = clauseText(clause);
  const because = reason === undefined ? '' : ` (${reason})`;
  switch (cause) {
    case 'calendar': {
      const moved = movedTo === undefined ? '' : `; it moved to ${wallText(wallOf(movedTo))}`;
      return `omitted: ${time} is taken away by the calendar ${calendar ?? 'of its schedule'}${written}${moved}.`;
    }
    case 'skipped':
      return `omitted: ${time} is declared as skipped${because}${written}.`;
    case 'paused':
      return `omitted: ${time} is inside the declared pause${because}${written}.`;
    case 'dst.gap':
      return `omitted: ${time} does not exist, the clocks go forward over it; the answer to a gap is skip${written}.`;
    case 'dst.fold':
      return `omitted: ${time} occurs twice, the clocks go back over it, and the answer to a fold takes the other one${written}.`;
    case 'dst.merged':
      return `omitted: ${time} falls on the same instant as an earlier time of the schedule, and two times on one instant are one fire${written}.`;
  }
}
