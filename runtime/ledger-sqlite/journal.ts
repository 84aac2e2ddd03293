import { type Commit, type JournalEntry, type Ledger, readStored } from '../ledger/index.ts';
import type { Step } from './run-write.js';
import type { Statements } from './statements.ts';
import { fireSteps } from './write-fires.ts';
import type { Writer } from './writer.ts';

export function journalOf(
  sql: Statements,
  writer: Writer,
): Pick<Ledger, 'heads' | 'journal' | 'journalBetween' | 'commit'> {
  const entries = (where: string, values: readonly number[]): readonly JournalEntry[] =>
    sql
      .all(`SELECT shard, seq, entry FROM journal WHERE ${where}`, values)
      .map(([shard, seq, entry]) => readStored(entry, () => `entry ${seq} in the journal of shard ${shard}`));

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
      const { kept } = await writer.write(stepsOf(commit));
      if (kept) return 'won';
      const { shard, seq, nonce } = commit.entry;
      const [found] = sql.all('SELECT nonce FROM journal WHERE shard = ? AND seq = ?', [shard, seq]);
      return found?.[0] === nonce ? 'won' : 'lost';
    },
  };
}

function stepsOf({ entry, fires, tenants, revisions, answers }: Commit): readonly Step[] {
  return [
    fencedEntry(entry),
    ...fireSteps(entry.shard, fires),
    ...tenants.map((row) => ({
      sql: 'INSERT OR REPLACE INTO tenants (tenant, shard, line) VALUES (?, ?, ?)',
      values: [row.tenant, row.shard, JSON.stringify(row)],
    })),
    ...revisions.map((row) => ({
      sql: 'INSERT INTO revisions (tenant, revision, line) VALUES (?, ?, ?)',
      values: [row.tenant, row.revision, JSON.stringify(row)],
    })),
    ...answers.map((row) => ({
      sql: 'INSERT OR REPLACE INTO answers (tenant, request, moment, line) VALUES (?, ?, ?, ?)',
      values: [row.tenant, row.request, row.at, JSON.stringify(row)],
    })),
  ];
}

/**
 * Writes the entry where it is the next one, and else nothing. The head is compared, and not only the key, so that an
 * owner that slept until its next number had been swept away does not find that number free.
 */
function fencedEntry(entry: JournalEntry): Step {
  const { shard, seq, now, nonce } = entry;
  return {
    sql: `INSERT INTO journal (shard, seq, now, nonce, entry) SELECT ?, ?, ?, ?, ?
      WHERE (SELECT coalesce(max(seq), 0) FROM journal WHERE shard = ?) = ?`,
    values: [shard, seq, now, nonce, JSON.stringify(entry), shard, seq - 1],
    wants: 1,
  };
}
