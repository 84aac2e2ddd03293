import type { Instant, Seconds } from '../../schema/time.ts';
import type { Because, FateCause, RunOutcome, RunWindow, WaitingCause } from '../decide/index.ts';

/** What became of one fire. */
export type Fate =
  /** A run. Its window is wider than the fire's own where others collapsed into it. */
  | {
      readonly kind: 'dispatched';
      readonly at: Instant;
      readonly window: RunWindow;
      /** Absent where it goes on at the end of the timeline. */
      readonly ended?: { readonly at: Instant; readonly outcome: RunOutcome };
    }
  | { readonly kind: 'ended'; readonly at: Instant; readonly cause: FateCause; readonly because: Because }
  /** It is open at the end of the timeline. */
  | { readonly kind: 'waiting'; readonly cause: WaitingCause; readonly because: Because }
  /** It is due at the end of the timeline or after it, or the platform was down from its due to the end. */
  | { readonly kind: 'undecided' };

export interface SimulatedFire {
  readonly job: string;
  readonly scheduled: Instant;
  readonly due: Instant;
  readonly fate: Fate;
}

/** Consecutive fires of a job with the same fate. */
export interface FateStretch {
  readonly job: string;
  readonly fate: 'dispatched' | FateCause | WaitingCause | 'undecided';
  /** Scheduled instants of the first and the last. */
  readonly first: Instant;
  readonly last: Instant;
  readonly count: number;
  /** From due to the decision; of those that wait, to the end of the timeline. */
  readonly lateness: { readonly least: Seconds; readonly most: Seconds };
}

/** What a simulation cost, in counts that do not depend on the machine. */
export interface SimulationCost {
  readonly fires: number;
  /** Calls of `decide`. */
  readonly calls: number;
  /** Parts simulated one by one: jobs that share a cap are one part, parts that are alike another's. */
  readonly parts: number;
}
