import { describe, expect, test } from 'vitest';
import { type Ledger, shardOf } from '../../../runtime/ledger/index.ts';
import { createWatcher } from '../../../runtime/work/index.ts';
import { makeManifest } from '../shard/make-manifest.ts';
import { makeStand } from './replicas.ts';

const shard = shardOf('acme', 4);

/** A stand with a job of every minute that was decided for a while by a replica that is no more. */
async function leftAlone(ms: number) {
  const stand = makeStand();
  stand.replica('a');
  await stand.apply('acme', makeManifest('acme', { jobs: { a: {} } }));
  await stand.timers.pass(300_000);
  stand.kill('a');
  await stand.timers.pass(ms);
  return stand;
}

function watch({ timers }: ReturnType<typeof makeStand>, ledger: Ledger): readonly string[] {
  const lines: string[] = [];
  const log = (severity: string, message: string) =>
    void (message.startsWith(`shard ${shard} `) && lines.push(`${severity} ${message}`));
  createWatcher({ ledger, timers, log }).start();
  return lines;
}

describe('the watcher', () => {
  test('does not call a shard stuck that a replica takes up after a stop of two minutes', async () => {
    const stand = await leftAlone(141_000);
    const lines = watch(stand, stand.ledger);
    stand.replica('b');
    await stand.timers.pass(120_000);
    expect(lines).toEqual([]);
  });

  test('calls one stuck that nobody takes up, once, and says when it goes on', async () => {
    const stand = await leftAlone(600_000);
    const lines = watch(stand, stand.ledger);
    await stand.timers.pass(120_000);
    expect(lines).toEqual([
      expect.stringMatching(/^ERROR shard \d does not go on: it wrote nothing for \d+ s$/),
    ]);
    stand.replica('b');
    await stand.timers.pass(60_000);
    expect(lines.slice(1)).toEqual([`INFO shard ${shard} goes on again`]);
  });

  test('says of one that is far behind and moves that it catches up, and is alarmed where it stands', async () => {
    const stand = await leftAlone(0);
    const [head] = await stand.ledger.heads([shard]);
    const second = () => Math.floor(stand.timers.wall() / 1_000);
    const begin = second();
    // Two hours behind, it decides a minute of fires a second, for one minute.
    const ledger: Ledger = {
      ...stand.ledger,
      async heads(shards) {
        const through = begin - 7_200 + Math.min(60, second() - begin) * 60;
        const watermark = { through, pass: begin, cursor: 'acme/a' };
        return shards.map((one) => (one === shard ? { ...head!, now: second(), watermark } : undefined));
      },
    };
    const lines = watch(stand, ledger);
    await stand.timers.pass(60_000);
    expect(lines).toEqual([
      // At the second look, 15 s in: 7,200 s, less 15 times 60, and 15 s more.
      `INFO shard ${shard} is catching up: it has come to the fires due 6315 s ago`,
    ]);
    await stand.timers.pass(60_000);
    expect(lines.slice(1)).toEqual([
      expect.stringMatching(/^ERROR shard \d does not go on: fires due \d+ s ago are not decided$/),
    ]);
  });
});
