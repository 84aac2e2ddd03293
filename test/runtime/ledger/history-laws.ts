import { expect, test } from 'vitest';
import {
  type FireQuery,
  type FireRow,
  type Ledger,
  shardOf,
  stretchMost,
} from '../../../runtime/ledger/index.ts';
import { dispatched, ended, fireRow, hostile, start, write } from './sample-rows.ts';

/** What every ledger keeps about fires and their history. `open` gives a new and empty one. */
export function historyLaws(open: () => Promise<Ledger>): void {
  test('a fire comes back as it was written, through its whole life', async () => {
    const ledger = await open();
    const shard = shardOf('benefits', (await ledger.meta()).shardCount);
    const seen = () => ledger.fire('benefits', 'statement-run', start);
    const opened = fireRow({ scheduled: start, state: 'open', due: start + 30, body: waitingBody(start) });
    await write(ledger, [{ row: opened }]);
    expect(await seen()).toEqual([opened]);
    expect(await ledger.going(shard)).toEqual([opened]);

    const waiting: FireRow = {
      ...opened,
      seq: 2,
      body: { ...opened.body, decided: start + 31, cause: 'waiting.group' },
    };
    await write(ledger, [{ row: waiting, was: 'open' }]);
    expect(await seen()).toEqual([waiting]);

    const going = { ...dispatched(waiting), seq: 3 };
    await write(ledger, [{ row: going, was: 'open' }]);
    expect(await seen()).toEqual([going]);
    expect(await ledger.going(shard)).toEqual([going]);
    expect(await ledger.waiting({ shard }, 10)).toEqual([]);

    const over = { ...ended(going), seq: 4 };
    await write(ledger, [{ row: over, was: 'going' }]);
    expect(await seen()).toEqual([over]);
    expect(await ledger.going(shard)).toEqual([]);

    const late: FireRow = { ...over, seq: 5, hole: true };
    await write(ledger, [{ row: late, was: 'over' }]);
    expect(await seen()).toEqual([late]);
    expect((await ledger.fires({ tenant: 'benefits', limit: 9 })).rows).toEqual([late]);
    expect((await ledger.fires({ tenant: 'benefits', holes: true, limit: 9 })).rows).toEqual([late]);
    await write(ledger, [{ row: { ...late, hole: false }, was: 'over' }]);
    expect((await ledger.fires({ tenant: 'benefits', holes: true, limit: 9 })).rows).toEqual([]);
  });

  test('a fire lists its other runs behind itself', async () => {
    const ledger = await open();
    const fire = fireRow({ scheduled: start, hole: true });
    const again = dispatched(fireRow({ scheduled: start, order: 'backfill-7', hole: false }));
    const manual = ended(dispatched(fireRow({ scheduled: start, order: 'manual' })));
    const other = fireRow({ scheduled: start, job: 'statement-run-2' });
    await write(
      ledger,
      [manual, again, other, fire].map((row) => ({ row })),
    );
    expect(await ledger.fire('benefits', 'statement-run', start)).toEqual([fire, again, manual]);
    expect(await ledger.fire('benefits', 'statement-run', start + 1)).toEqual([]);
    expect(await ledger.fire('another', 'statement-run', start)).toEqual([]);
  });

  test('a stretch is found by any instant within it, and so are other runs of its fires', async () => {
    const ledger = await open();
    const long = stretch(start, start + stretchMost - 1, 1440);
    const single = fireRow({ scheduled: start - 60 });
    const again = dispatched(fireRow({ scheduled: start + 120, order: 'backfill-7' }));
    await write(
      ledger,
      [long, single, again].map((row) => ({ row })),
    );
    const found = (scheduled: number) => ledger.fire('benefits', 'statement-run', scheduled);
    expect(await found(start)).toEqual([long]);
    expect(await found(start + 60)).toEqual([long]);
    expect(await found(start + 120)).toEqual([long, again]);
    expect(await found(long.last)).toEqual([long]);
    expect(await found(long.last + 1)).toEqual([]);
    expect(await found(start - 60)).toEqual([single]);
    expect(await found(start - 1)).toEqual([]);
  });

  test('a stretch that reaches into a range is in it, of a tenant and of a job, and a hole if it is one', async () => {
    const ledger = await open();
    const before = stretch(start - 6000, start - 1, 10);
    const into = stretch(start - 600, start + 600, 20);
    const elsewhere = { ...stretch(start - 300, start, 5), job: 'b-job', hole: false };
    const inside = fireRow({ scheduled: start + 900, hole: true });
    await write(
      ledger,
      [before, into, elsewhere, inside].map((row) => ({ row })),
    );
    const rows = async (query: Partial<FireQuery>) =>
      (await ledger.fires({ tenant: 'benefits', from: start, until: start + 1000, limit: 10, ...query }))
        .rows;
    expect(await rows({})).toEqual([inside, elsewhere, into]);
    expect(await rows({ oldestFirst: true })).toEqual([into, elsewhere, inside]);
    expect(await rows({ job: 'statement-run' })).toEqual([inside, into]);
    expect(await rows({ holes: true })).toEqual([inside, into]);
    expect(await rows({ holes: true, job: 'b-job' })).toEqual([]);
    expect(await rows({ from: start + 601 })).toEqual([inside]);
    expect(await rows({ until: start })).toEqual([elsewhere, into]);
  });

  for (const oldestFirst of [false, true])
    test(`pages have no hole and no repeat, ${oldestFirst ? 'oldest' : 'newest'} first`, async () => {
      const ledger = await open();
      const rows = manyRows();
      await write(
        ledger,
        rows.map((row) => ({ row })),
      );
      for (const job of [undefined, 'job-2'])
        for (const holes of [false, true])
          for (const limit of [1, 7, 1000]) {
            const query = {
              tenant: 'benefits',
              ...(job && { job }),
              holes,
              oldestFirst,
              from: start,
              until: start + 3000,
            };
            const want = rows
              .filter((row) => row.scheduled < query.until && row.last >= query.from)
              .filter((row) => (job === undefined || row.job === job) && (!holes || row.hole))
              .sort(
                (a, b) =>
                  (oldestFirst ? 1 : -1) * (a.scheduled - b.scheduled || (nameOf(a) < nameOf(b) ? -1 : 1)),
              );
            expect((await allPages(ledger, query, limit)).map(nameOf)).toEqual(want.map(nameOf));
          }
    });

  test('a fire that ends between two pages is in neither twice nor missing', async () => {
    const ledger = await open();
    const rows = Array.from({ length: 9 }, (_, n) => dispatched(fireRow({ scheduled: start + n * 60 })));
    await write(
      ledger,
      rows.map((row) => ({ row })),
    );
    const first = await ledger.fires({ tenant: 'benefits', limit: 3 });
    await write(
      ledger,
      rows.map((row) => ({ row: ended(row), was: 'going' })),
    );
    const second = await ledger.fires({
      tenant: 'benefits',
      limit: 99,
      ...(first.next && { after: first.next }),
    });
    expect([...first.rows, ...second.rows].map(({ scheduled }) => scheduled)).toEqual(
      rows.map(({ scheduled }) => scheduled).reverse(),
    );
  });

  test('a page that no other page named is refused', async () => {
    const ledger = await open();
    for (const after of ['', 'x', 'bnVsbA', Buffer.from('[1,2,3]').toString('base64url')])
      await expect(ledger.fires({ tenant: 'benefits', limit: 3, after })).rejects.toThrow(RangeError);
    await expect(ledger.revisions('benefits', { limit: 3, after: 'x' })).rejects.toThrow(RangeError);
  });

  test('what waits is listed with the oldest due first, of a shard and of a tenant', async () => {
    const ledger = await open();
    const { shardCount } = await ledger.meta();
    const shard = shardOf('benefits', shardCount);
    const mate = sameShard('benefits', shardCount);
    const rows = [50, 10, 40, 30, 20].map((due, n) =>
      fireRow({
        tenant: n % 2 === 0 ? 'benefits' : mate,
        job: `job-${n}`,
        scheduled: start,
        state: 'open',
        due: start + due,
      }),
    );
    const going = dispatched(fireRow({ scheduled: start, job: 'job-9' }));
    await write(
      ledger,
      [...rows, going].map((row) => ({ row })),
    );
    const dues = (found: readonly FireRow[]) => found.map(({ due }) => due - start);
    expect(dues(await ledger.waiting({ shard }, 10))).toEqual([10, 20, 30, 40, 50]);
    expect(dues(await ledger.waiting({ shard }, 2))).toEqual([10, 20]);
    expect(dues(await ledger.waiting({ tenant: 'benefits' }, 10))).toEqual([20, 40, 50]);
    expect(dues(await ledger.waiting({ tenant: mate }, 10))).toEqual([10, 30]);
    expect(await ledger.waiting({ shard: (shard + 1) % shardCount }, 10)).toEqual([]);
    await write(ledger, [
      { row: dispatched(rows[1]!), was: 'open' },
      { row: { ...rows[4]!, state: 'over' }, was: 'open' },
      { row: { ...rows[0]!, due: start + 5 }, was: 'open' },
    ]);
    expect(dues(await ledger.waiting({ shard }, 10))).toEqual([5, 30, 40]);
    expect((await ledger.going(shard)).map(({ job }) => job).sort()).toEqual([
      'job-0',
      'job-1',
      'job-2',
      'job-3',
      'job-9',
    ]);
  });

  test('names and texts of any kind come back as they were', async () => {
    const ledger = await open();
    for (const [n, text] of hostile.entries()) {
      const row = fireRow({
        scheduled: start + n,
        // What can be a key at all: text without control characters, of 200 at most.
        job: text.replace(/\p{Cc}/gu, '').slice(0, 200),
        order: `run ${n}`,
        hole: true,
        body: {
          window: { from: start, to: start + n },
          createdBy: 1,
          cause: 'overlap',
          because: { by: text } as never,
        },
      });
      await write(ledger, [{ row: { ...row, state: 'open', hole: false } }]);
      expect(await ledger.fire('benefits', row.job, row.scheduled)).toEqual([
        { ...row, state: 'open', hole: false },
      ]);
      await write(ledger, [{ row, was: 'open' }]);
      expect(await ledger.fire('benefits', row.job, row.scheduled)).toEqual([row]);
      expect((await ledger.fires({ tenant: 'benefits', job: row.job, limit: 9 })).rows).toEqual([row]);
    }
    expect(await allPages(ledger, { tenant: 'benefits', oldestFirst: true }, 2)).toHaveLength(hostile.length);
  });

  test('large numbers stay exact', async () => {
    const ledger = await open();
    const exact = 2 ** 53 - 1;
    const row = fireRow({
      scheduled: 8_640_000_000_000,
      due: exact,
      seq: exact,
      body: { window: { from: -exact, to: exact }, createdBy: exact },
    });
    await write(ledger, [{ row: { ...row, state: 'open' } }]);
    expect(await ledger.waiting({ tenant: 'benefits' }, 1)).toEqual([{ ...row, state: 'open' }]);
    await write(ledger, [{ row, was: 'open' }]);
    expect(await ledger.fire('benefits', row.job, row.scheduled)).toEqual([row]);
    const early = fireRow({ scheduled: -1_000_000 });
    await write(ledger, [{ row: early }]);
    expect(await allPages(ledger, { tenant: 'benefits', oldestFirst: true }, 1)).toEqual([early, row]);
  });

  test('a row that is not where its writer thinks is not written', async () => {
    const ledger = await open();
    const row = fireRow({ scheduled: start, state: 'open' });
    await expect(write(ledger, [{ row: dispatched(row), was: 'open' }])).rejects.toThrow();
    await write(ledger, [{ row }]);
    await expect(write(ledger, [{ row }])).rejects.toThrow();
    expect(await ledger.fire('benefits', row.job, start)).toEqual([row]);
  });

  test('retention removes what is over and ended before the floor, in steps, and nothing else', async () => {
    const ledger = await open();
    const old = Array.from({ length: 25 }, (_, n) => fireRow({ scheduled: start + n, hole: n % 2 === 0 }));
    const kept = [
      fireRow({ scheduled: start + 5, job: 'b-job', state: 'open' }),
      { ...stretch(start + 6, start + 100, 3), job: 'b-job' },
      fireRow({ scheduled: start + 100 }),
      fireRow({ scheduled: start + 7, tenant: sameShard('benefits', (await ledger.meta()).shardCount) }),
    ];
    const gone = { ...stretch(start + 10, start + 99, 3), job: 'c-job' };
    await write(
      ledger,
      [...old, ...kept, gone].map((row) => ({ row })),
    );
    const steps: number[] = [];
    for (let removed = -1; removed !== 0; steps.push(removed))
      removed = await ledger.sweepFires('benefits', start + 100, 10);
    expect(steps.reduce((sum, removed) => sum + removed)).toBe(26);
    expect(Math.max(...steps)).toBeLessThanOrEqual(10);
    const left = await allPages(ledger, { tenant: 'benefits', oldestFirst: true }, 100);
    expect(left).toEqual(kept.slice(0, 3));
    expect((await ledger.fires({ tenant: kept[3]!.tenant, limit: 9 })).rows).toEqual([kept[3]]);
    expect(await ledger.fire('benefits', 'c-job', start + 50)).toEqual([]);
  });
}

function stretch(scheduled: number, last: number, count: number): FireRow {
  return fireRow({ scheduled, last, count, hole: true });
}

function waitingBody(at: number): FireRow['body'] {
  return { window: { from: at - 300, to: at }, createdBy: 3 };
}

/** Of several jobs, many at one instant, some without an end, stretches across the beginning and the end. */
function manyRows(): FireRow[] {
  const rows: FireRow[] = [];
  for (let n = 0; n < 60; n++)
    for (const job of n % 10 === 0 ? ['job-1', 'job-2', 'job-3', 'job-30', 'job-4'] : ['job-2']) {
      const row = fireRow({ job, scheduled: start - 200 + n * 60, hole: n % 3 === 0 });
      rows.push(
        n % 4 === 1
          ? { ...row, state: 'open', hole: false }
          : n % 4 === 3
            ? { ...dispatched(row), hole: false }
            : row,
      );
      if (n % 7 === 0) rows.push({ ...row, order: 'backfill-1', hole: false });
    }
  for (const job of ['job-1', 'job-2', 'job-5']) {
    rows.push({ ...stretch(start - 7000, start + 40, 12), job });
    rows.push({ ...stretch(start + 2950, start + 9000, 12), job });
  }
  return rows;
}

async function allPages(ledger: Ledger, query: Omit<FireQuery, 'limit'>, limit: number): Promise<FireRow[]> {
  const rows: FireRow[] = [];
  let after: string | undefined;
  do {
    const page = await ledger.fires({ ...query, limit, ...(after !== undefined && { after }) });
    expect(page.rows.length).toBeLessThanOrEqual(limit);
    rows.push(...page.rows);
    after = page.next;
  } while (after !== undefined);
  return rows;
}

function nameOf({ job, order, scheduled }: FireRow): string {
  return `${job} ${order} ${scheduled}`;
}

/** Another tenant of the same shard. */
function sameShard(tenant: string, shardCount: number): string {
  for (let n = 0; ; n++)
    if (shardOf(`tenant-${n}`, shardCount) === shardOf(tenant, shardCount)) return `tenant-${n}`;
}
