import type { Digest } from '../../schema/manifest.ts';
import type { Instant } from '../../schema/time.ts';
import type { Letter } from './letter.ts';

/**
 * Where the decisions of a shard have come to: every fire due up to `through` is decided, and up to `pass` those of the
 * jobs up to `cursor`. A pass that is complete has `through === pass` and an empty cursor.
 */
export interface Watermark {
  readonly through: Instant;
  readonly pass: Instant;
  /**
   * The last job of the pass that is decided, as `tenant/job`; compared as text, by UTF-16 code units, in which order a
   * pass goes. `tenant/job 1803866400`: of this job only the fires due up to that instant, where it has more than fit
   * one entry. '' before the first job. (A space comes before all that a name may have, so the order stays.)
   */
  readonly cursor: string;
}

/**
 * One commit of a shard, and the fence: the primary key is `(shard, seq)`, so of two replicas that both believe they
 * own a shard one loses. It writes its fates and moves the watermark, or nothing.
 */
export interface JournalEntry {
  readonly shard: number;
  /** From 1, without holes above the floor. */
  readonly seq: number;
  /** The replica that wrote it. */
  readonly owner: string;
  /** Random; found under a key that is taken, it says that the commit was mine. */
  readonly nonce: string;
  /** The ledger's clock, in whole seconds; never less than the previous entry's. */
  readonly now: Instant;
  readonly watermark: Watermark;
  /** Up to where the inbox is taken in; '' before the first letter. */
  readonly inbox: InboxPosition;
  readonly body: EntryBody;
  /** Hash of the entry before; '' for the first. */
  readonly previous: string;
  /** SHA-256, 64 hex digits, over everything above (`entryHash`). */
  readonly hash: string;
}

/** What an entry says beside its place: enough to make the same decisions again. */
export interface EntryBody {
  /** The bound that it was drafted under (`DraftInput.rowsMost`). */
  readonly rowsMost: number;
  /** What the owner itself knew and took in: ends of deliveries, circuits. In the order of taking in. */
  readonly own: readonly Letter[];
  /** Letters of the inbox that were taken in, and the digest over them; absent where there was none. */
  readonly taken?: { readonly count: number; readonly digest: Digest };
  /** Over all decisions, in their order (`decisionsDigest`); absent where nothing was decided. */
  readonly decisions?: Digest;
  /** How many fires got which fate or wait, by `dispatched` or cause, how many runs ended, by `ended.<outcome>`; `late`: letters on runs that were over. */
  readonly counts: Readonly<Record<string, number>>;
  /** The next letter of the inbox is an apply, which waits until what is due is decided. */
  readonly applyWaits?: true;
  /** It takes in letters and decides nothing by the clock: they waited while nobody owned the shard (`DraftInput.hears`). */
  readonly hears?: true;
  /** Present where retention moves floors: the whole state of the shard after this entry, as text. */
  readonly checkpoint?: string;
  /** Tenants whose floor moves with this entry: nothing of them is kept before it. */
  readonly floors?: Readonly<Record<string, Instant>>;
}

/** A place in a shard's inbox; compared as text within one ledger. */
export type InboxPosition = string;
