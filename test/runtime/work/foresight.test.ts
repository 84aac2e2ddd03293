import { expect, test } from 'vitest';
import { type JournalEntry, type Letter, shardOf } from '../../../runtime/ledger/index.ts';
import type { Delivery } from '../../../runtime/shard/index.ts';
import type { Worker } from '../../../runtime/work/index.ts';
import { makeManifest } from '../shard/make-manifest.ts';
import { makeStand, type Stand, start, succeed } from './replicas.ts';

const second = start / 1_000;
const shard = shardOf('acme', 4);
const names = Array.from({ length: 300 }, (_, index) => `job-${index}`);
const manifestOf = (jobs: readonly string[]) =>
  makeManifest('acme', { jobs: Object.fromEntries(jobs.map((job) => [job, {}])) });

/** A replica whose jobs fall due in 100 ms: all that it does then is drafted. */
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

const jobsOf = (sent: readonly Delivery[]) => sent.map(({ run }) => run.job).sort();

test('what is drafted ahead is neither written nor sent before it is due, and then is what falls due', async () => {
  const { stand } = await shortlyBefore();
  expect([await entriesSince(stand, second + 59), stand.sent]).toEqual([[], []]);
  await stand.timers.pass(1_000);
  expect(jobsOf(stand.sent)).toEqual([...names].sort());
  const entries = await entriesSince(stand, second + 60);
  expect(entries.map(({ now, body }) => [now - second, body.counts['dispatched'] ?? 0]).slice(0, 2)).toEqual([
    [60, 64],
    [60, 236],
  ]);
});

test('a run whose end is heard after the fire behind it could have been drafted does not keep that back', async () => {
  const stand = makeStand(() => undefined);
  const worker = stand.replica('a');
  await stand.apply('acme', manifestOf(['poll']));
  await stand.timers.pass(119_900);
  const [first] = stand.sent;
  const letter = { ...(succeed(first!) as Letter & { kind: 'ended' }), at: second + 119 };
  await stand.ledger.post([{ shard, letter }]);
  worker.notice();
  await stand.timers.pass(1_000);
  expect(stand.sent.map(({ run }) => run.scheduled - second)).toEqual([60, 120]);
});

test('an apply that comes in while a pass is drafted takes force behind it', async () => {
  const { stand, worker } = await shortlyBefore();
  await stand.apply('acme', manifestOf(names.slice(1)));
  worker.notice();
  await stand.timers.pass(2_000);
  expect(jobsOf(stand.sent)).toEqual([...names].sort());
  expect((await stand.ledger.tenant('acme'))?.revision).toBe(2);
  await stand.timers.pass(60_000);
  expect(jobsOf(stand.sent.slice(300))).toEqual(names.slice(1).sort());
});

test('a machine that sleeps over what it drafted decides it anew when it wakes', async () => {
  const { stand } = await shortlyBefore();
  stand.timers.stepWall(1_800_000);
  await stand.timers.pass(60_000);
  expect(jobsOf(stand.sent)).toEqual([...names].sort());
  expect(stand.sent.every(({ run }) => run.dispatched >= second + 1_860)).toBe(true);
  expect(stand.sent.every(({ run }) => run.scheduled >= second + 1_800)).toBe(true);
});

test('a clock that is set back after a pass was drafted holds up nothing that comes in', async () => {
  const { stand, worker } = await shortlyBefore();
  stand.timers.stepWall(-30_000);
  await stand.apply('acme', manifestOf(names.slice(1)));
  await stand.timers.pass(12_000);
  worker.notice();
  await stand.timers.pass(2_000);
  expect((await stand.ledger.tenant('acme'))?.revision).toBe(2);
  expect(stand.sent).toEqual([]);
  await stand.timers.pass(20_000);
  expect(jobsOf(stand.sent)).toEqual(names.slice(1).sort());
});

test('what a replica drafted and did not write is decided by the one after it', async () => {
  const { stand, worker } = await shortlyBefore();
  const stopped = worker.stop();
  await stand.timers.pass(1);
  await stopped;
  stand.replica('b');
  await stand.timers.pass(2_000);
  expect(stand.sent.map(({ replica }) => replica)).toEqual(names.map(() => 'b'));
  expect(jobsOf(stand.sent)).toEqual([...names].sort());
});
