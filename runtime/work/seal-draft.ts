import { type Commit, entryHash, type JournalEntry } from '../ledger/index.ts';
import type { Draft } from '../shard/index.ts';
import type { Replica } from './replica.ts';

/** Makes of a draft what is committed: by whom, under a number that nobody else draws, and with the entry's hash. */
export function sealDraft(draft: Draft, { id, timers }: Pick<Replica, 'id' | 'timers'>): Commit {
  const { fires, tenants, revisions, answers } = draft;
  const nonce = Array.from({ length: 4 }, () =>
    Math.floor(timers.random() * 2 ** 32)
      .toString(16)
      .padStart(8, '0'),
  ).join('');
  const unsigned = { ...draft.entry, owner: id, nonce };
  const entry: JournalEntry = { ...unsigned, hash: entryHash(unsigned) };
  return { entry, fires, tenants, revisions, answers };
}
