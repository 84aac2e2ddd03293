import type { Manifest } from './manifest.ts';
import type { Instant } from './time.ts';

/** What a runtime recorded of one tenant in a stretch of time, as far as it takes to decide it again. */
export interface RecordedHistory {
  readonly tenant: string;
  /** `[from, until)`. */
  readonly range: { readonly from: Instant; readonly until: Instant };
  /** When nothing was decided, as gaps of the journal show it: `[from, until)`, ascending. */
  readonly outages: readonly { readonly from: Instant; readonly until: Instant }[];
  /** What was in force, the first from before the range where it was. */
  readonly revisions: readonly {
    readonly revision: number;
    readonly inForceFrom: Instant;
    readonly manifest: Manifest;
  }[];
  /** Scheduled in the range, oldest first. */
  readonly fires: readonly RecordedFire[];
  /** Present where there are more than were read: the range ends earlier than was asked for. */
  readonly cutAt?: Instant;
}

/** One fire, or a stretch of consecutive ones of a job with the same fate. */
export interface RecordedFire {
  readonly job: string;
  readonly scheduled: Instant;
  /** Of the last of a stretch; else `scheduled`. */
  readonly last: Instant;
  readonly count: number;
  readonly due: Instant;
  /** `dispatched`, a cause, or what it waits for; absent: not decided. */
  readonly fate?: string;
  /** When its fate was decided. */
  readonly at?: Instant;
  /** How its run ended, and when. */
  readonly outcome?: string;
  readonly endedAt?: Instant;
}
