import { describe, expect, test } from 'vitest';
import type { DeliveryResult, TargetAdapter } from '../../../runtime/dispatch/index.ts';
import { delivery, openDesk, settle, standingClock } from './desk.ts';

const succeeded: DeliveryResult = { kind: 'ended', outcome: 'succeeded' };
const down: DeliveryResult = {
  kind: 'not-delivered',
  error: 'connect ECONNREFUSED',
  retryable: true,
  targetDown: true,
};

describe('A circuit', () => {
  const failing = (fails: { now: boolean }): TargetAdapter => ({
    deliver: () => Promise.resolve(fails.now ? down : succeeded),
  });
  const circuits = (letters: readonly { readonly kind: string }[]) =>
    letters.filter(({ kind }) => kind === 'circuit').map((letter) => (letter as { open?: boolean }).open);

  test('opens after five failures in a row, rests, lets one through, and closes when that one arrives', async () => {
    const clock = standingClock();
    const fails = { now: true };
    const desk = openDesk({ adapters: { sink: failing(fails) }, clock });
    for (let at = 0; at < 5; at++) {
      desk.dispatcher.send(0, [delivery({ job: `job-${at}` })]);
      await desk.told(at + 1);
    }
    expect(await desk.told(6)).toContainEqual({
      kind: 'circuit',
      tenant: 'benefits',
      target: 'sink',
      open: true,
      reason: '5 attempts in a row did not arrive; the last: connect ECONNREFUSED',
    });
    // What is handed over all the same waits here.
    desk.dispatcher.send(
      0,
      Array.from({ length: 3 }, (_, at) => delivery({ job: `later-${at}` })),
    );
    await settle();
    expect(desk.letters).toHaveLength(6);
    clock.turn(29);
    await settle();
    expect(desk.letters).toHaveLength(6);
    // The one that is let through fails: it rests twice as long.
    clock.turn(1);
    await desk.told(9);
    expect(circuits(desk.letters)).toEqual([true, false, true]);
    expect(desk.dispatcher.pending).toBe(2);
    clock.turn(59);
    await settle();
    expect(desk.dispatcher.pending).toBe(2);
    fails.now = false;
    clock.turn(1);
    await desk.told(12);
    expect(circuits(desk.letters)).toEqual([true, false, true, false]);
    expect(desk.dispatcher.pending).toBe(0);
  });

  test('of one tenant stops no other tenant, and no other target', async () => {
    const fails = { now: true };
    const desk = openDesk({ adapters: { sink: failing(fails) }, clock: standingClock() });
    desk.dispatcher.send(
      0,
      Array.from({ length: 5 }, (_, at) => delivery({ job: `job-${at}` })),
    );
    await desk.told(6);
    fails.now = false;
    desk.dispatcher.send(0, [
      delivery({ job: 'stopped' }),
      delivery({ tenant: 'taxes' }),
      delivery({ key: 'sink elsewhere', job: 'elsewhere' }),
    ]);
    await desk.told(8);
    expect(
      desk.letters.slice(6).map((letter) => 'run' in letter && `${letter.tenant} ${letter.run}`),
    ).toEqual(['benefits elsewhere@2027-03-28T01:30:00Z', 'taxes statement-run@2027-03-28T01:30:00Z']);
    expect(desk.dispatcher.pending).toBe(1);
  });

  test('counts only failures in a row', async () => {
    const fails = { now: true };
    const desk = openDesk({ adapters: { sink: failing(fails) }, clock: standingClock() });
    for (let at = 0; at < 12; at++) {
      fails.now = at % 4 !== 3;
      desk.dispatcher.send(0, [delivery({ job: `job-${at}` })]);
      await desk.told(at + 1);
    }
    expect(circuits(desk.letters)).toEqual([]);
  });

  test('that was open when the shard was taken over is closed after its rest', async () => {
    const clock = standingClock();
    const desk = openDesk({ adapters: { sink: failing({ now: false }) }, clock });
    desk.dispatcher.resume(2, [{ tenant: 'benefits', target: 'sink' }]);
    desk.dispatcher.send(2, [delivery()]);
    await settle();
    expect(desk.letters).toEqual([]);
    clock.turn(30);
    await desk.told(2);
    expect(desk.letters.map(({ kind }) => kind)).toEqual(['circuit', 'ended']);
  });
});
