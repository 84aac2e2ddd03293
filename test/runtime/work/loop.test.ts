import { describe, expect, test } from 'vitest';
import { type Chore, createLoop } from '../../../runtime/work/loop.ts';
import { fakeTimers } from './fake-timers.ts';

function diary() {
  const timers = fakeTimers(0);
  const said: string[] = [];
  const loop = createLoop(timers, {
    succeeded: () => {},
    failed(chore, error) {
      said.push(`${timers.now()} ${chore.name}: ${(error as Error).message}`);
      return timers.now() + 100;
    },
  });
  const chore = (name: string, run: () => number | Promise<number>): Chore => ({
    name,
    async run() {
      said.push(`${timers.now()} ${name}`);
      return run();
    },
  });
  return { timers, said, loop, chore };
}

describe('the loop', () => {
  test('does each chore when it said, and of two at once the one that was done longest ago first', async () => {
    const { timers, said, loop, chore } = diary();
    loop.add(
      chore('a', () => timers.now() + 300),
      0,
    );
    loop.add(
      chore('b', () => timers.now() + 500),
      100,
    );
    loop.start();
    await timers.pass(700);
    expect(said).toEqual(['0 a', '100 b', '300 a', '600 b', '600 a']);
  });

  test('never does a chore twice at a time; a poke meanwhile counts after it', async () => {
    const { timers, said, loop, chore } = diary();
    let finish: (next: number) => void = () => {};
    const slow = chore('slow', () => new Promise<number>((resolve) => (finish = resolve)));
    loop.add(slow, 0);
    loop.start();
    await timers.pass(10);
    loop.poke(slow, 20);
    await timers.pass(90);
    expect(said).toEqual(['0 slow']);
    finish(1_000);
    await timers.pass(50);
    expect(said).toEqual(['0 slow', '100 slow']);
  });

  test('goes on after a failure, when whoever is told says so', async () => {
    const { timers, said, loop, chore } = diary();
    let isBroken = true;
    loop.add(
      chore('a', () => {
        if (isBroken) throw new Error('broken');
        return Number.POSITIVE_INFINITY;
      }),
      0,
    );
    loop.start();
    await timers.pass(50);
    isBroken = false;
    await timers.pass(1_000);
    expect(said).toEqual(['0 a', '0 a: broken', '100 a']);
  });

  test('removes a chore once it is not being done', async () => {
    const { timers, said, loop, chore } = diary();
    let finish: (next: number) => void = () => {};
    const slow = chore('slow', () => new Promise<number>((resolve) => (finish = resolve)));
    loop.add(slow, 0);
    loop.start();
    await timers.pass(10);
    const removed = loop.remove(slow).then(() => said.push('removed'));
    finish(20);
    await removed;
    await timers.pass(1_000);
    expect(said).toEqual(['0 slow', 'removed']);
  });
});
