import { describe, expect, test } from 'vitest';
import { type FinishReport, type Ledger, type Letter, shardOf } from '../../../runtime/ledger/index.ts';
import { makeManifest } from '../shard/make-manifest.ts';
import { makeStand, type Stand, start, succeed } from './replicas.ts';

const second = start / 1_000;
const minutely = { jobs: { a: {} } };
const run = 'a@2027-03-01T00:01:00Z';
const report: FinishReport = {
  outputs: { statements: { count: 1204, uri: 'gs://statements/2027-03-01' } },
  subjects: ['case/123'],
  tail: 'all of them sent\n',
};

/** What a wrapped command says, where its exit was seen first. */
async function say(
  stand: Stand,
  outcome: 'succeeded' | 'failed',
  said: FinishReport = report,
): Promise<void> {
  const letter: Letter = { kind: 'finished', tenant: 'acme', run, at: second + 61, outcome, report: said };
  await stand.ledger.post([{ shard: shardOf('acme', 4), letter }]);
}

async function rowOf(stand: Stand) {
  return (await stand.rows('acme')).find(({ body }) => body.run?.id === run);
}

/** The ledger as one replica sees it, with the instants of which rows are asked for noted down. */
function noted(ledger: Ledger, asked: number[]): Ledger {
  return {
    ...ledger,
    fire(tenant, job, scheduled) {
      asked.push(scheduled - second);
      return ledger.fire(tenant, job, scheduled);
    },
  };
}

describe('a finish report that comes after the end of its run', () => {
  test('is in the row of the run, and so is the next one; the outcome stays', async () => {
    const stand = makeStand();
    stand.replica('a');
    await stand.apply('acme', makeManifest('acme', minutely));
    await stand.timers.pass(65_000);
    expect((await rowOf(stand))?.state).toBe('over');
    await say(stand, 'succeeded');
    await stand.timers.pass(2_000);
    await say(stand, 'failed', { message: 'the last page is missing' });
    await say(stand, 'failed', { message: 'and the first' });
    await stand.timers.pass(2_000);
    const row = await rowOf(stand);
    expect(row).toMatchObject({ state: 'over', hole: false, body: { run: { outcome: 'succeeded' } } });
    expect(row?.body.run?.late).toMatchObject([
      { outcome: 'succeeded', report },
      { outcome: 'failed', report: { message: 'the last page is missing' } },
      { outcome: 'failed', report: { message: 'and the first' } },
    ]);
  });

  test('costs a reading of its row, and nothing else ever does', async () => {
    // Runs of `b` end by their own word, in time.
    const stand = makeStand((delivery) =>
      delivery.run.job === 'b'
        ? { kind: 'finished', tenant: 'acme', run: delivery.run.id, at: second, outcome: 'succeeded' }
        : succeed(delivery),
    );
    const asked: number[] = [];
    stand.replica('a', { ledger: noted(stand.ledger, asked) });
    await stand.apply('acme', makeManifest('acme', { jobs: { a: {}, b: {} } }));
    await stand.timers.pass(190_000);
    expect(asked).toEqual([]);
    await say(stand, 'succeeded');
    await say(stand, 'failed');
    await stand.timers.pass(70_000);
    expect(asked).toEqual([60]);
  });

  test('finds a run of a job that has another name by now', async () => {
    const stand = makeStand();
    stand.replica('a');
    await stand.apply('acme', makeManifest('acme', minutely));
    await stand.timers.pass(65_000);
    await stand.apply('acme', makeManifest('acme', { jobs: { b: { renamedFrom: 'a' } } }));
    await stand.timers.pass(5_000);
    await say(stand, 'failed');
    await stand.timers.pass(2_000);
    expect((await rowOf(stand))?.body.run).toMatchObject({
      outcome: 'succeeded',
      late: [{ outcome: 'failed' }],
    });
  });

  test('is counted, and stops nothing, where nothing of the run is kept', async () => {
    const stand = makeStand();
    const worker = stand.replica('a');
    await stand.apply('acme', makeManifest('acme', minutely));
    await stand.timers.pass(65_000);
    while ((await stand.ledger.sweepFires('acme', second + 61, 100)) > 0);
    await say(stand, 'succeeded');
    await stand.timers.pass(2_000);
    const shard = shardOf('acme', 4);
    const [entry] = await stand.ledger.heads([shard]);
    expect(entry?.body.counts).toEqual({ late: 1 });
    await stand.timers.pass(60_000);
    expect((await stand.rows('acme')).map(({ scheduled }) => scheduled - second)).toEqual([120]);
    expect(worker.health().ready).toBe(true);
  });

  test('is kept once by whoever goes on, where its replica dies before or after the entry', async () => {
    for (const point of ['before-commit', 'after-commit', 'after-accept'] as const) {
      const stand = makeStand();
      let armed = false;
      stand.replica('a', {
        crash: (at) => {
          if (!armed || at !== point) return;
          stand.kill('a');
          throw new Error('it dies');
        },
      });
      await stand.apply('acme', makeManifest('acme', minutely));
      await stand.timers.pass(65_000);
      await say(stand, 'failed');
      armed = true;
      await stand.timers.pass(3_000);
      stand.replica('b');
      await stand.timers.pass(15_000);
      expect((await rowOf(stand))?.body.run?.late, point).toMatchObject([{ outcome: 'failed', report }]);
      await say(stand, 'succeeded');
      await stand.timers.pass(2_000);
      expect((await rowOf(stand))?.body.run?.late, point).toMatchObject([
        { outcome: 'failed' },
        { outcome: 'succeeded' },
      ]);
    }
  });

  test('is kept once the ledger is there again, where its row could not be read', async () => {
    const stand = makeStand();
    let isAway = true;
    const ledger: Ledger = {
      ...stand.ledger,
      async fire(...about) {
        if (isAway) throw new Error('the row is out of reach');
        return stand.ledger.fire(...about);
      },
    };
    const worker = stand.replica('a', { ledger });
    await stand.apply('acme', makeManifest('acme', minutely));
    await stand.timers.pass(65_000);
    await say(stand, 'succeeded');
    await stand.timers.pass(2_000);
    expect(worker.health().troubles.join()).toContain('the row is out of reach');
    expect((await rowOf(stand))?.body.run?.late).toBeUndefined();
    isAway = false;
    await stand.timers.pass(6_000);
    expect((await rowOf(stand))?.body.run?.late).toMatchObject([{ outcome: 'succeeded', report }]);
    expect(worker.health().ready).toBe(true);
  });
});
