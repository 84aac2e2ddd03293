import type { Commit, JournalEntry, Ledger } from '../ledger/index.ts';
import { inTransaction } from './in-transaction.ts';
import type { Database } from './open-database.ts';
import type { Statements } from './statements.ts';
import { writeFires } from './write-fires.ts';

export function journalOf(
  db: Database,
  sql: Statements,
): Pick<Ledger, 'heads' | 'journal' | 'journalBetween' | 'commit'> {
  const entries = (where: string, values: readonly number[]): readonly JournalEntry[] =>
    sql.all(`SELECT entry FROM journal WHERE ${where}`, values).map(([entry]) => JSON.parse(String(entry)));

  return {
    async heads(shards) {
      return shards.map((shard) => entries('shard = ? ORDER BY seq DESC LIMIT 1', [shard])[0]);
    },
    async journal(shard, after, limit) {
      return entries('shard = ? AND seq > ? ORDER BY seq LIMIT ?', [shard, after, limit]);
    },
    async journalBetween(shard, from, until, limit) {
      return entries('shard = ? AND now >= ? AND now < ? ORDER BY now DESC, seq DESC LIMIT ?', [
        shard,
        from,
        until,
        limit,
      ]);
    },
    async commit(commit) {
      return inTransaction(db, () => {
        const verdict = fence(sql, commit.entry);
        if (verdict === undefined) writeCommit(sql, commit);
        return verdict ?? 'won';
      });
    },
  };
}

/**
 * Undefined: the entry is the next one. The head is compared too, and not only the key, so that an owner that slept
 * until its next number had been swept away does not find that number free.
 */
function fence(sql: Statements, { shard, seq, nonce }: JournalEntry): 'won' | 'lost' | undefined {
  const [head] = sql.all('SELECT max(seq) FROM journal WHERE shard = ?', [shard]);
  if (Number(head?.[0] ?? 0) === seq - 1) return undefined;
  const [found] = sql.all('SELECT nonce FROM journal WHERE shard = ? AND seq = ?', [shard, seq]);
  return found?.[0] === nonce ? 'won' : 'lost';
}

function writeCommit(sql: Statements, { entry, fires, tenants, revisions, answers }: Commit): void {
  sql.run('INSERT INTO journal (shard, seq, now, nonce, entry) VALUES (?, ?, ?, ?, ?)', [
    entry.shard,
    entry.seq,
    entry.now,
    entry.nonce,
    JSON.stringify(entry),
  ]);
  writeFires(sql, entry.shard, fires);
  for (const row of tenants)
    sql.run('INSERT OR REPLACE INTO tenants (tenant, shard, line) VALUES (?, ?, ?)', [
      row.tenant,
      row.shard,
      JSON.stringify(row),
    ]);
  for (const row of revisions)
    sql.run('INSERT INTO revisions (tenant, revision, line) VALUES (?, ?, ?)', [
      row.tenant,
      row.revision,
      JSON.stringify(row),
    ]);
  for (const row of answers)
    sql.run('INSERT OR REPLACE INTO answers (tenant, request, moment, line) VALUES (?, ?, ?, ?)', [
      row.tenant,
      row.request,
      row.at,
      JSON.stringify(row),
    ]);
}
