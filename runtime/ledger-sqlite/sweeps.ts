import type { Ledger } from '../ledger/index.ts';
import { inTransaction } from './in-transaction.ts';
import type { Database, SqlValue } from './open-database.ts';
import type { Statements } from './statements.ts';

/** A step is one write of `limit` rows at most, so that no commit of a shard waits long behind it. */
export function sweepsOf(db: Database, sql: Statements): Pick<Ledger, 'sweepFires' | 'sweepJournal'> {
  return {
    async sweepFires(tenant, floor, limit) {
      const fires = inTransaction(db, () => {
        const places = sql.all(
          `SELECT tenant, scheduled, job, ord FROM fires
            WHERE tenant = ? AND scheduled < ? AND last < ? ORDER BY scheduled LIMIT ?`,
          [tenant, floor, floor, limit],
        );
        for (const place of places)
          sql.run(
            'DELETE FROM fires WHERE tenant = ? AND scheduled = ? AND job = ? AND ord = ?',
            place as SqlValue[],
          );
        return places.length;
      });
      if (fires > 0) return fires;
      return sql.run(
        `DELETE FROM answers WHERE tenant = ? AND request IN
          (SELECT request FROM answers WHERE tenant = ? AND moment < ? LIMIT ?)`,
        [tenant, tenant, floor, limit],
      );
    },
    async sweepJournal(shard, beforeSeq, limit) {
      // Never the head: it is the fence of the next entry.
      return sql.run(
        `DELETE FROM journal WHERE shard = ? AND seq IN (SELECT seq FROM journal WHERE shard = ? AND seq < ?
          AND seq < (SELECT max(seq) FROM journal WHERE shard = ?) ORDER BY seq LIMIT ?)`,
        [shard, shard, beforeSeq, shard, limit],
      );
    },
  };
}
