import type { Pause, PolicyMeaning } from '../../schema/manifest.ts';
import type { Instant, Seconds } from '../../schema/time.ts';
import type { WaitingCause } from './cause.ts';

export type Lane = 'scheduled' | 'backfill';

/** The half-open span of time that a run covers. */
export interface RunWindow {
  readonly from: Instant;
  readonly to: Instant;
}

/** What is in force for one job, as far as `decide` needs it. */
export interface JobRules {
  readonly policy: PolicyMeaning;
  readonly pause?: Pause;
  readonly group?: string;
  /**
   * Whether the end of a run gets known: the target tells it, or `lostAfter` is set. If not, a run is over with
   * its delivery: nothing can overlap with it, and it counts for no cap on runs at once.
   */
  readonly endsKnown: boolean;
  /** The target's circuit is open: it has failed so often that nothing is sent for a while. */
  readonly circuitOpen?: boolean;
  /**
   * Why the target can't be sent to from here at all, where waiting would not help, for instance a `command`
   * where commands are not allowed. Its fires end `target-rejected`.
   */
  readonly rejected?: string;
  /** The job threw; its fires wait until somebody mends it, and end `quarantined` at their horizon. */
  readonly quarantined?: boolean;
}

/** A fire of the scheduled lane without a fate. */
export interface OpenFire {
  readonly job: string;
  readonly scheduled: Instant;
  readonly due: Instant;
  readonly window: RunWindow;
  /** What it waits for since it was last decided; absent until it is first seen. */
  readonly waiting?: WaitingCause;
}

/** One past fire that an approved order wants run again. */
export interface BackfillFire {
  readonly order: string;
  readonly job: string;
  readonly scheduled: Instant;
  readonly window: RunWindow;
  /** The order's own expiry; the policy's horizon does not apply. */
  readonly expires: Instant;
  readonly waiting?: WaitingCause;
}

/** The delivery of a run to its target. */
export type Attempt =
  /** Sent, or being sent; nothing more to do until something is heard. */
  | { readonly number: number; readonly state: 'sent' }
  /** The target did not take it; the next try is not before `retryAt`. */
  | { readonly number: number; readonly state: 'failed'; readonly retryAt: Instant };

/** A run going on: dispatched, and its end not known. */
export interface Run {
  /** `job@instant`, with `#order` for a backfill; the idempotency key. */
  readonly id: string;
  readonly job: string;
  readonly scheduled: Instant;
  readonly lane: Lane;
  /** In the backfill lane: the order, or `manual`. */
  readonly order?: string;
  readonly window: RunWindow;
  readonly dispatched: Instant;
  /**
   * The last instant at which an attempt may start, as recorded at dispatch: due + horizon, or the expiry of the
   * order. Absent where the horizon is unlimited.
   */
  readonly deadline?: Instant;
  /** The job has said that it started, so a retry may come after the deadline. */
  readonly started: boolean;
  /** When it counts as lost; moves with each heartbeat. */
  readonly lostAt?: Instant;
  readonly attempt: Attempt;
  /** The most attempts, as recorded at dispatch. */
  readonly attemptCountMax: number;
  readonly group?: string;
  readonly cancelAsked?: boolean;
}

/** How many at once and how many in a UTC minute; absent means without limit. */
export interface LaneCaps {
  readonly maxConcurrent?: number;
  readonly maxPerMinute?: number;
}

export interface Caps {
  readonly scheduled: LaneCaps;
  readonly backfill: LaneCaps;
  /** Most runs at once, by group. */
  readonly groups: Readonly<Record<string, number>>;
}

/** An operational hold in force: delays, and nothing else. */
export interface Hold {
  /** The job held; absent: all of the tenant. */
  readonly job?: string;
  readonly until: Instant;
  readonly reason: string;
}

/** Everything that `decide` looks at, for one tenant. Fires and runs in any order. */
export interface TenantState {
  /** By job name. A job that is not here is no longer in force. */
  readonly jobs: Readonly<Record<string, JobRules>>;
  readonly fires: readonly OpenFire[];
  readonly backfills: readonly BackfillFire[];
  readonly runs: readonly Run[];
  readonly caps: Caps;
  readonly holds: readonly Hold[];
  /** Runs dispatched in the UTC minute that began at `start`. */
  readonly minute: { readonly start: Instant; readonly scheduled: number; readonly backfill: number };
}

/** Returns the rules in force for a job. Names are the tenant's text: `constructor` is a job like any other. */
export function rulesFor(jobs: TenantState['jobs'], job: string): JobRules | undefined {
  return Object.hasOwn(jobs, job) ? jobs[job] : undefined;
}

/** Returns the start of the UTC minute of an instant. */
export function minuteOf(instant: Instant): Instant {
  return Math.floor(instant / minuteSeconds) * minuteSeconds;
}

export const minuteSeconds: Seconds = 60;
