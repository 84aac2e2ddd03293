import type { InboxLetter, JournalEntry } from '../ledger/index.ts';
import type { DraftInput } from './shard.ts';

/**
 * Returns the input with which a recorded entry is drafted again. `letters`: those of the inbox behind the entry
 * before, as many as it took in at least. `over`: rows as they were then. The draft is the entry but for owner, nonce
 * and hash, if nobody touched it.
 */
export function replayInput(
  { now, body }: JournalEntry,
  letters: readonly InboxLetter[],
  manifests: DraftInput['manifests'],
  over?: DraftInput['over'],
): DraftInput {
  const { own, rowsMost, taken, applyWaits, hears, floors } = body;
  return {
    now,
    letters,
    own,
    rowsMost,
    manifests,
    ...(over && { over }),
    ...(floors && { floors }),
    ...(hears && { hears }),
    reach: { own: own.length, letters: taken?.count ?? 0, applyWaits: applyWaits === true },
  };
}
