import { burst } from './burst.ts';
import { calendarEnds } from './calendar-ends.ts';
import { catchUpDefeated } from './catch-up-defeated.ts';
import { day3031 } from './day-30-31.ts';
import { deadManMissing } from './dead-man-missing.ts';
import { etcGmtSign } from './etc-gmt-sign.ts';
import { finishWithinBeyondSpacing } from './finish-within-beyond-spacing.ts';
import { firesPastOnly } from './fires-past-only.ts';
import { foldDoublesFire } from './fold-doubles-fire.ts';
import { foldStarves } from './fold-starves.ts';
import { gapLosesFire } from './gap-loses-fire.ts';
import { herd } from './herd.ts';
import { midnightGap } from './midnight-gap.ts';
import { overlapLikely } from './overlap-likely.ts';
import { pileUp } from './pile-up.ts';
import type { Rule } from './rule.ts';
import { secondsField } from './seconds-field.ts';
import { secretInline } from './secret-inline.ts';
import { unevenStep } from './uneven-step.ts';
import { zoneAlias } from './zone-alias.ts';

/**
 * Every rule that needs no plan, in the order in which their findings about one place are read: what must
 * never be committed first, then what the text says, then what the clocks make of it, then what is left
 * unsaid.
 */
export const rules: readonly Rule[] = [
  // Section 4, target: "Secrets are references, never text".
  secretInline,
  // Section 5, zones: "names and links come from the IANA list".
  zoneAlias,
  // Section 5, zones; the sign of POSIX.
  etcGmtSign,
  // Section 4, schedule: "an optional leading seconds field is accepted and marked".
  secondsField,
  // Section 8: "an unset minute: 60 runs".
  burst,
  // Section 4, schedule: steps start again with their field.
  unevenStep,
  // Section 8; months end on different days.
  day3031,
  // Section 5, gap.
  gapLosesFire,
  midnightGap,
  // Section 5, fold.
  foldDoublesFire,
  foldStarves,
  // Section 5, bounds: "all fires in the past a warning".
  firesPastOnly,
  // Section 4, calendars: `validUntil`.
  calendarEnds,
  // Section 6.3: "`finishWithin` only alarms".
  deadManMissing,
  finishWithinBeyondSpacing,
  // Section 6: what becomes of fires when runs last long and when the platform was down.
  overlapLikely,
  catchUpDefeated,
  pileUp,
  // Section 8: "many jobs on one minute, with suggested spreads".
  herd,
];
