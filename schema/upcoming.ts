import type { ListedFire, ListedOmission, UtcText } from './fires.ts';
import type { FireRecord } from './history.ts';

/** What `almanac upcoming --json` prints: what waits, and what fires next by the revision in force. */
export interface UpcomingReport {
  readonly tenant: string;
  /** The runtime's clock when it answered. */
  readonly now: UtcText;
  /** In force. */
  readonly revision: number;
  readonly until?: UtcText;
  /** Fires without a fate, oldest due first. */
  readonly waiting: readonly WaitingFire[];
  /** More wait than are listed. */
  readonly moreWaiting?: boolean;
  /** Ascending by scheduled instant. */
  readonly fires: readonly ListedFire[];
  /** Nominal times between them that give no fire. */
  readonly omissions: readonly ListedOmission[];
  /** Operational holds in force. */
  readonly holds: readonly HoldRecord[];
}

/** A fire that waits, and until when. */
export interface WaitingFire {
  readonly fire: FireRecord;
  /** When it may go, as far as can be told; absent where nobody knows. */
  readonly estimate?: UtcText;
  /** What the estimate rests on. */
  readonly basis: string;
}

/** An operational hold: it only delays. */
export interface HoldRecord {
  readonly tenant: string;
  readonly hold: string;
  /** The job held, as `tenant/name`; absent where the whole tenant is. */
  readonly job?: string;
  readonly until: UtcText;
  readonly reason: string;
}
