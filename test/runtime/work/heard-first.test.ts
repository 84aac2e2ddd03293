import { describe, expect, test } from 'vitest';
import { shardOf } from '../../../runtime/ledger/index.ts';
import { verify } from '../../../runtime/proof/index.ts';
import { makeManifest } from '../shard/make-manifest.ts';
import { makeStand, type Stand, start } from './replicas.ts';

const second = start / 1_000;

describe('a replica that takes over', () => {
  test('an attempt that failed by the word of its job while nobody looked is not sent again, the next one is', async () => {
    // So many reports wait that they don't fit into the first entry of the next owner.
    const names = Array.from({ length: 12 }, (_, index) => `job-${String(index).padStart(2, '0')}`);
    const retry = { attempts: 2, minBackoff: 10, maxBackoff: 10 };
    const jobs = Object.fromEntries(names.map((name) => [name, { policy: { retry } }]));
    const stand = makeStand(() => undefined);
    stand.replica('a');
    await stand.apply('acme', makeManifest('acme', { jobs }));
    await stand.timers.pass(61_000);
    stand.kill('a');
    await tellEnds(stand, [...stand.sent], 'failed');
    stand.replica('b', { rowsMost: 4 });
    await stand.timers.pass(40_000);
    const byB = stand.sent.filter(({ replica }) => replica === 'b');
    expect(new Set(byB.map(({ attempt }) => attempt))).toEqual(new Set([2]));
    expect(byB.map(({ run }) => run.job).sort()).toEqual(names);
  });

  test.each([
    ['', 0],
    [', also where a shorter reading of the inbox comes first', 1_500],
  ])(
    'an end that was told while nobody looked counts before a deadline that passed meanwhile, however many were told%s',
    async (_, slow) => {
      const names = Array.from({ length: 40 }, (_, index) => `job-${String(index).padStart(2, '0')}`);
      const jobs = Object.fromEntries(
        names.map((name) => [name, { policy: { report: { lostAfter: 300 } } }]),
      );
      const stand = makeStand(() => undefined);
      stand.replica('a');
      await stand.apply('acme', makeManifest('acme', { jobs }));
      await stand.timers.pass(61_000);
      stand.kill('a');
      // One is silent, and is lost.
      await tellEnds(stand, stand.sent.slice(1), 'succeeded');
      await stand.timers.pass(600_000);
      const { ledger, timers } = stand;
      stand.replica('b', {
        rowsMost: 4,
        ledger: {
          ...ledger,
          async inbox(asks, limit) {
            if (slow > 0 && limit < 5_000) return ledger.inbox(asks, 3);
            if (slow > 0) await new Promise<void>((resolve) => timers.at(timers.now() + slow, resolve));
            return ledger.inbox(asks, limit);
          },
        },
      });
      await stand.timers.pass(20_000);
      const rows = (await stand.rows('acme')).filter(({ scheduled }) => scheduled === second + 60);
      const outcomes = rows.map(({ body }) => body.run?.outcome);
      expect(outcomes).toEqual(['lost', ...Array.from({ length: names.length - 1 }, () => 'succeeded')]);
      expect((await verify(stand.ledger)).findings).toEqual([]);
    },
  );
});

/** Posts, by their own word, how runs ended. */
async function tellEnds(
  { ledger }: Stand,
  sent: Stand['sent'],
  outcome: 'succeeded' | 'failed',
): Promise<void> {
  const { shardCount } = await ledger.meta();
  for (const { tenant, run, attempt } of sent) {
    const of = { tenant, run: run.id, attempt, at: run.dispatched } as const;
    const letter = { ...of, kind: 'finished', outcome } as const;
    await ledger.post([{ shard: shardOf(tenant, shardCount), letter }]);
  }
}
