import type { Ledger } from '../ledger/index.ts';
import type { SqlValue } from './run-write.js';
import type { Statements } from './statements.ts';
import { rowsOf, type Writer } from './writer.ts';

/** A step is one write of `limit` rows at most, so that no commit of a shard waits long behind it. */
export function sweepsOf(sql: Statements, writer: Writer): Pick<Ledger, 'sweepFires' | 'sweepJournal'> {
  return {
    async sweepFires(tenant, floor, limit) {
      const places = sql.all(
        `SELECT tenant, scheduled, job, ord FROM fires
          WHERE tenant = ? AND scheduled < ? AND last < ? ORDER BY scheduled LIMIT ?`,
        [tenant, floor, floor, limit],
      );
      // What is over stays as it is, so that between the question and the answer nothing changes.
      const one = 'DELETE FROM fires WHERE tenant = ? AND scheduled = ? AND job = ? AND ord = ?';
      if (places.length > 0)
        return rowsOf(await writer.write(places.map((place) => ({ sql: one, values: place as SqlValue[] }))));
      const answers = `DELETE FROM answers WHERE tenant = ? AND request IN
        (SELECT request FROM answers WHERE tenant = ? AND moment < ? LIMIT ?)`;
      return rowsOf(await writer.write([{ sql: answers, values: [tenant, tenant, floor, limit] }]));
    },
    async sweepJournal(shard, beforeSeq, limit) {
      // Never the head: it is the fence of the next entry.
      const entries = `DELETE FROM journal WHERE shard = ? AND seq IN (SELECT seq FROM journal WHERE shard = ? AND seq < ?
        AND seq < (SELECT max(seq) FROM journal WHERE shard = ?) ORDER BY seq LIMIT ?)`;
      return rowsOf(await writer.write([{ sql: entries, values: [shard, shard, beforeSeq, shard, limit] }]));
    },
  };
}
