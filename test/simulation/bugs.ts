import {
  type Commit,
  entryHash,
  type FirePut,
  type FireRow,
  type InboxLetter,
  type JournalEntry,
  type Ledger,
} from '../../runtime/ledger/index.ts';

/**
 * Five bugs, planted between a replica and its ledger: what the simulation is worth is whether it finds them.
 */
export const bugs: Readonly<Record<string, (ledger: Ledger) => Ledger>> = {
  'drop the fence': (ledger) => ({
    ...ledger,
    async commit(commit) {
      const outcome = await ledger.commit(commit);
      if (outcome === 'won') return outcome;
      // Whoever comes second writes all the same, behind the other.
      const [head] = await ledger.heads([commit.entry.shard]);
      const { hash: _, ...entry } = { ...commit.entry, seq: head!.seq + 1, previous: head!.hash };
      const now = Math.max(entry.now, head!.now);
      const late = { ...entry, now };
      return await ledger.commit({ ...commit, entry: { ...late, hash: entryHash(late) }, revisions: [] });
    },
  }),

  'forget the cursor of the watermark': (ledger) => ({
    ...ledger,
    heads: async (shards) =>
      (await ledger.heads(shards)).map((head) => {
        if (!head) return undefined;
        const { pass } = head.watermark;
        return { ...head, watermark: { ...head.watermark, through: pass, cursor: '' } };
      }),
  }),

  'decide twice': (ledger) => ({
    ...ledger,
    heads: async (shards) =>
      (await ledger.heads(shards)).map((head): JournalEntry | undefined => {
        if (!head) return undefined;
        const through = head.watermark.through - 120;
        return { ...head, watermark: { ...head.watermark, through, pass: through, cursor: '' } };
      }),
  }),

  'take a finish report in late': (ledger) => {
    const lost = new Map<string, FireRow>();
    const heard = new Map<number, InboxLetter[]>();
    return {
      ...ledger,
      async inbox(asks, limit) {
        const answers = await ledger.inbox(asks, limit);
        for (const [index, letters] of answers.entries()) {
          const { shard } = asks[index]!;
          heard.set(shard, [...(heard.get(shard) ?? []), ...letters]);
        }
        return answers;
      },
      async commit(commit) {
        for (const { row } of commit.fires) {
          if (row.body.run?.outcome === 'lost') lost.set(`${row.tenant} ${row.body.run.id}`, row);
        }
        const taken = (heard.get(commit.entry.shard) ?? []).filter(
          ({ position }) => position <= commit.entry.inbox,
        );
        const more: FirePut[] = [];
        for (const { letter } of taken) {
          if (letter.kind !== 'finished') continue;
          const key = `${letter.tenant} ${letter.run}`;
          const row = lost.get(key);
          if (!row?.body.run || commit.fires.some((put) => put.row.body.run?.id === letter.run)) continue;
          lost.delete(key);
          const run = { ...row.body.run, outcome: 'succeeded' as const, endedAt: commit.entry.now };
          more.push({ row: { ...row, hole: false, body: { ...row.body, run } }, was: 'over' });
        }
        return await ledger.commit({ ...commit, fires: [...commit.fires, ...more] });
      },
    };
  },

  'lose the fires that an apply opens': (ledger) => {
    const lost = new Set<string>();
    const keyOf = ({ row }: FirePut) => `${row.tenant} ${row.job} ${row.scheduled}`;
    return {
      ...ledger,
      async commit(commit: Commit) {
        if (commit.revisions.length > 0) {
          for (const put of commit.fires)
            if (put.row.state === 'open' && put.was === undefined) lost.add(keyOf(put));
        }
        return await ledger.commit({ ...commit, fires: commit.fires.filter((put) => !lost.has(keyOf(put))) });
      },
    };
  },
};
