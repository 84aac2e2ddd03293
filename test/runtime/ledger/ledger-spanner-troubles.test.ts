import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Ledger, shardOf } from '../../../runtime/ledger/index.ts';
import { migrateSpannerLedger, openSpannerLedger } from '../../../runtime/ledger-spanner/index.ts';
import { LedgerAddressError, ledgerFrom } from '../../../runtime/open-ledger/index.ts';
import { startHoldingProxy } from '../../support/holding-proxy.ts';
import {
  type SpannerEmulator,
  startSpannerEmulator,
  withoutSpannerEmulator,
} from '../../support/spanner-emulator.ts';
import { commitOf, dispatched, ended, entryAfter, fireRow, heartbeat, start } from './sample-rows.ts';

describe.skipIf(withoutSpannerEmulator())('The ledger on Spanner, where things go wrong', () => {
  let emulator: SpannerEmulator;
  const at = (database: string, emulatorHost = emulator.host) => ({
    project: 'test',
    instance: 'ledger',
    database,
    emulatorHost,
  });

  beforeAll(async () => {
    emulator = await startSpannerEmulator();
  }, 60_000);
  afterAll(() => emulator?.stop());

  test('an answer that gets lost: the commit was won, and the letter is there once', {
    timeout: 60_000,
  }, async () => {
    await migrateSpannerLedger(at('lost-answers'), { shardCount: 4 });
    const proxy = await startHoldingProxy(emulator.host);
    const direct = await openSpannerLedger(at('lost-answers'));
    const ledger = await openSpannerLedger(at('lost-answers', proxy.host));
    const first = entryAfter(undefined, { shard: 0 });
    await ledger.commit(commitOf(first));

    const second = entryAfter(first, { shard: 0 });
    proxy.hold();
    const committed = ledger.commit(commitOf(second));
    await until(async () => (await direct.heads([0]))[0]?.seq === 2);
    proxy.cut();
    expect(await committed).toBe('won');
    expect(await direct.journal(0, 0, 10)).toEqual([first, second]);

    const inbox = async () => (await direct.inbox([{ shard: 1, after: '' }], 10))[0] ?? [];
    proxy.hold();
    const posted = ledger.post([{ shard: 1, letter: heartbeat(1) }]);
    await until(async () => (await inbox()).length > 0);
    proxy.cut();
    await posted;
    expect(await inbox()).toHaveLength(1);

    // Somebody else was there first.
    const third = entryAfter(second, { shard: 0, owner: 'other' });
    await direct.commit(commitOf(third));
    expect(await ledger.commit(commitOf(entryAfter(second, { shard: 0 })))).toBe('lost');
    await ledger.close();
    await direct.close();
    await proxy.stop();
  });

  test('tables are made once, what is missing is made again, and a newer version is refused', async () => {
    const address = at('migrations');
    await expect(openSpannerLedger(address)).rejects.toThrow();
    const made = await migrateSpannerLedger(address, { shardCount: 8 });
    expect(made).toContain('Journal');
    expect(await migrateSpannerLedger(address)).toEqual([]);
    const ledger = await openSpannerLedger(address);
    expect((await ledger.meta()).shardCount).toBe(8);
    await ledger.close();
    await expect(migrateSpannerLedger(address, { shardCount: 16 })).rejects.toThrow('8 shards');
  });

  test('a database without a ledger says what to do', async () => {
    const { Spanner } = await import('@google-cloud/spanner');
    const client = new Spanner({ projectId: 'test' });
    const [, operation] = await client
      .instance('ledger')
      .createDatabase('empty-one', { poolOptions: { min: 0 } });
    await operation.promise();
    client.close();
    await expect(openSpannerLedger(at('empty-one'))).rejects.toThrow('almanac ledger migrate');
  });

  test('an address opens it, and one that names no ledger is refused', async () => {
    const address = 'spanner:projects/test/instances/ledger/databases/by-address';
    const ledger = await ledgerFrom(address, { shardCount: 3, migrate: true });
    expect(ledger.kind).toBe('spanner');
    expect((await ledger.meta()).shardCount).toBe(3);
    await ledger.close();
    await expect(ledger.heads([0])).rejects.toThrow();
    for (const wrong of ['spanner:projects/test/instances/ledger', 'postgres://x', 'sqlite:', ''])
      await expect(ledgerFrom(wrong)).rejects.toThrow(LedgerAddressError);
  });

  test('a fire costs 20 mutations at most from decided to over, and a commit one round trip', async () => {
    await migrateSpannerLedger(at('costs'), { shardCount: 4 });
    const ledger = await openSpannerLedger(at('costs'));
    const shard = shardOf('benefits', 4);
    const rows = Array.from({ length: 100 }, (_, n) =>
      dispatched(fireRow({ scheduled: start, job: `job-${n}` })),
    );
    const before = ledger.cost();
    const first = entryAfter(undefined, { shard });
    await ledger.commit(commitOf(first, { fires: rows.map((row) => ({ row })) }));
    await ledger.commit(
      commitOf(entryAfter(first, { shard }), {
        fires: rows.map((row) => ({ row: ended(row), was: 'going' })),
      }),
    );
    const cost = ledger.cost();
    expect(cost.roundTrips - before.roundTrips).toBe(2);
    expect((cost.mutations - before.mutations) / rows.length).toBeLessThanOrEqual(20);
    await ledger.close();
  });

  test('more than a commit takes is a bug, and is not sent', async () => {
    await migrateSpannerLedger(at('too-much'), { shardCount: 4 });
    const ledger = await openSpannerLedger(at('too-much'));
    const rows = Array.from({ length: 14_000 }, (_, n) => dispatched(fireRow({ scheduled: start + n })));
    const entry = entryAfter(undefined, { shard: shardOf('benefits', 4) });
    await expect(ledger.commit(commitOf(entry, { fires: rows.map((row) => ({ row })) }))).rejects.toThrow(
      'more than Spanner takes',
    );
    expect(await ledger.heads([entry.shard])).toEqual([undefined]);
    await ledger.close();
  });

  test('a checkpoint longer than one value comes back whole', async () => {
    await migrateSpannerLedger(at('checkpoints'), { shardCount: 4 });
    const ledger: Ledger = await openSpannerLedger(at('checkpoints'));
    const checkpoint = '🕰️ "state" '.repeat(400_000);
    const first = entryAfter(undefined, { shard: 1, body: { own: [], counts: {}, rowsMost: 1, checkpoint } });
    await ledger.commit(commitOf(first));
    const second = entryAfter(first, { shard: 1 });
    await ledger.commit(commitOf(second));
    expect(await ledger.journal(1, 0, 5)).toEqual([first, second]);
    expect(await ledger.sweepJournal(1, 2, 5)).toBe(1);
    expect(await ledger.journal(1, 0, 5)).toEqual([second]);
    await ledger.close();
  });
});

/** Asks again and again until it is so, for half a minute at most. */
async function until(so: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 30_000;
  while (!(await so()))
    if (performance.now() > deadline) throw new Error('It did not come to pass within 30 s');
}
