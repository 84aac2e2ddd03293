import type { UtcText } from './fires.ts';

/** What `almanac backlog --json` prints: whether the platform keeps up. */
export interface BacklogReport {
  /** The runtime's clock when it answered. */
  readonly now: UtcText;
  /** Only this tenant's fires are counted; absent: everybody's. */
  readonly tenant?: string;
  /** The worst word of the shards. */
  readonly word: BacklogWord;
  readonly sentence: string;
  /** Shards with tenants, letters or entries, by number. */
  readonly shards: readonly ShardBacklog[];
}

/**
 * `idle`: nothing is due. `held`: what waits, waits for what its tenants wrote: runs, caps, holds, targets.
 * `draining`: the platform is behind and catches up. `growing`: it decides less than falls due. `stuck`: it decides nothing.
 */
export type BacklogWord = 'idle' | 'held' | 'draining' | 'growing' | 'stuck';

export interface ShardBacklog {
  readonly shard: number;
  readonly tenantCount: number;
  readonly word: BacklogWord;
  /** For a person: what is so, and until when. */
  readonly sentence: string;
  /** Every fire due up to here is decided; absent where nothing ever was. */
  readonly decidedThrough?: UtcText;
  /** When the shard last wrote. */
  readonly lastEntry?: UtcText;
  /** Seconds from `decidedThrough` to now. */
  readonly lag: number;
  /** The undispatched fire that was due first. */
  readonly oldest?: {
    readonly job: string;
    readonly scheduled: UtcText;
    readonly due: UtcText;
    /** In seconds. */
    readonly age: number;
    /** What it waits for; `undecided` where it was not looked at yet. */
    readonly word: string;
  };
  /** Fires without a fate, by what they wait for. */
  readonly waiting: Readonly<Record<string, number>>;
  /** Fires that are due and not decided. */
  readonly undecided: number;
  /** The counts above are lower bounds. */
  readonly atLeast?: boolean;
  /** Letters in the inbox that were not taken in. */
  readonly unread: number;
  /** Fires that got their fate, a minute, over the last minutes. */
  readonly decidedPerMinute: number;
  /** Fires that fall due, a minute, over the coming hour. */
  readonly duePerMinute: number;
  /** When nothing due will be left undecided or undispatched at these rates. */
  readonly drainedBy?: UtcText;
}
