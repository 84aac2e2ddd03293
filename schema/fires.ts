import type { OmissionCause } from './time.ts';

/** What `almanac fires --json` prints: coming fires and the nominal times between them that give none. */
export interface FireList {
  /** Ascending by `scheduled`. */
  readonly fires: readonly ListedFire[];
  /** Ascending by `at`. */
  readonly omissions: readonly ListedOmission[];
}

export interface ListedFire {
  /** The job, as `tenant/name`; absent for an expression that stands in no file. */
  readonly job?: string;
  /** The scheduled instant, in UTC to the second, for instance `2026-03-28T01:30:00Z`. */
  readonly scheduled: UtcText;
  /** The same in the schedule's zone, with its offset, for instance `2026-03-28T02:30:00+01:00`. */
  readonly wall: OffsetText;
  /** The wall time that the schedule names, where it differs from `wall`, for instance `2026-03-29T02:30:00`. */
  readonly nominal?: WallText;
  /** When the fire is due, where a spread makes it later than scheduled. */
  readonly due?: UtcText;
  /** The span of time that its run covers, half open. */
  readonly window: { readonly from: UtcText; readonly to: UtcText };
}

export interface ListedOmission {
  /** The job, as `tenant/name`; absent for an expression that stands in no file. */
  readonly job?: string;
  /** The instant that the fire would have had: of a gap the transition, of a fold the other pass. */
  readonly at: UtcText;
  /** The wall time that the schedule names. */
  readonly nominal: WallText;
  readonly cause: OmissionCause;
  /** What the tenant wrote about it: the reason of a skip or a pause, the calendar's name. */
  readonly reason?: string;
}

/**
 * An instant as text: RFC 3339 in UTC, to the second.
 *
 * @pattern ^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$
 */
export type UtcText = string;

/**
 * An instant as text: RFC 3339 with the offset of its zone, which had seconds before 1972 in places.
 *
 * @pattern ^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d(:\d\d)?$
 */
export type OffsetText = string;

/**
 * A wall time as text, without offset.
 *
 * @pattern ^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$
 */
export type WallText = string;
