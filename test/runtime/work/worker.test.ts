import { describe, expect, test } from 'vitest';
import { shardOf } from '../../../runtime/ledger/index.ts';
import { crashPoints } from '../../../runtime/work/index.ts';
import { makeManifest } from '../shard/make-manifest.ts';
import { makeStand, noDispatcher, start, succeed } from './replicas.ts';

const second = start / 1_000;
const minutely = { jobs: { a: {} } };

describe('a replica alone', () => {
  test('decides and dispatches a fire within milliseconds of its due instant, and records its end', async () => {
    const stand = makeStand();
    const worker = stand.replica('a');
    await stand.apply('acme', makeManifest('acme', minutely));
    await stand.timers.pass(125_000);
    const at = stand.sent.map((delivery) => stand.timers.wall() - stand.timers.now() + delivery.at);
    expect(at.map((instant) => Math.floor((instant - start) / 1_000))).toEqual([60, 120]);
    expect(at.map((instant) => instant % 1_000).every((late) => late < 20)).toBe(true);
    const rows = await stand.rows('acme');
    expect(rows.map(({ scheduled, state, body }) => [scheduled - second, state, body.run?.outcome])).toEqual([
      [60, 'over', 'succeeded'],
      [120, 'over', 'succeeded'],
    ]);
    expect(worker.health()).toEqual({ ready: true, troubles: [], shards: 4, jobs: 1 });
  });

  test('writes an entry a minute for each shard, and no other where nothing happens', async () => {
    const stand = makeStand();
    stand.replica('a');
    await stand.timers.pass(600_000);
    for (const shard of [0, 1, 2, 3]) {
      const entries = await stand.ledger.journal(shard, 0, 100);
      expect(entries.length).toBeGreaterThanOrEqual(10);
      expect(entries.length).toBeLessThanOrEqual(12);
      const times = entries.map(({ now }) => now);
      expect(times.slice(1).every((now, index) => now - times[index]! <= 60)).toBe(true);
    }
  });

  test('dispatches what is due in all its shards before it writes down ends, and those half a second later at the latest', async () => {
    const [few, many] = tenantsOfTwoShards();
    const jobsOf = (count: number) => ({
      jobs: Object.fromEntries(Array.from({ length: count }, (_, index) => [`job-${index}`, {}])),
    });
    const play = async (pending: number) => {
      const stand = makeStand();
      const wrote: { at: number; dispatched: number; ended: number }[] = [];
      stand.replica('a', {
        dispatcher: ({ tell }) => ({
          ...noDispatcher,
          pending,
          send: (shard, deliveries) => tell(shard, deliveries.map(succeed)),
        }),
        committed({ entry: { now, body } }) {
          const { dispatched = 0, 'ended.succeeded': ended = 0 } = body.counts;
          if (now >= second + 60) wrote.push({ at: stand.timers.wall() - start - 60_000, dispatched, ended });
        },
      });
      await stand.apply(few, makeManifest(few, jobsOf(200)));
      await stand.apply(many, makeManifest(many, jobsOf(2_000)));
      await stand.timers.pass(70_000);
      const sum = (of: 'dispatched' | 'ended') => wrote.reduce((total, entry) => total + entry[of], 0);
      expect([sum('dispatched'), sum('ended')]).toEqual([2_200, 2_200]);
      return wrote;
    };

    const free = await play(0);
    const lastDispatch = free.findLastIndex(({ dispatched }) => dispatched > 0);
    expect(free.findIndex(({ ended }) => ended > 0)).toBeGreaterThan(lastDispatch);
    // While more is on its way than may be, each part of a pass waits a second, and what was drafted ahead two at most.
    const held = await play(20_000);
    const firstDispatch = held.find(({ dispatched }) => dispatched > 0)!;
    const firstEnd = held.find(({ ended }) => ended > 0)!;
    expect(firstEnd.at - firstDispatch.at).toBeLessThan(3_100);
    expect(held.findLast(({ dispatched }) => dispatched > 0)!.at).toBeGreaterThan(2_000);
  });

  test('writes down ends every half second of a pass whose commits take their time', async () => {
    const stand = makeStand();
    const { ledger, timers } = stand;
    const wrote: { at: number; dispatched: number; ended: number }[] = [];
    stand.replica('a', {
      rowsMost: 100,
      ledger: {
        ...ledger,
        async commit(whole) {
          await new Promise<void>((resolve) => timers.at(timers.now() + 200, resolve));
          return ledger.commit(whole);
        },
      },
      committed({ entry: { body } }) {
        const { dispatched = 0, 'ended.succeeded': ended = 0 } = body.counts;
        if (dispatched + ended > 0) wrote.push({ at: timers.wall() - start - 60_000, dispatched, ended });
      },
    });
    const names = Array.from({ length: 2_000 }, (_, index) => [`job-${index}`, {}]);
    await stand.apply('acme', makeManifest('acme', { jobs: Object.fromEntries(names) }));
    await timers.pass(90_000);
    const lastDispatch = wrote.findLast(({ dispatched }) => dispatched > 0)!.at;
    const withEnds = wrote.filter(({ at, ended }) => ended > 0 && at < lastDispatch).map(({ at }) => at);
    // Six parts are drafted ahead and written first.
    expect(withEnds[0]).toBeLessThanOrEqual(1_400);
    for (const [index, at] of withEnds.entries())
      expect((withEnds[index + 1] ?? lastDispatch) - at).toBeLessThanOrEqual(800);
  });

  test('writes down ends also in the middle of a pass where so many wait that they would fill its memory', async () => {
    const stand = makeStand();
    let [going, most] = [0, 0];
    stand.replica('a', {
      pendingMost: 300,
      rowsMost: 200,
      committed({ entry: { body } }) {
        const { dispatched = 0, 'ended.succeeded': ended = 0 } = body.counts;
        going += dispatched - ended;
        most = Math.max(most, going);
      },
    });
    const names = Array.from({ length: 2_000 }, (_, index) => [`job-${index}`, {}]);
    await stand.apply('acme', makeManifest('acme', { jobs: Object.fromEntries(names) }));
    await stand.timers.pass(70_000);
    expect([stand.sent.length, going]).toEqual([2_000, 0]);
    // Beside it the six parts that are drafted ahead.
    expect(most).toBeLessThanOrEqual(300 + 6 * 200);
  });

  test('takes in a letter at the next tick, and at once where it is told', async () => {
    const stand = makeStand();
    const worker = stand.replica('a');
    await stand.timers.pass(10_500);
    await stand.apply('acme', makeManifest('acme', minutely));
    worker.notice();
    await stand.timers.pass(5);
    expect((await stand.ledger.tenant('acme'))?.revision).toBe(1);
  });

  test('releases its shards when it stops, so that the next one begins at once', async () => {
    const stand = makeStand();
    const first = stand.replica('a');
    await stand.timers.pass(5_000);
    const stopped = first.stop();
    await stand.timers.pass(1);
    await stopped;
    expect([await stand.ledger.leases(), await stand.ledger.replicas()]).toEqual([[], []]);
    const next = stand.replica('b');
    await stand.timers.pass(100);
    expect(next.health().shards).toBe(4);
  });

  test('leaves nothing to the ledger that it does after it stopped, also where a beat was under way', async () => {
    const stand = makeStand();
    let beats: (() => void) | undefined;
    let isSlow = false;
    const worker = stand.replica('a', {
      ledger: {
        ...stand.ledger,
        async putLeases(leases) {
          if (isSlow) await new Promise<void>((resolve) => (beats = resolve));
          await stand.ledger.putLeases(leases);
        },
      },
    });
    await stand.timers.pass(5_000);
    isSlow = true;
    await stand.timers.pass(20_000);
    expect(beats).toBeDefined();
    let isStopped = false;
    const stopped = worker.stop().then(() => {
      isStopped = true;
    });
    await stand.timers.pass(100);
    expect(isStopped).toBe(false);
    beats?.();
    await stand.timers.pass(1);
    await stopped;
    expect([await stand.ledger.leases(), await stand.ledger.replicas()]).toEqual([[], []]);
  });

  test('sends what an entry dispatched though the answer of its commit was lost, and so was the next reading', async () => {
    const stand = makeStand();
    const { ledger } = stand;
    let [hasFailed, inboxFails] = [false, 0];
    stand.replica('a', {
      ledger: {
        ...ledger,
        async commit(commit) {
          const outcome = await ledger.commit(commit);
          if (hasFailed || commit.entry.body.counts['dispatched'] === undefined) return outcome;
          hasFailed = true;
          inboxFails = 2;
          throw new Error('the answer was lost');
        },
        async inbox(asks, limit) {
          // Of one shard alone: it is being opened.
          if (asks.length === 1 && inboxFails-- > 0) throw new Error('the inbox is out of reach');
          return ledger.inbox(asks, limit);
        },
      },
    });
    await stand.apply('acme', makeManifest('acme', minutely));
    await stand.timers.pass(70_000);
    expect([hasFailed, inboxFails]).toEqual([true, -1]);
    expect(stand.sent.map(({ run }) => run.id)).toEqual(['a@2027-03-01T00:01:00Z']);
    expect((await stand.rows('acme')).map(({ state, body }) => [state, body.run?.outcome])).toEqual([
      ['over', 'succeeded'],
    ]);
  });

  test('goes on after an outage of the ledger, with nothing half-applied', async () => {
    const stand = makeStand();
    const worker = stand.replica('a');
    await stand.apply('acme', makeManifest('acme', minutely));
    await stand.timers.pass(50_000);
    stand.outage = 'the ledger is away';
    await stand.timers.pass(200_000);
    expect(worker.health().ready).toBe(false);
    expect(worker.health().troubles.join()).toContain('the ledger is away');
    stand.outage = undefined;
    await stand.timers.pass(10_000);
    expect(worker.health()).toMatchObject({ ready: true });
    const rows = await stand.rows('acme');
    // `latest`: of the four that fell due meanwhile, the three that were missed collapse, and are one row.
    expect(rows.map(({ scheduled, count, body }) => [scheduled - second, count, body.cause])).toEqual([
      [60, 3, 'collapsed'],
      [240, 1, undefined],
    ]);
    expect(rows.every(({ state }) => state === 'over')).toBe(true);
    expect(new Set(stand.sent.map(({ run }) => run.id)).size).toBe(stand.sent.length);
  });
});

describe('the clock', () => {
  test('a step stops deciding until two measures agree', async () => {
    const stand = makeStand();
    const worker = stand.replica('a');
    await stand.apply('acme', makeManifest('acme', minutely));
    await stand.timers.pass(55_000);
    stand.timers.stepWall(3_600_000);
    await stand.timers.pass(1_100);
    expect(worker.health().troubles.join()).toContain('clock stepped by 3600 s');
    await stand.timers.pass(4_000);
    expect(worker.health().ready).toBe(true);
    expect((await stand.ledger.heads([shardOf('acme', 4)]))[0]!.now).toBeGreaterThanOrEqual(second + 3_600);
  });

  test('a shard whose last entry is more than a minute ahead of the clock decides nothing, and says so', async () => {
    const stand = makeStand();
    const first = stand.replica('a');
    await stand.timers.pass(70_000);
    await Promise.all([first.stop(), stand.timers.pass(10)]);
    stand.skew = -3_600_000;
    const next = stand.replica('b');
    const before = await stand.ledger.heads([0, 1, 2, 3]);
    await stand.timers.pass(30_000);
    expect(next.health().troubles[0]).toMatch(
      /shard 0: its last entry is 35\d\d s ahead of the ledger's clock/,
    );
    expect(await stand.ledger.heads([0, 1, 2, 3])).toEqual(before);
  });
});

describe('several replicas', () => {
  test('share the shards, and each fire is dispatched by one of them', async () => {
    const stand = makeStand();
    for (const id of ['a', 'b', 'c']) stand.replica(id);
    for (const tenant of ['t1', 't2', 't3', 't4', 't5'])
      await stand.apply(tenant, makeManifest(tenant, minutely));
    await stand.timers.pass(125_000);
    expect(stand.sent.length).toBe(10);
    expect(new Set(stand.sent.map(({ run, tenant }) => `${tenant}/${run.id}`)).size).toBe(10);
    const holders = new Set((await stand.ledger.leases()).map(({ holder }) => holder));
    expect(holders.size).toBeGreaterThan(1);
  });

  test('take over what a dead one had, within the lease and two seconds', async () => {
    const stand = makeStand();
    stand.replica('a');
    const next = stand.replica('b');
    await stand.timers.pass(30_000);
    expect(next.health().shards).toBeLessThan(4);
    stand.kill('a');
    await stand.timers.pass(12_000);
    expect(next.health().shards).toBe(4);
  });

  test('a run under way when its replica died is sent again by the next, with the same name', async () => {
    const stand = makeStand((delivery) => (isAnswered ? succeed(delivery) : undefined));
    let isAnswered = false;
    stand.replica('a');
    await stand.apply('acme', makeManifest('acme', minutely));
    await stand.timers.pass(61_000);
    stand.kill('a');
    isAnswered = true;
    stand.replica('b');
    await stand.timers.pass(13_000);
    expect(stand.sent.map(({ run, attempt, replica }) => [run.id, attempt, replica])).toEqual([
      ['a@2027-03-01T00:01:00Z', 1, 'a'],
      ['a@2027-03-01T00:01:00Z', 1, 'b'],
    ]);
    expect((await stand.rows('acme')).map(({ state }) => state)).toEqual(['over']);
  });

  test.each(crashPoints.filter((point) => point !== 'before-sweep' && point !== 'before-release'))(
    'a crash %s loses no fire and decides none twice',
    async (point) => {
      const stand = makeStand();
      let crashed = false;
      stand.replica('a', {
        crash(at) {
          if (crashed || (at === point && (point === 'after-lease' || stand.timers.now() >= 60_000))) {
            crashed = true;
            throw new Error(`crashed ${at}`);
          }
        },
      });
      await stand.apply('acme', makeManifest('acme', minutely));
      await stand.timers.pass(60_500);
      stand.kill('a');
      expect(crashed).toBe(true);
      stand.replica('b');
      await stand.timers.pass(65_000);
      const rows = await stand.rows('acme');
      const expected = point === 'after-lease' ? [120] : [60, 120];
      expect(rows.map(({ scheduled }) => scheduled - second)).toEqual(expected);
      expect(rows.every(({ state }) => state === 'over')).toBe(true);
      expect(new Set(stand.sent.map(({ run }) => run.id)).size).toBe(expected.length);
    },
  );
});

/** Names of which the first two shards each have one. */
function tenantsOfTwoShards(): readonly [string, string] {
  const names = Array.from({ length: 50 }, (_, index) => `tenant-${index}`);
  const ofShard = (shard: number) => names.find((name) => shardOf(name, 4) === shard)!;
  return [ofShard(0), ofShard(1)];
}
