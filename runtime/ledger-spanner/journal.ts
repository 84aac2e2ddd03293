import { type Commit, type JournalEntry, type Ledger, readStored } from '../ledger/index.ts';
import { insert, listOf, type Mutation, prefix, remove, update, upsert } from './mutations.ts';
import { pieces } from './pieces.ts';
import { type Store, status } from './store.ts';
import { writeFires } from './write-fires.ts';

/** Of one value; Spanner takes 2,621,440. */
const charactersMost = 1_000_000;

export function journalOf(
  store: Store,
): Pick<Ledger, 'heads' | 'journal' | 'journalBetween' | 'commit' | 'sweepJournal'> {
  const headNumbers = async (shards: readonly number[]): Promise<ReadonlyMap<number, number>> => {
    const rows = await store.read({
      table: 'Heads',
      columns: ['Shard', 'Seq'],
      keys: shards.map((shard) => [shard]),
    });
    return new Map(rows.map(([shard, seq]) => [shard as number, seq as number]));
  };
  const byKeys = async (keys: readonly (readonly [number, number])[]): Promise<readonly JournalEntry[]> =>
    entries(store, await store.read({ table: 'Journal', columns, keys }));

  return {
    async heads(shards) {
      const numbers = await headNumbers(shards);
      const found = await byKeys([...numbers]);
      return shards.map((shard) => found.find((entry) => entry.shard === shard));
    },
    async journal(shard, after, limit) {
      const ranges = [{ startOpen: listOf([shard, after]), endClosed: listOf([shard]) }];
      return entries(store, await store.read({ table: 'Journal', columns, ranges, limit }));
    },
    async journalBetween(shard, from, until, limit) {
      const keys = await store.read({
        table: 'Journal',
        index: 'JournalByTime',
        columns: ['Shard', 'Seq'],
        ranges: [{ startClosed: listOf([shard, until - 1]), endClosed: listOf([shard, from]) }],
        limit,
      });
      const found = await byKeys(keys as [number, number][]);
      return [...found].sort((a, b) => b.seq - a.seq);
    },
    async commit(commit) {
      try {
        await store.write(mutationsOf(commit));
        return 'won';
      } catch (error) {
        const { code } = error as { code?: number };
        if (code !== status.alreadyExists && code !== status.notFound) throw error;
        const verdict = await judge(commit.entry);
        if (verdict === undefined) throw error;
        return verdict;
      }
    },
    async sweepJournal(shard, beforeSeq, limit) {
      // Never the head: it is the fence of the next entry.
      const head = (await headNumbers([shard])).get(shard) ?? 0;
      const keys = await store.read({
        table: 'Journal',
        columns: ['Shard', 'Seq', 'Parts'],
        ranges: [{ startClosed: listOf([shard]), endOpen: listOf([shard, Math.min(beforeSeq, head)]) }],
        limit,
      });
      for (let from = 0; from < keys.length; from += rowsAtOnce) {
        const some = keys.slice(from, from + rowsAtOnce) as [number, number, number][];
        await store.write([
          remove(
            'Journal',
            some.map(([, seq]) => [shard, seq]),
          ),
          remove(
            'JournalParts',
            some.flatMap(([, seq, parts]) => range(1, parts).map((part) => [shard, seq, part])),
          ),
        ]);
      }
      return keys.length;
    },
  };

  /** After a key was taken or missing: whose entry is there? Undefined: nobody's, and the rows themselves are wrong. */
  async function judge({ shard, seq, nonce }: JournalEntry): Promise<'won' | 'lost' | undefined> {
    const [row] = await store.read({ table: 'Journal', columns: ['Nonce'], keys: [[shard, seq]] });
    if (row !== undefined) return row[0] === nonce ? 'won' : 'lost';
    const head = (await headNumbers([shard])).get(shard) ?? 0;
    return head === seq - 1 ? undefined : 'lost';
  }
}

/** Rows of an indexed table in one commit that removes them: the emulator takes the square of it. */
export const rowsAtOnce = 100;

const columns = ['Shard', 'Seq', 'Parts', 'Entry'];

/**
 * The entry's own key is the fence among those who read the same head. Who slept until its number was swept away
 * finds that number free, but not the entry before it, and not the shard without a head.
 */
function mutationsOf({ entry, fires, tenants, revisions, answers }: Commit): readonly Mutation[] {
  const { shard, seq } = entry;
  const [first = '', ...rest] = pieces(JSON.stringify(entry), charactersMost);
  const written = ['Shard', 'Seq', 'Now', 'Nonce', 'Parts', 'Entry'];
  const row = [shard, seq, entry.now, entry.nonce, rest.length + 1, first];
  const mutations =
    seq === 1
      ? [insert('Heads', ['Shard', 'Seq'], [[shard, seq]])]
      : [
          update('Journal', ['Shard', 'Seq', 'Followed'], [[shard, seq - 1, true]]),
          update('Heads', ['Shard', 'Seq'], [[shard, seq]]),
        ];
  mutations.push(insert('Journal', written, [row]), ...writeFires(shard, fires));
  if (rest.length > 0)
    mutations.push(
      insert(
        'JournalParts',
        ['Shard', 'Seq', 'Part', 'Entry'],
        rest.map((text, at) => [shard, seq, at + 1, text]),
      ),
    );
  if (tenants.length > 0)
    mutations.push(
      upsert(
        'Tenants',
        ['Shard', 'Tenant', 'Line'],
        tenants.map((of) => [of.shard, of.tenant, JSON.stringify(of)]),
      ),
    );
  if (revisions.length > 0)
    mutations.push(
      insert(
        'Revisions',
        ['Tenant', 'Revision', 'Line'],
        revisions.map((of) => [of.tenant, of.revision, JSON.stringify(of)]),
      ),
    );
  if (answers.length > 0)
    mutations.push(
      upsert(
        'Answers',
        ['Tenant', 'Request', 'Moment', 'Line'],
        answers.map((of) => [of.tenant, of.request, of.at, JSON.stringify(of)]),
      ),
    );
  return mutations;
}

async function entries(
  store: Store,
  rows: readonly (readonly unknown[])[],
): Promise<readonly JournalEntry[]> {
  const long = rows.filter(([, , parts]) => Number(parts) > 1);
  const parts = await store.read({
    table: 'JournalParts',
    columns: ['Shard', 'Seq', 'Entry'],
    ranges: long.map(([shard, seq]) => prefix([shard as number, seq as number])),
  });
  return rows.map(([shard, seq, , entry]) => {
    const rest = parts.filter((part) => part[0] === shard && part[1] === seq).map(([, , text]) => text);
    const text = [entry, ...rest].join('');
    return readStored(text, () => `entry ${seq} in the journal of shard ${shard}`);
  });
}

function range(from: number, until: number): number[] {
  return Array.from({ length: Math.max(0, until - from) }, (_, at) => from + at);
}
