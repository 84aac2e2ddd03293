import { randomUUID } from 'node:crypto';
import { type InboxLetter, type InboxPosition, type Ledger, readStored } from '../ledger/index.ts';
import { rowsAtOnce } from './journal.ts';
import { commitInstant, insert, type KeyRange, listOf, remove } from './mutations.ts';
import { type Store, status } from './store.ts';

/**
 * A place in the inbox is the instant of the commit, then the post and the letter's number in it. A strong read shows
 * everything that was committed up to its own instant, so nothing appears later behind what it showed.
 */
export function inboxOf(store: Store): Pick<Ledger, 'post' | 'inbox' | 'sweepInbox'> {
  return {
    async post(letters) {
      for (let from = 0; from < letters.length; from += lettersMost) {
        const post = randomUUID();
        const rows = letters
          .slice(from, from + lettersMost)
          .map(({ shard, letter }, at) => [shard, post, at, commitInstant, JSON.stringify(letter)]);
        try {
          await store.write([insert('Inbox', ['Shard', 'Post', 'Ordinal', 'Posted', 'Letter'], rows)]);
        } catch (error) {
          // Nobody else has this number: it was written, and the answer got lost.
          if ((error as { code?: number }).code !== status.alreadyExists) throw error;
        }
      }
    },

    async inbox(asks, limit) {
      const rows = await store.read({ ...letters, ranges: asks.map(behind), limit: limit + 1 });
      // One shard's letters may have left no room for those of the next.
      if (rows.length <= limit || asks.length === 1)
        return asks.map(({ shard }) =>
          rows
            .filter(([of]) => of === shard)
            .slice(0, limit)
            .map(letterOf),
        );
      return Promise.all(
        asks.map(async (ask) =>
          (await store.read({ ...letters, ranges: [behind(ask)], limit })).map(letterOf),
        ),
      );
    },

    async sweepInbox(shard, upTo, limit) {
      const end = upTo === '' ? listOf([shard, '0001-01-01T00:00:00Z']) : listOf([shard, ...keyOf(upTo)]);
      const rows = await store.read({
        ...letters,
        columns: letters.columns.slice(0, 4),
        ranges: [{ startClosed: listOf([shard]), endClosed: end }],
        limit,
      });
      for (let from = 0; from < rows.length; from += rowsAtOnce) {
        const keys = rows
          .slice(from, from + rowsAtOnce)
          .map(([, , post, ordinal]) => [shard, String(post), Number(ordinal)]);
        await store.write([remove('Inbox', keys)]);
      }
      return rows.length;
    },
  };
}

/** Of one commit. */
const lettersMost = 1000;

const letters = {
  table: 'Inbox',
  index: 'InboxInOrder',
  columns: ['Shard', 'Posted', 'Post', 'Ordinal', 'Letter'],
};

function behind({ shard, after }: { readonly shard: number; readonly after: InboxPosition }): KeyRange {
  if (after === '') return { startClosed: listOf([shard]), endClosed: listOf([shard]) };
  return { startOpen: listOf([shard, ...keyOf(after)]), endClosed: listOf([shard]) };
}

function letterOf([shard, posted, post, ordinal, letter]: readonly unknown[]): InboxLetter {
  const position = `${posted} ${post} ${String(ordinal).padStart(6, '0')}`;
  return { position, letter: readStored(letter, () => `letter ${position} in the inbox of shard ${shard}`) };
}

function keyOf(position: InboxPosition): [string, string, number] {
  const [posted = '', post = '', ordinal = ''] = position.split(' ');
  return [posted, post, Number(ordinal)];
}
