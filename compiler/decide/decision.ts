import type { Instant, Seconds } from '../../schema/time.ts';
import type { FateCause, RunOutcome, WaitingCause } from './cause.ts';
import type { Run, RunWindow } from './tenant-state.ts';

/** Names a fire in one lane. */
export interface FireKey {
  readonly job: string;
  readonly scheduled: Instant;
  /** The order, in the backfill lane. */
  readonly order?: string;
}

/** The values that decided, for the cause's sentence. */
export interface Because {
  /** Absent in the backfill lane, whose fires are due whenever their turn comes. */
  readonly due?: Instant;
  readonly decided: Instant;
  readonly horizon?: Seconds;
  readonly lateAfter?: Seconds;
  /** What is in the way: an older open fire, or the run of a fire. */
  readonly blocker?: { readonly kind: 'run' | 'fire'; readonly fire: FireKey };
  /** The fire that takes this one's place. */
  readonly into?: FireKey;
  /** What is capped, and at how many. */
  readonly cap?: { readonly name: string; readonly max: number };
  /** What stops the job: its declared pause, a hold, or its quarantine, which has no end of its own. */
  readonly pause?: { readonly reason: string; readonly until?: Instant };
  /** Why the target can't be sent to. */
  readonly rejected?: string;
}

export type Decision =
  /** The fire's fate: not dispatched, with its cause. */
  | { readonly kind: 'fate'; readonly fire: FireKey; readonly cause: FateCause; readonly because: Because }
  /** The fire stays open; given once for each change of what it waits for. `window`: others collapsed into it. */
  | {
      readonly kind: 'wait';
      readonly fire: FireKey;
      readonly cause: WaitingCause;
      readonly because: Because;
      readonly window?: RunWindow;
    }
  /** The fire's fate: a run. `ends`: nobody can tell its end, so it is over with delivery. */
  | { readonly kind: 'dispatch'; readonly fire: FireKey; readonly run: Run; readonly ends: boolean }
  /** The target is asked to cancel a run; its end is still to come. */
  | { readonly kind: 'cancel'; readonly run: string; readonly replacedBy: string }
  | { readonly kind: 'run-ends'; readonly run: string; readonly outcome: RunOutcome }
  /** The next attempt to deliver a run. */
  | { readonly kind: 'attempt'; readonly run: string; readonly number: number }
  /** A backfill order's part ends without a run. */
  | {
      readonly kind: 'backfill-ends';
      readonly fire: FireKey;
      readonly word: 'order-expired' | 'revision-removed' | 'target-rejected';
    };
