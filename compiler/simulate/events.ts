import type { Instant } from '../../schema/time.ts';
import type { Because, FateCause, RunOutcome, RunWindow, WaitingCause } from '../decide/index.ts';

/** A fire in the course of a simulation. */
export interface FireRef {
  readonly job: string;
  readonly scheduled: Instant;
  readonly due: Instant;
  /** Its place among the job's fires of the timeline, from 0. */
  readonly ordinal: number;
}

/** What a simulation tells, in the order in which it comes about. */
export type SimulationEvent =
  | { readonly kind: 'dispatched'; readonly fire: FireRef; readonly at: Instant; readonly window: RunWindow }
  /** The end of the run of a fire that was dispatched before. */
  | {
      readonly kind: 'run-ended';
      readonly fire: FireRef;
      readonly at: Instant;
      readonly outcome: RunOutcome;
    }
  | {
      readonly kind: 'ended';
      readonly fire: FireRef;
      readonly at: Instant;
      readonly cause: FateCause;
      readonly because: Because;
    }
  /** Told of what is open at the end of the timeline. */
  | {
      readonly kind: 'waiting';
      readonly fire: FireRef;
      readonly at: Instant;
      readonly cause: WaitingCause;
      readonly because: Because;
    }
  | { readonly kind: 'undecided'; readonly fire: FireRef; readonly at: Instant };

/** Takes in what a simulation tells. */
export interface EventSink {
  readonly add: (event: SimulationEvent) => void;
  /** The same events again, `times` times, each `step` later than before. */
  readonly repeat: (block: readonly SimulationEvent[], step: Step, times: number) => void;
}

/** How far a repetition moves. */
export interface Step {
  readonly seconds: number;
  /** How many fires of a job one repetition has. */
  readonly firesOf: (job: string) => number;
}
