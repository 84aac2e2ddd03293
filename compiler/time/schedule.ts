import type { ScheduleMeaning } from '../../schema/manifest.ts';
import type { DayNumber, Instant, OmissionCause, WallTime, ZoneTable } from '../../schema/time.ts';

/** A schedule made ready for enumeration. */
export interface Schedule {
  readonly meaning: ScheduleMeaning;
  readonly table: ZoneTable;
}

/** Fires of a range, ascending: `scheduled[i]` is the instant, `nominal[i]` the wall time it stands for. */
export interface Fires {
  readonly count: number;
  readonly scheduled: Float64Array;
  readonly nominal: Float64Array;
}

/** A nominal time that gives no fire, with its cause. */
export interface Omission {
  /** The instant it would have had: for a gap the transition, for a fold its other pass. */
  readonly at: Instant;
  readonly nominal: WallTime;
  readonly cause: OmissionCause;
  /** Of a `skips` entry or of the pause. */
  readonly reason?: string;
  /** The calendar that took the date away. */
  readonly calendar?: string;
  /** Where the fire went instead, by `onExcluded`. */
  readonly movedTo?: Instant;
}

/** What a schedule needs besides its meaning. */
export interface ScheduleParts {
  readonly table?: ZoneTable;
  readonly calendars: Readonly<Record<string, { readonly days: readonly DayNumber[] }>>;
}

export function compileSchedule(_meaning: ScheduleMeaning, _parts: ScheduleParts): Schedule {
  throw new Error('not written');
}
