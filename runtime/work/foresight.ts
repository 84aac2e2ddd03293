import type { Commit } from '../ledger/index.ts';
import type { Draft, DraftInput, Shard } from '../shard/index.ts';
import type { Replica } from './replica.ts';
import { sealDraft } from './seal-draft.ts';

/** A part of a pass that was drafted ahead: the shard in memory goes on from it, the ledger does not have it. */
export interface Foreseen {
  readonly draft: Draft;
  readonly commit: Commit;
}

/**
 * Drafts the parts of a pass shortly before its fires fall due. A draft is a function of the shard and of what it is given,
 * so that one made ahead is the one that would be made then. Only parts whose jobs have nothing open and nothing going on
 * are: nothing that is heard of a run meanwhile can change them. What else comes in waits for the pass, as it does
 * when one is under way.
 */
export interface Foresight {
  /** When to draft a part ahead, by `Timers.now`; `Infinity` where there is nothing to see. */
  at(shard: Shard): number;
  /** Drafts one part ahead, and lets the shard go on from it. */
  look(shard: Shard, input: Omit<DraftInput, 'now'>): void;
  /** What is to be written next. */
  readonly first: Foreseen | undefined;
  /** It is written. */
  written(): void;
  /** Forgets it all: the shard is read again from the ledger. */
  clear(): void;
}

/** How long before they fall due, in milliseconds: several shards take their turns, part by part. */
const aheadMs = 500;
/** More than that is left to the pass itself. */
const partsMost = 6;

export function createForesight(replica: Replica): Foresight {
  const { clock } = replica;
  const parts: Foreseen[] = [];
  /** For which instant nothing more can be seen. */
  let seen: { readonly shard: Shard; readonly now: number } | undefined;

  return {
    at(shard) {
      const now = parts[0]?.draft.entry.now ?? shard.nextDue;
      if (now === undefined || (seen?.shard === shard && seen.now === now)) return Number.POSITIVE_INFINITY;
      // Something else is to be decided before it.
      if (parts.length === 0 && shard.wake !== now) return Number.POSITIVE_INFINITY;
      return clock.reaches(now * 1_000) - aheadMs;
    },
    look(shard, input) {
      const now = parts[0]?.draft.entry.now ?? shard.nextDue!;
      const draft = shard.draft({ ...input, now });
      if (draft?.isFresh) {
        const commit = sealDraft(draft, replica);
        shard.accept(draft, commit.entry.hash);
        parts.push({ draft, commit });
      }
      if (!draft?.isFresh || !draft.more || parts.length === partsMost) seen = { shard, now };
    },
    get first() {
      return parts[0];
    },
    written() {
      parts.shift();
    },
    clear() {
      parts.length = 0;
      seen = undefined;
    },
  };
}
