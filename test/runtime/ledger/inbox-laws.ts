import { expect, test } from 'vitest';
import type { InboxLetter, Ledger } from '../../../runtime/ledger/index.ts';
import { heartbeat, hostile } from './sample-rows.ts';

/** What every ledger keeps about letters. `open` gives a new and empty one. */
export function inboxLaws(open: () => Promise<Ledger>): void {
  const runs = (letters: readonly InboxLetter[] | undefined) =>
    letters?.map(({ letter }) => ('run' in letter ? Number(letter.run.split('@')[1]) : -1));

  test('letters lie in the inbox of their shard, in the order in which they came', async () => {
    const ledger = await open();
    await ledger.post([]);
    await ledger.post([
      { shard: 1, letter: heartbeat(1) },
      { shard: 2, letter: heartbeat(2) },
      { shard: 1, letter: heartbeat(3) },
    ]);
    await ledger.post([{ shard: 1, letter: heartbeat(4) }]);
    const inboxes = await ledger.inbox(
      [0, 1, 2].map((shard) => ({ shard, after: '' })),
      10,
    );
    expect(inboxes.map(runs)).toEqual([[], [1, 3, 4], [2]]);
    expect(inboxes[1]?.[0]?.letter).toEqual(heartbeat(1));
  });

  test('a reader goes on behind a position, and positions compare as text', async () => {
    const ledger = await open();
    for (let n = 0; n < 12; n++)
      await ledger.post([
        { shard: 0, letter: heartbeat(n) },
        { shard: 1, letter: heartbeat(n) },
      ]);
    await ledger.post(Array.from({ length: 15 }, (_, n) => ({ shard: 0, letter: heartbeat(12 + n) })));
    const [all] = await ledger.inbox([{ shard: 0, after: '' }], 100);
    const positions = all?.map(({ position }) => position) ?? [];
    expect(positions).toHaveLength(27);
    expect([...positions].sort()).toEqual(positions);
    expect(new Set(positions).size).toBe(27);
    for (const [n, after] of positions.entries()) {
      const [rest] = await ledger.inbox([{ shard: 0, after }], 5);
      expect(runs(rest)).toEqual(Array.from({ length: 27 }, (_, run) => run).slice(n + 1, n + 6));
    }
  });

  test('while many write, a reader that only goes forward misses nothing', async () => {
    const ledger = await open();
    const writers = [0, 1, 2, 3].map(async (writer) => {
      for (let n = 0; n < 12; n++)
        await ledger.post([
          { shard: 3, letter: heartbeat(writer * 1000 + n * 2) },
          { shard: 3, letter: heartbeat(writer * 1000 + n * 2 + 1) },
        ]);
    });
    const seen: InboxLetter[] = [];
    const read = async () => {
      const [letters = []] = await ledger.inbox([{ shard: 3, after: seen.at(-1)?.position ?? '' }], 7);
      seen.push(...letters);
      return letters.length;
    };
    let writing = true;
    const written = Promise.all(writers).then(() => {
      writing = false;
    });
    while (writing) {
      await read();
      await new Promise((resolve) => setImmediate(resolve));
    }
    await written;
    while ((await read()) > 0);
    const [all = []] = await ledger.inbox([{ shard: 3, after: '' }], 1000);
    expect(seen).toEqual(all);
    expect(all).toHaveLength(96);
    for (const writer of [0, 1, 2, 3]) {
      const own = runs(all)?.filter((run) => Math.floor(run / 1000) === writer);
      expect(own).toEqual([...(own ?? [])].sort((a, b) => a - b));
    }
  });

  test('letters that were taken in are swept away, and no position comes again', async () => {
    const ledger = await open();
    await ledger.post(Array.from({ length: 10 }, (_, n) => ({ shard: 1, letter: heartbeat(n) })));
    await ledger.post([{ shard: 2, letter: heartbeat(99) }]);
    const [letters = []] = await ledger.inbox([{ shard: 1, after: '' }], 100);
    const last = letters.at(-1)?.position ?? '';
    expect(await ledger.sweepInbox(1, letters[5]?.position ?? '', 4)).toBe(4);
    expect(await ledger.sweepInbox(1, letters[5]?.position ?? '', 4)).toBe(2);
    expect(await ledger.sweepInbox(1, letters[5]?.position ?? '', 4)).toBe(0);
    expect(runs((await ledger.inbox([{ shard: 1, after: '' }], 100))[0])).toEqual([6, 7, 8, 9]);
    expect(await ledger.sweepInbox(1, last, 100)).toBe(4);
    await ledger.post([{ shard: 1, letter: heartbeat(10) }]);
    const [next = []] = await ledger.inbox([{ shard: 1, after: last }], 100);
    expect(runs(next)).toEqual([10]);
    expect(runs((await ledger.inbox([{ shard: 2, after: '' }], 100))[0])).toEqual([99]);
  });

  test('a letter may say anything', async () => {
    const ledger = await open();
    const letters = hostile.map((text) => ({
      shard: 0,
      letter: { kind: 'quarantine', tenant: 'benefits', job: 'a', error: text } as const,
    }));
    await ledger.post(letters);
    const [found = []] = await ledger.inbox([{ shard: 0, after: '' }], 100);
    expect(found.map(({ letter }) => letter)).toEqual(letters.map(({ letter }) => letter));
  });
}
