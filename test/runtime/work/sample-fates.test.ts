import { describe, expect, test } from 'vitest';
import { type Ledger, shardOf } from '../../../runtime/ledger/index.ts';
import { sampleFates } from '../../../runtime/work/sample-fates.ts';
import { makeManifest } from '../shard/make-manifest.ts';
import { makeStand, start } from './replicas.ts';

const shard = shardOf('acme', 4);

describe('the sample of the watcher', () => {
  test('finds one fate of each expected fire, also after a change and over collapsed ones', async () => {
    const stand = makeStand();
    stand.replica('a');
    await stand.apply('acme', makeManifest('acme', { jobs: { a: {}, b: {} } }));
    await stand.timers.pass(300_000);
    stand.outage = 'away';
    await stand.timers.pass(400_000);
    stand.outage = undefined;
    await stand.timers.pass(20_000);
    expect(await sampleFates(stand.ledger, shard, () => 0)).toEqual([]);
    await stand.apply('acme', makeManifest('acme', { jobs: { a: {} } }));
    await stand.timers.pass(300_000);
    expect(await sampleFates(stand.ledger, shard, () => 0)).toEqual([]);
  });

  test('finds a fire that has none, though the watermark has passed it', async () => {
    const stand = makeStand();
    stand.replica('a');
    await stand.apply('acme', makeManifest('acme', { jobs: { a: {} } }));
    await stand.timers.pass(200_000);
    const lossy: Ledger = {
      ...stand.ledger,
      async fires(query) {
        const page = await stand.ledger.fires(query);
        return { ...page, rows: page.rows.filter(({ scheduled }) => scheduled !== start / 1_000 + 120) };
      },
    };
    expect(await sampleFates(lossy, shard, () => 0)).toEqual([
      { fire: 'acme/a@2027-03-01T00:02:00Z', fates: 0 },
    ]);
  });
});
