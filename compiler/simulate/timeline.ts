import type { Instant, Seconds } from '../../schema/time.ts';
import type { Caps, Hold, JobRules } from '../decide/index.ts';

/** A stretch of time, `[from, until)`. */
export interface Stretch {
  readonly from: Instant;
  readonly until: Instant;
}

/** What happens to one tenant between two instants: everything that `decide` does not decide. */
export interface Timeline {
  /** Fires scheduled in `[from, until)` are simulated; nothing is decided at `until` or after it. */
  readonly from: Instant;
  readonly until: Instant;
  /** By job name. */
  readonly jobs: Readonly<Record<string, SimulatedJob>>;
  readonly caps: Caps;
  /**
   * Stretches, in any order. While the `platform` is down nothing is decided and nothing gets known; while the
   * `target` is, the circuits of all targets are open and runs go on.
   */
  readonly outages: readonly (Stretch & { readonly of: 'platform' | 'target' })[];
  /** Stretches in which the scheduled lane, or a group of it, is full of other runs. */
  readonly fullLanes?: readonly (Stretch & { readonly group?: string })[];
  readonly holds?: readonly (Hold & Stretch)[];
  /**
   * What takes force on the way (design section 6.7), complete: a job that is not in it is gone. One that falls into
   * an outage of the platform takes force at its end.
   */
  readonly applies?: readonly SimulatedApply[];
}

export interface SimulatedApply {
  readonly at: Instant;
  readonly jobs: Readonly<Record<string, SimulatedJob>>;
  /** Absent: the caps stay. */
  readonly caps?: Caps;
}

/** A job as a simulation needs it; `simulatedJob` makes one of a job's meaning. */
export interface SimulatedJob {
  readonly rules: JobRules;
  /** Returns the instants of the fires in `[from, until)`, strictly ascending, before spread. */
  readonly fires: (from: Instant, until: Instant) => ScheduledInstants;
  /** From scheduled to due. @default 0 */
  readonly spread?: Seconds;
  /**
   * How long a run lasts, from dispatch: one number, or by the run's scheduled instant. Absent, or undefined: no time.
   * A run that would last longer than `lostAfter` is lost then.
   */
  readonly duration?: Seconds | ((scheduled: Instant) => Seconds | undefined);
  /** How long the target takes to cancel a run. @default 0 */
  readonly cancelTakes?: Seconds;
  /** Where the window of a fire begins that has none before it in the timeline. @default the fire itself */
  readonly windowFrom?: (fire: Instant) => Instant;
  /** Jobs with the same key have the same fires and windows; those alike in all are simulated once. */
  readonly alike?: object;
}

export interface ScheduledInstants {
  readonly count: number;
  readonly scheduled: ArrayLike<Instant>;
}
