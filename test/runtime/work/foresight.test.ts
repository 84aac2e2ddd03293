import { expect, test } from 'vitest';
import { type JournalEntry, type Letter, shardOf } from '../../../runtime/ledger/index.ts';
import type { Worker } from '../../../runtime/work/index.ts';
import { makeManifest } from '../shard/make-manifest.ts';
import { makeStand, type Stand, start } from './replicas.ts';

const second = start / 1_000;
const shard = shardOf('acme', 4);
const names = Array.from({ length: 300 }, (_, index) => `job-${index}`);
const manifestOf = (jobs: readonly string[]) =>
  makeManifest('acme', { jobs: Object.fromEntries(jobs.map((job) => [job, {}])) });

/** A replica whose jobs fall due in 100 ms: what it does then is drafted. */
async function shortlyBefore(): Promise<{ readonly stand: Stand; readonly worker: Worker }> {
  const stand = makeStand();
  const worker = stand.replica('a');
  await stand.apply('acme', manifestOf(names));
  await stand.timers.pass(59_900);
  return { stand, worker };
}

async function entriesSince(stand: Stand, now: number): Promise<readonly JournalEntry[]> {
  return (await stand.ledger.journal(shard, 0, 1_000)).filter((entry) => entry.now >= now);
}

test('what is drafted ahead is neither written nor sent before it is due, and then is what falls due', async () => {
  const { stand } = await shortlyBefore();
  expect([await entriesSince(stand, second + 59), stand.sent]).toEqual([[], []]);
  await stand.timers.pass(1_000);
  expect(stand.sent.map(({ run }) => run.job).sort()).toEqual([...names].sort());
  const [first] = await entriesSince(stand, second + 60);
  expect([first?.now, first?.body.counts]).toEqual([second + 60, { dispatched: 64 }]);
});

test('an apply that takes force after it was drafted ahead counts', async () => {
  const { stand, worker } = await shortlyBefore();
  await stand.apply('acme', manifestOf(names.slice(1)));
  worker.notice();
  await stand.timers.pass(2_000);
  expect(stand.sent.map(({ run }) => run.job).sort()).toEqual(names.slice(1).sort());
});

test('a hold that comes in after it was drafted ahead keeps it back', async () => {
  const { stand, worker } = await shortlyBefore();
  const letter: Letter = {
    kind: 'hold',
    tenant: 'acme',
    request: 'order-1',
    principal: 'somebody',
    hold: 'night',
    until: second + 90,
    reason: 'the database moves',
  };
  await stand.ledger.post([{ shard, letter }]);
  worker.notice();
  await stand.timers.pass(29_000);
  expect(stand.sent).toEqual([]);
  await stand.timers.pass(2_000);
  expect(stand.sent.length).toBe(300);
});
