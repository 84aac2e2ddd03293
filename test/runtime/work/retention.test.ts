import { describe, expect, test } from 'vitest';
import { shardOf } from '../../../runtime/ledger/index.ts';
import { makeManifest } from '../shard/make-manifest.ts';
import { makeStand, start } from './replicas.ts';

const day = 86_400;
const second = start / 1_000;

/** Nobody else is there, and nothing comes in: days pass in fewer steps. */
const quiet = { tickMs: 60_000, leaseMs: 600_000 };

describe('retention', () => {
  test('moves a floor once a day, and sweeps fires, journal and inbox below it', async () => {
    const stand = makeStand();
    stand.replica('a', quiet);
    const hourly = { schedule: { timing: { kind: 'every', every: 3_600, anchor: 0 } } } as const;
    await stand.apply('acme', makeManifest('acme', { retention: day / 2, jobs: { a: hourly } }));
    const shard = shardOf('acme', 4);
    await stand.timers.pass(2.6 * day * 1_000);

    const tenant = await stand.ledger.tenant('acme');
    expect(tenant?.floor).toBe(second + 2 * day);
    const rows = await stand.rows('acme');
    expect(rows[0]!.scheduled).toBe(second + 2 * day);
    expect(rows.length).toBe(15);
    // The journal begins at a checkpoint that is not younger than the floor, so that what is kept can be decided again.
    const [first] = await stand.ledger.journal(shard, 0, 1);
    expect(first!.seq).toBeGreaterThan(1);
    expect(first!.body.checkpoint).toBeDefined();
    expect(first!.now).toBeLessThanOrEqual(second + 2 * day);
    expect(await stand.ledger.inbox([{ shard, after: '' }], 10)).toEqual([[]]);
  }, 120_000);

  test('keeps everything of a tenant that declares none', async () => {
    const stand = makeStand();
    stand.replica('a', quiet);
    const daily = { schedule: { timing: { kind: 'every', every: day, anchor: 0 } } } as const;
    await stand.apply('acme', makeManifest('acme', { jobs: { a: daily } }));
    await stand.timers.pass(1.2 * day * 1_000);
    expect((await stand.rows('acme')).length).toBe(1);
    expect((await stand.ledger.journal(shardOf('acme', 4), 0, 1))[0]!.seq).toBe(1);
  }, 120_000);
});
