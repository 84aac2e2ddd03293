import { type InboxLetter, type InboxPosition, type Ledger, readStored } from '../ledger/index.ts';
import type { Statements } from './statements.ts';
import { rowsOf, type Writer } from './writer.ts';

/**
 * A place in the inbox is a number that only counts up, also when the newest letter is swept away (`AUTOINCREMENT`);
 * one writer at a time makes it the order of commits, so no letter ever appears behind a reader.
 */
export function inboxOf(sql: Statements, writer: Writer): Pick<Ledger, 'post' | 'inbox' | 'sweepInbox'> {
  return {
    async post(letters) {
      if (letters.length === 0) return;
      await writer.write([
        {
          sql: 'INSERT INTO inbox (shard, letter) VALUES',
          width: 2,
          values: letters.flatMap(({ shard, letter }) => [shard, JSON.stringify(letter)]),
        },
      ]);
    },
    async inbox(asks, limit) {
      return asks.map(({ shard, after }) =>
        sql
          .all('SELECT id, letter FROM inbox WHERE shard = ? AND id > ? ORDER BY id LIMIT ?', [
            shard,
            Number(after),
            limit,
          ])
          .map(
            ([id, letter]): InboxLetter => ({
              position: position(Number(id)),
              letter: readStored(letter, () => `letter ${id} in the inbox of shard ${shard}`),
            }),
          ),
      );
    },
    async sweepInbox(shard, upTo, limit) {
      const sql =
        'DELETE FROM inbox WHERE id IN (SELECT id FROM inbox WHERE shard = ? AND id <= ? ORDER BY id LIMIT ?)';
      return rowsOf(await writer.write([{ sql, values: [shard, Number(upTo), limit] }]));
    },
  };
}

/** Of one width, so that places compare as text. */
function position(id: number): InboxPosition {
  return String(id).padStart(16, '0');
}
