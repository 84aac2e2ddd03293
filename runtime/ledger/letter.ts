import type { Digest } from '../../schema/manifest.ts';
import type { Instant } from '../../schema/time.ts';
import type { InboxPosition } from './journal-entry.ts';

/**
 * A fact that `decide` reads and that somebody else than `decide` brings about. A letter counts from the entry on
 * that takes it in: from the shard's inbox, or, where the shard's owner itself learned it, as the entry's `own`.
 *
 * Instants are the sender's word of when it was; they are kept for people and decide nothing unless it says so here.
 */
export type Letter = RunLetter | OrderLetter | TargetLetter | DeskLetter;

/** About one run. Of a run that is over, letters are kept and change nothing decided. */
export type RunLetter =
  /**
   * The job says that it began. `attempt`, here and in the job's other reports: the one that it speaks for, where it
   * knows; a word on one that is not the run's current attempt comes late, and decides nothing.
   */
  | (RunRef & {
      readonly kind: 'started';
      readonly at: Instant;
      readonly by?: string;
      readonly attempt?: number;
    })
  /** The job says that it goes on; moves `lostAt`, counted from the entry that takes it in. */
  | (RunRef & { readonly kind: 'heartbeat'; readonly at: Instant; readonly attempt?: number })
  /** The job's own word on its end. */
  | (RunRef & {
      readonly kind: 'finished';
      readonly at: Instant;
      readonly attempt?: number;
      readonly outcome: 'succeeded' | 'failed';
      /** Not to be tried again, whatever attempts are left. */
      readonly final?: true;
      readonly report?: FinishReport;
    })
  /** The target took it; its end is still to come, or nobody will tell it. */
  | (RunRef & {
      readonly kind: 'delivered';
      readonly attempt: number;
      readonly at: Instant;
      readonly note?: string;
    })
  /** The target did not take it, or it failed and may be tried again; not before `retryAt`. */
  | (RunRef & {
      readonly kind: 'attempt-failed';
      readonly attempt: number;
      readonly at: Instant;
      readonly retryAt: Instant;
      readonly error: string;
    })
  /** The target's own word on the end: a response, a status, an exit; `cancelled`: it confirmed a cancel. */
  | (RunRef & {
      readonly kind: 'ended';
      readonly attempt: number;
      readonly at: Instant;
      readonly outcome: 'succeeded' | 'failed' | 'cancelled' | 'undelivered';
      /** Not to be tried again, whatever attempts are left. */
      readonly final?: true;
      readonly report?: FinishReport;
    });

export interface RunRef {
  readonly tenant: string;
  /** `job@instant` or `job@instant#order`. */
  readonly run: string;
}

/** What a run leaves behind. All sizes are bounded where it is received. */
export interface FinishReport {
  /** Named counts and URIs, for instance `{statements: {count: 1204, uri: "gs://..."}}`. */
  readonly outputs?: Readonly<Record<string, { readonly count?: number; readonly uri?: string }>>;
  /** Opaque ids of what it handled, for instance `case/123`. */
  readonly subjects?: readonly string[];
  /** One line for a person. */
  readonly message?: string;
  /** The tail of what it printed. */
  readonly tail?: string;
  /** Exit code, HTTP status. */
  readonly status?: number;
}

/** Orders of people, through the API; each has a principal and is answered by an `AnswerRow`. */
export type OrderLetter =
  | (OrderRef & {
      readonly kind: 'apply';
      /** Digest of what must be in force (the plan's `before`), '' where nothing is: else it is refused. */
      readonly before: Digest | '';
      /** Where it is given, also the blob digest of the manifest that must be in force: its zone tables count, too. */
      readonly beforeManifest?: Digest | '';
      /** Blob digests: the manifest of this one tenant (bytes of canonical JSON), its declarations, the plan. */
      readonly manifest: Digest;
      readonly declarations: Digest;
      readonly plan: Digest;
      /** The plan's own digest, which approvals name. */
      readonly planDigest: Digest;
      readonly source?: { readonly name: string; readonly commit?: string };
      /** Findings accepted by the approvals, `rule subject`, and who approved. */
      readonly approvedBy: readonly string[];
    })
  | (OrderRef & {
      readonly kind: 'hold';
      readonly hold: string;
      readonly job?: string;
      readonly until: Instant;
      readonly reason: string;
    })
  | (OrderRef & { readonly kind: 'release'; readonly hold: string })
  /** Lets a quarantined job go on. */
  | (OrderRef & { readonly kind: 'mend'; readonly job: string });

export interface OrderRef {
  readonly tenant: string;
  /** Chosen by who asks; the same request twice is one order. */
  readonly request: string;
  readonly principal: string;
}

/** About a target, from who dispatches. */
export type TargetLetter =
  /** `target` is the job's target key. An open circuit waits; it is closed by a letter that says so. */
  | {
      readonly kind: 'circuit';
      readonly tenant: string;
      readonly target: string;
      readonly open: boolean;
      readonly reason: string;
    }
  /** Nothing of this kind of target (`command`) can be sent from here; `reason` absent: it can again. */
  | { readonly kind: 'refusal'; readonly tenant: string; readonly target: string; readonly reason?: string };

/** From the loop of the shard itself. */
export type DeskLetter =
  /** The job threw while it was decided. */
  { readonly kind: 'quarantine'; readonly tenant: string; readonly job: string; readonly error: string };

/** A letter as it lies in an inbox. */
export interface InboxLetter {
  readonly position: InboxPosition;
  readonly letter: Letter;
}
