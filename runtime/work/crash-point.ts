/**
 * The places between two durable steps of a replica, in the order of a tick. Each is marked `CRASH:` where it is. A
 * replica that ends there loses no fire and decides none twice; the tests end it there.
 */
export const crashPoints = [
  /** The manifest's bytes are read, nothing of the entry is written. */
  'before-commit',
  /** The entry is in the ledger, and this replica does not know. */
  'after-commit',
  /** The shard in memory has taken it in, nothing of it is dispatched. */
  'after-accept',
  /** All of it is dispatched, and no answer is in an entry. */
  'after-dispatch',
  /** The lease is written, the shard is not read. */
  'after-lease',
  /** Letters about runs are posted for the next owner, the lease is still there. */
  'before-release',
  /** Floors are moved by an entry, nothing below them is swept. */
  'before-sweep',
] as const;

export type CrashPoint = (typeof crashPoints)[number];
