import type { OffsetText, UtcText, WallText } from './fires.ts';
import type { FireRecord } from './history.ts';
import type { OmissionCause } from './time.ts';

/** What `almanac explain --json` prints: an answer for each instant that the time asked about stands for. */
export interface Explanations {
  /** One; two for a wall time that occurs twice. */
  readonly answers: readonly Answer[];
}

/** What is known of one job at one instant. */
export interface Answer {
  /** The job, as `tenant/name`. */
  readonly job: string;
  /** A fire; a nominal time that gives none; or an instant at which nothing was ever to fire. */
  readonly kind: 'fire' | 'omission' | 'none';
  readonly instant: UtcText;
  /** The same in the job's zone; in UTC where it has none. */
  readonly wall: OffsetText;
  /** The wall time that the schedule names, where it is another one. */
  readonly nominal?: WallText;
  readonly cause?: OmissionCause;
  readonly due?: UtcText;
  /** Later than this it is late, and counts as missed. */
  readonly late?: UtcText;
  /** Later than this it is not started; absent where the horizon is unlimited. */
  readonly deadline?: UtcText;
  readonly window?: { readonly from: UtcText; readonly to: UtcText };
  readonly previous?: UtcText;
  readonly next?: UtcText;
  /** The same in words, with places. */
  readonly facts: readonly Fact[];
  /** From a runtime: what stands in the ledger. Absent where nothing does. */
  readonly record?: FireRecord;
  /** From a runtime: other runs of the fire, by orders, oldest first. */
  readonly others?: readonly FireRecord[];
  /** From a runtime: the revision in force at the instant. */
  readonly revision?: number;
}

/** One line of an explanation, and where the words stand that it rests on. */
export interface Fact {
  /** A word for it; empty where the line goes on with the one before. */
  readonly label: string;
  readonly text: string;
  /** `file:line`. */
  readonly place?: string;
}
