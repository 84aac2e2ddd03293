import type { Instant } from '../../schema/time.ts';
import type { Draft, DraftInput, Shard } from '../shard/index.ts';
import type { Replica } from './replica.ts';

/**
 * Drafts the first entry of a pass shortly before its fires fall due. A draft is a function of the shard and of what it
 * is given, so that one made ahead is the one that would be made then; whatever happens in between makes it void.
 *
 * Where many fires fall due it is made again and again, though once would do: after a minute's rest caches are cold, and
 * the processor, the collector and the compiler of a machine have settled for rest. A pass that finds them awake is through
 * in two thirds of the time.
 */
export interface Foresight {
  /** When to look ahead, by `Timers.now`; `Infinity` where that was done, or where there is nothing to see. */
  at(shard: Shard): number;
  look(shard: Shard, input: Omit<DraftInput, 'now'>): void;
  /** The draft that was made ahead for `now`, where the shard is as it was then and has been given nothing since. */
  seen(shard: Shard, now: Instant): Draft | undefined;
}

/** How long before they fall due, in milliseconds: several shards take their turns. */
const aheadMs = 150;
/** Of one shard: for how long, in milliseconds, and how often at most. */
const rehearsalMs = 25;
const rehearsalsMost = 24;

export function createForesight({ timers, clock }: Pick<Replica, 'timers' | 'clock'>): Foresight {
  let looked:
    | { readonly shard: Shard; readonly seq: number; readonly now: Instant; readonly draft?: Draft }
    | undefined;

  const isOf = (shard: Shard, now: Instant) =>
    looked !== undefined && looked.shard === shard && looked.seq === shard.seq && looked.now === now;

  return {
    at(shard) {
      const { nextDue } = shard;
      if (nextDue === undefined || nextDue !== shard.wake || isOf(shard, nextDue))
        return Number.POSITIVE_INFINITY;
      return clock.reaches(nextDue * 1_000) - aheadMs;
    },
    look(shard, input) {
      const now = shard.nextDue!;
      const until = timers.now() + rehearsalMs;
      let draft: Draft | undefined;
      for (let times = 0; times < rehearsalsMost; times++) {
        draft = shard.draft({ ...input, now });
        if (!draft?.more || timers.now() > until) break;
      }
      looked = { shard, seq: shard.seq, now, ...(draft && { draft }) };
    },
    seen: (shard, now) => (isOf(shard, now) ? looked!.draft : undefined),
  };
}
