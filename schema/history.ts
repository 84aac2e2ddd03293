import type { OffsetText, UtcText, WallText } from './fires.ts';
import type { OmissionCause } from './time.ts';

/** What `almanac history --json` prints: fires with what became of them, and nominal times that gave none. */
export interface HistoryPage {
  readonly tenant: string;
  /** The runtime's clock when it answered. */
  readonly now: UtcText;
  /** Nothing scheduled before it is kept; absent where retention has removed nothing yet. */
  readonly keptFrom?: UtcText;
  /** Newest first. */
  readonly rows: readonly HistoryRow[];
  /** There are more nominal times without a fire than are listed; ask for a job, or for less time. */
  readonly moreOmissions?: boolean;
  /** Asks for the page behind this one; absent on the last. */
  readonly next?: string;
}

export type HistoryRow = FireRecord | OmissionRecord;

/** One fire, another run of one, or a stretch of consecutive fires of a job with one fate. */
export interface FireRecord {
  /** `run`: another run of a fire, by an order; its `order` says which. */
  readonly kind: 'fire' | 'stretch' | 'run';
  /** The job, as `tenant/name`. */
  readonly job: string;
  /** Of a stretch: of its first fire. */
  readonly scheduled: UtcText;
  /** The same in the job's zone. */
  readonly wall: OffsetText;
  /** The job's zone, in which the sentences read the clock; absent where its schedule has none, which is UTC. */
  readonly zone?: string;
  /** Of a stretch: its last fire. */
  readonly last?: UtcText;
  readonly lastWall?: OffsetText;
  /** How many fires; 1 unless it is a stretch. */
  readonly count: number;
  readonly order?: string;
  readonly due: UtcText;
  /** Later than this it may not start; absent where the horizon is unlimited. */
  readonly deadline?: UtcText;
  /** The span of time that the run covers, half open. */
  readonly window: { readonly from: UtcText; readonly to: UtcText };
  /** `open`: without a fate. `going`: dispatched, and its end not known. `over`: nothing is to come. */
  readonly state: 'open' | 'going' | 'over';
  /**
   * What became of it, in one word: how its run ended, the cause why there was none, `going`, what it waits for, or
   * `undecided` where it was not looked at yet.
   */
  readonly word: string;
  /** The same in a sentence, with the values that decided and where they are written. */
  readonly sentence: string;
  /** It is over, and nothing has successfully covered its window by its own run. */
  readonly hole: boolean;
  /** The revision by which it exists. */
  readonly createdBy: number;
  /** The revision by which its fate was decided. */
  readonly decidedBy?: number;
  readonly decided?: UtcText;
  readonly run?: RecordedRun;
}

/** A run and all that was heard of it. */
export interface RecordedRun {
  /** `job@instant`, with `#order` for another run. */
  readonly id: string;
  readonly dispatched: UtcText;
  readonly started?: UtcText;
  /** From where the job said that it began. */
  readonly startedBy?: string;
  readonly heartbeat?: UtcText;
  readonly finished?: UtcText;
  readonly outcome?: RecordedOutcome;
  /** It was asked to stop. */
  readonly cancelAsked?: boolean;
  /** When it counts as lost, unless something is heard of it. */
  readonly lostAt?: UtcText;
  readonly attempts: readonly RecordedAttempt[];
  readonly report?: RecordedReport;
  /** What came after its end and changed nothing. */
  readonly lateReports?: readonly {
    readonly at: UtcText;
    readonly outcome: string;
    readonly report?: RecordedReport;
  }[];
}

export type RecordedOutcome = 'succeeded' | 'failed' | 'cancelled' | 'lost' | 'undelivered' | 'delivered';

export interface RecordedAttempt {
  /** From 1. */
  readonly number: number;
  readonly sent: UtcText;
  /** When the target took it. */
  readonly delivered?: UtcText;
  readonly failed?: UtcText;
  readonly error?: string;
  readonly note?: string;
}

/** What a run left behind. */
export interface RecordedReport {
  readonly outputs?: Readonly<Record<string, { readonly count?: number; readonly uri?: string }>>;
  readonly subjects?: readonly string[];
  readonly message?: string;
  readonly tail?: string;
  readonly status?: number;
}

/** A nominal time that gave no fire. Recomputed from the revision that was in force. */
export interface OmissionRecord {
  readonly kind: 'omission';
  /** The job, as `tenant/name`. */
  readonly job: string;
  /** The instant that the fire would have had. */
  readonly at: UtcText;
  /** The wall time that the schedule names. */
  readonly nominal: WallText;
  readonly cause: OmissionCause;
  readonly sentence: string;
  readonly revision: number;
}
