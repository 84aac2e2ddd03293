import {
  type Commit,
  entryHash,
  type FirePut,
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
    /** What is reported of a run that was lost ends it, instead of being noted. */
    const takenIn = ({ row, was }: FirePut, now: number): FirePut => {
      const { run } = row.body;
      if (was !== 'over' || run?.outcome !== 'lost') return { row, ...(was && { was }) };
      const { late, ...rest } = run;
      const { outcome, report } = late!.at(-1)!;
      const ended = { ...rest, outcome, endedAt: now, ...(report && { report }) };
      return { row: { ...row, hole: outcome === 'failed', body: { ...row.body, run: ended } }, was };
    };
    return {
      ...ledger,
      commit: (commit) =>
        ledger.commit({ ...commit, fires: commit.fires.map((put) => takenIn(put, commit.entry.now)) }),
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
