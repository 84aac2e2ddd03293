/** Whole seconds since 1970-01-01T00:00:00Z, leap seconds not counted. */
export type Instant = number;

/** A span in whole seconds. A day is 86,400. */
export type Seconds = number;

/**
 * A date and clock time without offset, as the seconds that the same reading would be in UTC.
 * 02:30 on 2027-03-28 is the number that 2027-03-28T02:30:00Z is as an instant.
 */
export type WallTime = number;

/** Days since 1970-01-01, as a proleptic Gregorian date without zone. */
export type DayNumber = number;

/** What becomes of a wall time that does not exist. */
export type GapAnswer = 'shift' | 'next' | 'skip';

/** What becomes of a wall time that occurs twice. */
export type FoldAnswer = 'first' | 'second' | 'both';

/**
 * The UTC offsets of one zone, from 1970 to `until` (exclusive).
 * `offsets[0]` holds up to `transitions[0]`; `offsets[i + 1]` holds from `transitions[i]` on.
 */
export interface ZoneTable {
  /** Primary IANA name, links resolved. */
  readonly zone: string;
  /** Instants at which the offset changes, strictly ascending. */
  readonly transitions: readonly Instant[];
  /** Seconds east of UTC; one more than there are transitions. */
  readonly offsets: readonly Seconds[];
  readonly until: Instant;
}

/** Why a nominal time gives no fire (design section 6.5). */
export type OmissionCause = 'calendar' | 'skipped' | 'paused' | 'dst.gap' | 'dst.fold' | 'dst.merged';
