import type { Because, FateCause, Run, RunOutcome, RunWindow, WaitingCause } from '../../compiler/index.ts';
import type { Instant } from '../../schema/time.ts';
import type { FinishReport } from './letter.ts';

/**
 * What the ledger knows of one fire, of another run of it, or of a stretch of consecutive fires of one job with one
 * fate. Written whole, each time.
 */
export interface FireRow {
  readonly tenant: string;
  readonly job: string;
  /** Of a stretch: of its first fire. */
  readonly scheduled: Instant;
  /** '' for the fire itself; the order's name for another run of it. */
  readonly order: string;
  /** Of a stretch: of its last fire; else `scheduled`. Less than `stretchMost` after it. */
  readonly last: Instant;
  /** How many fires; 1 unless it is a stretch, which is always over. */
  readonly count: number;
  readonly due: Instant;
  /** `open`: without a fate. `going`: dispatched, and its end or its delivery not known. `over`: nothing is to come. */
  readonly state: 'open' | 'going' | 'over';
  /** Over, and without a successful run: what `missing` looks for. `delivered` is no hole. */
  readonly hole: boolean;
  /** Of the entry that wrote it last. */
  readonly seq: number;
  readonly body: FireBody;
}

/** The longest stretch from first to last scheduled instant, in seconds, so that ranges find stretches. */
export const stretchMost = 86_400;

export interface FireBody {
  readonly window: RunWindow;
  /** In force at the scheduled instant: by which it exists. */
  readonly createdBy: number;
  /** In force when its fate was decided. */
  readonly decidedBy?: number;
  /** When its fate was decided; of an open one, when its wait was said last. */
  readonly decided?: Instant;
  /** Its fate where it was not dispatched, or what it waits for; absent: never judged, or dispatched. */
  readonly cause?: FateCause | WaitingCause;
  readonly because?: Because;
  /** Present where it was dispatched. */
  readonly run?: RunRecord;
}

/** One run and all that was heard of it. */
export interface RunRecord extends Run {
  /** Nobody can tell its end: it is over with its delivery. */
  readonly ends?: true;
  /** As recorded at dispatch: from the last heartbeat, else from dispatch, to `lostAt`. In seconds. */
  readonly lostAfter?: number;
  readonly attempts: readonly AttemptRecord[];
  /** When the job said that it began, and from where. */
  readonly startedAt?: Instant;
  readonly startedBy?: string;
  readonly heartbeatAt?: Instant;
  readonly endedAt?: Instant;
  readonly outcome?: RunOutcome;
  readonly report?: FinishReport;
  /** What came after its end and changed nothing, in the order of taking in. */
  readonly late?: readonly LateReport[];
}

/** What a job said of its run when that was over. */
export interface LateReport {
  /** Of the entry that took it in: by it a replay knows the row as it was before. */
  readonly seq: number;
  readonly at: Instant;
  readonly outcome: 'succeeded' | 'failed';
  readonly report?: FinishReport;
}

export interface AttemptRecord {
  readonly number: number;
  readonly sentAt: Instant;
  /** When the target took it. */
  readonly deliveredAt?: Instant;
  readonly failedAt?: Instant;
  readonly error?: string;
  readonly note?: string;
}
