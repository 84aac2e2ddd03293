import { expect, test } from 'vitest';
import { type Ledger, shardOf } from '../../../runtime/ledger/index.ts';
import { commitOf, dispatched, ended, entryAfter, fireRow, start, tenantRow, write } from './sample-rows.ts';

/** What every ledger keeps about the journal. `open` gives a new and empty one. */
export function journalLaws(open: () => Promise<Ledger>): void {
  test('a new ledger has an id, a secret and no head', async () => {
    const ledger = await open();
    const meta = await ledger.meta();
    expect(meta).toMatchObject({ version: 1, secret: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(meta.id).not.toBe('');
    expect(await ledger.heads([0, 1, 2])).toEqual([undefined, undefined, undefined]);
  });

  test('an entry comes back as it was written, and is the head', async () => {
    const ledger = await open();
    const first = entryAfter(undefined, { shard: 1 });
    const second = entryAfter(first, {
      shard: 1,
      inbox: 'somewhere',
      watermark: { through: start, pass: start + 60, cursor: 'benefits/statement-run' },
      body: {
        own: [{ kind: 'quarantine', tenant: 'benefits', job: 'a', error: 'nul \u0000 "x"' }],
        counts: { dispatched: 2 },
        rowsMost: 64,
      },
    });
    expect(await ledger.commit(commitOf(first))).toBe('won');
    expect(await ledger.commit(commitOf(second))).toBe('won');
    expect(await ledger.heads([0, 1])).toEqual([undefined, second]);
    expect(await ledger.journal(1, 0, 10)).toEqual([first, second]);
    expect(await ledger.journal(1, 1, 10)).toEqual([second]);
    expect(await ledger.journal(1, 0, 1)).toEqual([first]);
    expect(await ledger.journal(0, 0, 10)).toEqual([]);
  });

  test('of two writers of one number one wins, and the other wrote nothing', async () => {
    const ledger = await open();
    const row = fireRow({ scheduled: start });
    const mine = commitOf(entryAfter(undefined, { shard: 0, owner: 'a' }), { fires: [{ row }] });
    const theirs = commitOf(entryAfter(undefined, { shard: 0, owner: 'b' }), {
      fires: [{ row: { ...row, job: 'other' } }],
      tenants: [tenantRow({ tenant: 'benefits', shard: 0 })],
    });
    expect(await ledger.commit(mine)).toBe('won');
    expect(await ledger.commit(theirs)).toBe('lost');
    expect((await ledger.heads([0]))[0]?.owner).toBe('a');
    expect((await ledger.fires({ tenant: 'benefits', limit: 10 })).rows).toEqual([row]);
    expect(await ledger.tenant('benefits')).toBeUndefined();
  });

  test('two writers at once: each number has one owner, and each owner knows which are its own', async () => {
    const ledger = await open();
    const won = { a: 0, b: 0 };
    const work = async (owner: 'a' | 'b') => {
      for (let tries = 0; tries < 20; tries++) {
        const [head] = await ledger.heads([2]);
        if ((await ledger.commit(commitOf(entryAfter(head, { shard: 2, owner })))) === 'won') won[owner]++;
      }
    };
    await Promise.all([work('a'), work('b')]);
    const journal = await ledger.journal(2, 0, 100);
    expect(journal.map(({ seq }) => seq)).toEqual(journal.map((_, index) => index + 1));
    expect(journal.filter(({ owner }) => owner === 'a')).toHaveLength(won.a);
    expect(journal.filter(({ owner }) => owner === 'b')).toHaveLength(won.b);
    expect(journal.length).toBeGreaterThanOrEqual(20);
  });

  test('a commit sent twice, since its answer got lost, was won and is there once', async () => {
    const ledger = await open();
    const shard = shardOf('benefits', (await ledger.meta()).shardCount);
    const commit = commitOf(entryAfter(undefined, { shard }), {
      fires: [{ row: dispatched(fireRow({ scheduled: start })) }],
    });
    expect(await ledger.commit(commit)).toBe('won');
    expect(await ledger.commit(commit)).toBe('won');
    expect(await ledger.journal(shard, 0, 10)).toHaveLength(1);
    expect((await ledger.fires({ tenant: 'benefits', limit: 10 })).rows).toHaveLength(1);
    // Also when others have gone on since.
    expect(await ledger.commit(commitOf(entryAfter(commit.entry, { shard })))).toBe('won');
    expect(await ledger.commit(commit)).toBe('won');
  });

  test('an owner that slept until its next number was swept away loses', async () => {
    const ledger = await open();
    const entries = [entryAfter(undefined, { shard: 0 })];
    for (let n = 1; n < 6; n++) entries.push(entryAfter(entries.at(-1), { shard: 0 }));
    for (const entry of entries) await ledger.commit(commitOf(entry));
    expect(await ledger.sweepJournal(0, 5, 100)).toBe(4);
    const row = fireRow({ scheduled: start });
    for (const slept of [undefined, entries[0], entries[2]])
      expect(await ledger.commit(commitOf(entryAfter(slept, { shard: 0 }), { fires: [{ row }] }))).toBe(
        'lost',
      );
    expect(await ledger.fire('benefits', 'statement-run', start)).toEqual([]);
    expect(await ledger.commit(commitOf(entryAfter(entries.at(-1), { shard: 0 })))).toBe('won');
  });

  test('entries are found by their time, newest first', async () => {
    const ledger = await open();
    let entry = entryAfter(undefined, { shard: 1, now: start });
    await ledger.commit(commitOf(entry));
    for (const now of [start + 10, start + 10, start + 20, start + 30]) {
      entry = entryAfter(entry, { shard: 1, now });
      await ledger.commit(commitOf(entry));
    }
    const numbers = async (from: number, until: number, limit: number) =>
      (await ledger.journalBetween(1, from, until, limit)).map(({ seq }) => seq);
    expect(await numbers(start, start + 31, 10)).toEqual([5, 4, 3, 2, 1]);
    expect(await numbers(start + 10, start + 30, 10)).toEqual([4, 3, 2]);
    expect(await numbers(start, start + 31, 2)).toEqual([5, 4]);
    expect(await numbers(start + 31, start + 99, 10)).toEqual([]);
  });

  test('an entry and its rows are written together or not at all', async () => {
    const ledger = await open();
    const row = dispatched(fireRow({ scheduled: start }));
    const first = await write(ledger, [{ row }]);
    const { shard } = first;
    const again = commitOf(entryAfter(first, { shard }), { fires: [{ row: ended(row) }, { row }] });
    await expect(ledger.commit(again)).rejects.toThrow();
    expect((await ledger.heads([shard]))[0]?.seq).toBe(1);
    expect(await ledger.fire('benefits', 'statement-run', start)).toEqual([row]);
  });

  test('as many rows as the ledger takes in one commit', async () => {
    const ledger = await open();
    const rows = Array.from({ length: ledger.limits.rows }, (_, n) =>
      dispatched(fireRow({ scheduled: start, job: `job-${String(n).padStart(5, '0')}` })),
    );
    await write(
      ledger,
      rows.map((row) => ({ row })),
    );
    await write(
      ledger,
      rows.map((row) => ({ row: ended(row), was: 'going' })),
    );
    const shard = (await ledger.fires({ tenant: 'benefits', limit: 5 })).rows;
    expect(shard.map(({ state }) => state)).toEqual(Array(5).fill('over'));
    expect((await ledger.fires({ tenant: 'benefits', limit: 100_000 })).rows).toHaveLength(rows.length);
  });
}
