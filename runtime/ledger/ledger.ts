import type { Digest } from '../../schema/manifest.ts';
import type { Instant } from '../../schema/time.ts';
import type { FireRow } from './fire-row.ts';
import type { InboxPosition, JournalEntry } from './journal-entry.ts';
import type { InboxLetter, Letter } from './letter.ts';

/**
 * The durable record, in the words of the domain. Two implementations, one conformance suite.
 *
 * Every read is strong unless it says otherwise. A method throws where the store can't be reached; short troubles
 * (aborted, unavailable, answers that got lost) are retried inside. Everything given is copied before it returns.
 */
export interface Ledger {
  readonly kind: 'sqlite' | 'spanner';
  readonly limits: LedgerLimits;
  /** Fixed for the life of a ledger. */
  meta(): Promise<LedgerMeta>;
  clock(): Promise<ClockReading>;

  // The journal of a shard
  heads(shards: readonly number[]): Promise<readonly (JournalEntry | undefined)[]>;
  /** Entries with `seq > after`, ascending, at most `limit`. */
  journal(shard: number, after: number, limit: number): Promise<readonly JournalEntry[]>;
  /** Entries with `from <= now < until`, newest first: outages, rates. */
  journalBetween(
    shard: number,
    from: Instant,
    until: Instant,
    limit: number,
  ): Promise<readonly JournalEntry[]>;
  /**
   * Writes an entry with all that belongs to it, in one round trip, or nothing. `lost`: the sequence number is taken by
   * another's entry. An entry found there with the same nonce was this one: `won`.
   */
  commit(commit: Commit): Promise<'won' | 'lost'>;

  // The inbox of a shard
  /** Puts letters into the inboxes of their shards, in order within a shard. */
  post(letters: readonly { readonly shard: number; readonly letter: Letter }[]): Promise<void>;
  /** Letters behind a position, oldest first, of several shards in one go; at most `limit` of each. */
  inbox(
    asks: readonly { readonly shard: number; readonly after: InboxPosition }[],
    limit: number,
  ): Promise<readonly (readonly InboxLetter[])[]>;

  // What a shard's new owner needs
  /** Rows that are `open` or `going`. */
  going(shard: number): Promise<readonly FireRow[]>;
  tenants(shard: number): Promise<readonly TenantRow[]>;
  tenant(tenant: string): Promise<TenantRow | undefined>;

  // Leases only save work; the journal fences
  leases(): Promise<readonly Lease[]>;
  /** Writes leases as given, whoever held them. */
  putLeases(leases: readonly Lease[]): Promise<void>;
  /** Removes the leases of `shards` that `holder` has. */
  dropLeases(holder: string, shards: readonly number[]): Promise<void>;
  replicas(): Promise<readonly Replica[]>;
  putReplica(replica: Replica): Promise<void>;
  dropReplica(id: string): Promise<void>;

  // History: none of these scans
  /** The row of a fire or of a stretch over it, and the rows of its other runs. */
  fire(tenant: string, job: string, scheduled: Instant): Promise<readonly FireRow[]>;
  fires(query: FireQuery): Promise<Page<FireRow>>;
  /** Open rows with the oldest due first, of a shard or of one tenant. */
  waiting(
    of: { readonly shard: number } | { readonly tenant: string },
    limit: number,
  ): Promise<readonly FireRow[]>;

  // Revisions
  revisions(tenant: string, page: PageAsk): Promise<Page<RevisionRow>>;
  revision(tenant: string, revision: number): Promise<RevisionRow | undefined>;
  answer(tenant: string, request: string): Promise<AnswerRow | undefined>;
  /** Approvals of a plan, oldest first. One of the same principal for the same plan replaces the older one. */
  approvals(planDigest: Digest): Promise<readonly Approval[]>;
  putApproval(approval: Approval): Promise<void>;
  /** Bytes by their digest (`sha256:` and 64 hex digits); putting the same again is nothing. */
  putBlob(digest: Digest, bytes: Uint8Array): Promise<void>;
  blob(digest: Digest): Promise<Uint8Array | undefined>;

  // Retention, in bounded steps; each returns how many it removed, 0 when done
  sweepFires(tenant: string, floor: Instant, limit: number): Promise<number>;
  sweepJournal(shard: number, beforeSeq: number, limit: number): Promise<number>;
  sweepInbox(shard: number, upTo: InboxPosition, limit: number): Promise<number>;

  close(): Promise<void>;
}

export interface LedgerLimits {
  /** Most fire rows of one commit. */
  readonly rows: number;
}

export interface LedgerMeta {
  /** Random, made with the ledger. */
  readonly id: string;
  readonly shardCount: number;
  /** Of the tables. */
  readonly version: number;
  /** 32 random bytes in hex: signs the tokens of runs. */
  readonly secret: string;
}

/** The ledger's clock, in milliseconds since 1970, and how far off it may be. */
export interface ClockReading {
  readonly now: number;
  readonly error: number;
}

/** Everything that one entry writes. */
export interface Commit {
  readonly entry: JournalEntry;
  readonly fires: readonly FirePut[];
  readonly tenants: readonly TenantRow[];
  readonly revisions: readonly RevisionRow[];
  readonly answers: readonly AnswerRow[];
}

/** A row at most once a commit. */
export interface FirePut {
  readonly row: FireRow;
  /** Its state in the ledger so far; absent where it has no row yet. */
  readonly was?: FireRow['state'];
}

/** What is known of a tenant beside its fires. Written whole, where it changed. */
export interface TenantRow {
  readonly tenant: string;
  readonly shard: number;
  /** In force; 0 before the first. */
  readonly revision: number;
  /** Of the manifest in force; '' before the first. */
  readonly manifest: Digest | '';
  /** Nothing of it is kept before. */
  readonly floor: Instant;
  /** Canonical JSON of what else the shard must remember (holds, circuits, quarantines, ...). Its owner is runtime/shard. */
  readonly memory: string;
}

export interface Lease {
  readonly shard: number;
  readonly holder: string;
  /** Counts up with each renewal: who sees it stand still for long enough may take the shard, whatever the clocks say. */
  readonly beat: number;
}

export interface Replica {
  readonly id: string;
  readonly beat: number;
  /** Roles, version, host: for people. */
  readonly about: string;
}

export interface FireQuery {
  readonly tenant: string;
  readonly job?: string;
  /** Scheduled instants `[from, until)`; a stretch that reaches into it counts. */
  readonly from?: Instant;
  readonly until?: Instant;
  /** Only rows with `hole`. */
  readonly holes?: boolean;
  /** @default newest first */
  readonly oldestFirst?: boolean;
  readonly limit: number;
  readonly after?: string;
}

export interface PageAsk {
  readonly limit: number;
  readonly after?: string;
}

export interface Page<T> {
  readonly rows: readonly T[];
  /** Where to go on; absent at the end. */
  readonly next?: string;
}

/** A manifest in force for a tenant from an instant on. */
export interface RevisionRow {
  readonly tenant: string;
  /** From 1. */
  readonly revision: number;
  /** Fires scheduled up to it belong to the revision before, those after it to this one. */
  readonly inForceFrom: Instant;
  /** Blob digests. */
  readonly manifest: Digest;
  readonly declarations: Digest;
  readonly plan: Digest;
  readonly planDigest: Digest;
  readonly principal: string;
  readonly approvedBy: readonly string[];
  readonly source?: { readonly name: string; readonly commit?: string };
  /** Of the entry that put it in force. */
  readonly seq: number;
}

/** What became of an order. */
export interface AnswerRow {
  readonly tenant: string;
  readonly request: string;
  readonly at: Instant;
  /** Present where it was accepted and made one. */
  readonly revision?: number;
  /** Present where it was refused: a code and a sentence. */
  readonly refused?: {
    readonly code: 'base-moved' | 'unknown-tenant' | 'unknown-job' | 'invalid';
    readonly message: string;
  };
}

export interface Approval {
  readonly planDigest: Digest;
  readonly principal: string;
  readonly at: Instant;
  /** The findings that were seen, as `rule subject`. */
  readonly findings: readonly string[];
  readonly comment?: string;
}
