import type { Manifest } from '../../schema/manifest.ts';
import type { Instant } from '../../schema/time.ts';
import type {
  AnswerRow,
  FirePut,
  FireRow,
  InboxLetter,
  InboxPosition,
  JournalEntry,
  Letter,
  RevisionRow,
  RunRecord,
  RunRef,
  TenantRow,
} from '../ledger/index.ts';

/**
 * One shard in memory: the tenants in it, their fires to come, their open fires and runs. Pure: given the same
 * beginning and the same inputs it makes the same entries, which is what `verify` and the simulation rest on.
 *
 * `draft` changes nothing that another `draft` can see; `accept` makes the draft's outcome the state. So a commit that
 * was lost costs one `openShard` and nothing else.
 */
export interface Shard {
  readonly shard: number;
  /** Of the last entry accepted. */
  readonly seq: number;
  readonly inbox: InboxPosition;
  readonly now: Instant;
  readonly through: Instant;
  /**
   * The next instant at which a draft can hold something without a letter: a fire falls due, a deadline, a retry, the
   * next part of an unfinished pass (then it is `now`). Undefined: never.
   */
  readonly wake: Instant | undefined;
  /** The next instant at which a fire falls due. Undefined: never, or a pass is unfinished. */
  readonly nextDue: Instant | undefined;
  /** Returns the next entry, or undefined where there is nothing to say. */
  draft(input: DraftInput): Draft | undefined;
  /** `hash`: of the entry as it was committed, which the next one names as its `previous`. */
  accept(draft: Draft, hash: string): void;
  /**
   * Attempts that the record does not say were delivered, and cancels whose end is not known: for a new owner, who
   * sends them (again) with the same run and attempt.
   */
  pendingDeliveries(): readonly Delivery[];
  pendingCancels(): readonly Cancel[];
  /** Circuits that are open: for a new owner's dispatcher. */
  openCircuits(): readonly { readonly tenant: string; readonly target: string }[];
  /** The whole state as text, from which `openShard` goes on; what an entry that moves floors carries. */
  checkpoint(): string;
  /**
   * Of the letters that a draft with this input takes in, the runs that were over when they were told to have finished:
   * whose rows the draft wants to have (`DraftInput.over`).
   */
  lateRuns(input: LettersInput): readonly RunRef[];
  /** Counts for gauges: jobs registered, open fires, runs going on. */
  counts(): {
    readonly tenants: number;
    readonly jobs: number;
    readonly open: number;
    readonly going: number;
  };
  /**
   * Targets of the jobs in force, each once, of one tenant or of all, and whether a letter said that nothing can be sent
   * there: for a dispatcher that can't send to all kinds.
   */
  targets(tenant?: string): Iterable<TargetInForce>;
  /** What is in force for a job, for whoever dispatches. */
  jobOf(tenant: string, job: string): JobInForce | undefined;
}

export interface DraftInput {
  /** The ledger's clock in whole seconds. Taken as the previous entry's `now` where it is less. */
  readonly now: Instant;
  /** Letters of the inbox behind `inbox`, in order. A draft takes a prefix of them. */
  readonly letters: readonly InboxLetter[];
  /** What the owner itself learned, in order. A draft takes a prefix of them. */
  readonly own: readonly Letter[];
  /**
   * Most fire rows of the draft: the ledger's limit. Only an apply that opens more fires than that has more, a draft
   * of a few rows may have a few more, and late reports are noted beside it, on half as many rows at most. The first
   * part of a pass is small by itself, each later one four times as large.
   */
  readonly rowsMost: number;
  /** Write an entry even where nothing is to say: the minute's sign of life. */
  readonly always?: boolean;
  /**
   * Take in letters, and decide nothing yet: not what is due, and not what ran into a deadline. For an owner that begins,
   * as long as letters are left that waited in the inbox then. An apply is not taken in by it.
   */
  readonly hears?: boolean;
  /** Move floors: nothing of the tenant is kept before its instant. The entry carries a checkpoint. */
  readonly floors?: Readonly<Record<string, Instant>>;
  /**
   * Manifests that applies among the letters name, by digest. An apply whose manifest is not among them is refused:
   * the ledger does not have it.
   */
  readonly manifests: ReadonlyMap<string, Manifest>;
  /**
   * Rows of runs that are over, by `tenant/run`: what a job reports late is noted there. One that is not given gets no
   * note; nothing else depends on it.
   */
  readonly over?: ReadonlyMap<string, FireRow>;
  /** In a replay: how many letters the recorded entry took in, and whether an apply waited. See `replayInput`. */
  readonly reach?: { readonly own: number; readonly letters: number; readonly applyWaits?: boolean };
}

/** What says which letters a draft takes in. */
export type LettersInput = Pick<DraftInput, 'letters' | 'own' | 'rowsMost' | 'reach'>;

export interface Draft {
  /** Everything of the entry but owner, nonce and hash, which whoever commits adds. */
  readonly entry: Omit<JournalEntry, 'owner' | 'nonce' | 'hash'>;
  readonly fires: readonly FirePut[];
  readonly tenants: readonly TenantRow[];
  readonly revisions: readonly RevisionRow[];
  readonly answers: readonly AnswerRow[];
  /** How many of `letters` and of `own` it takes in. */
  readonly letters: number;
  readonly own: number;
  /** More can be drafted right away, at the same `now`. */
  readonly more: boolean;
  /** To carry out once it is committed, in this order. */
  readonly deliveries: readonly Delivery[];
  readonly cancels: readonly Cancel[];
  /**
   * It only decides fires of jobs of which nothing was open or going on: whatever is heard of runs, it would be the same.
   */
  readonly isFresh: boolean;
}

/** One attempt to deliver a run to its target. */
export interface Delivery {
  readonly tenant: string;
  readonly run: RunRecord;
  readonly attempt: number;
  /** Due of its fire; of a backfill run, its dispatch. */
  readonly due: Instant;
  /** The revision by which it was decided. */
  readonly revision: number;
  readonly target: Target;
  readonly retry: Retry;
}

/** A target with what is known of it beside the declaration. */
export interface Target {
  /** By which circuits and caps go: `http https://host`, `pubsub topic`, `cloudRunJob name`, `command`. */
  readonly key: string;
  readonly kind: 'http' | 'pubsub' | 'cloudRunJob' | 'command' | (string & {});
  /** The declared target of that kind, as in `JobMeaning.target`. */
  readonly declared: Readonly<Record<string, unknown>>;
}

/** As declared, in seconds; one attempt where the policy has no `retry`. */
export interface Retry {
  readonly attempts: number;
  readonly minBackoff: number;
  readonly maxBackoff: number;
}

/** Asks a target to stop a run. */
export interface Cancel {
  readonly tenant: string;
  readonly run: RunRecord;
  readonly target: Target;
  /** The run that replaces it; absent where it was lost. */
  readonly replacedBy?: string;
}

export interface TargetInForce {
  readonly tenant: string;
  readonly target: Target;
  readonly isRefused: boolean;
}

export interface JobInForce {
  readonly revision: number;
  readonly target: Target;
}

/** All that a new owner reads before it goes on. */
export interface ShardRecord {
  readonly shard: number;
  /** Absent: nothing was ever decided; the shard begins at `now`. */
  readonly head: JournalEntry | undefined;
  readonly going: readonly FireRow[];
  readonly tenants: readonly TenantRow[];
  /** Instead of `going` and `tenants`: what the entry `head` carries as its checkpoint. */
  readonly checkpoint?: string;
  /** In force, by the digest that `tenants` names. Each is asked for once, in the order of `tenants`, and not kept. */
  readonly manifests: Pick<ReadonlyMap<string, Manifest>, 'get'>;
  readonly now: Instant;
}
