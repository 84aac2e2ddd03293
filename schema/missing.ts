import type { OffsetText, UtcText } from './fires.ts';

/** What `almanac missing --json` prints: windows that no successful run has covered. */
export interface MissingReport {
  readonly tenant: string;
  /** The runtime's clock when it answered. */
  readonly now: UtcText;
  /** Scheduled instants `[from, until)` were looked at. */
  readonly from: UtcText;
  readonly until: UtcText;
  /** Nothing scheduled before it is kept, so nothing can be said of it. */
  readonly keptFrom?: UtcText;
  /** By name; jobs with nothing missing are left out. */
  readonly jobs: readonly MissingJob[];
  /** Asks for the page behind this one; absent on the last. */
  readonly next?: string;
}

export interface MissingJob {
  /** The job, as `tenant/name`. */
  readonly job: string;
  /** In which the wall times are; absent where the schedule has no zone. */
  readonly zone?: string;
  /** How many windows are missing and will stay so unless somebody acts. */
  readonly count: number;
  /** Oldest first. */
  readonly windows: readonly MissingWindow[];
}

/** One window, or several in a row for the same reason. */
export interface MissingWindow {
  readonly scheduled: UtcText;
  readonly wall: OffsetText;
  /** Of several: the last one. */
  readonly last?: UtcText;
  readonly lastWall?: OffsetText;
  readonly count: number;
  /** What is not covered, half open; of several in a row, all of them. */
  readonly window: { readonly from: UtcText; readonly to: UtcText };
  /** How its run ended, the cause why there was none, or `undecided`. */
  readonly word: string;
  readonly sentence: string;
  /** `missing`: over. `open`: it waits or runs, and may still come. `undecided`: due, and the platform is behind. */
  readonly state: 'missing' | 'open' | 'undecided';
}
