import type { Timers } from '../../../runtime/work/index.ts';

/** Timers that stand still until somebody moves them. */
export interface FakeTimers extends Timers {
  /** Moves on by so many milliseconds, calling back whoever waits, each at its time. */
  pass(ms: number): Promise<void>;
  /** Sets the machine's clock by so much against the monotonic one. */
  stepWall(ms: number): void;
}

interface Waiting {
  readonly at: number;
  readonly order: number;
  readonly callback: () => void;
}

export function fakeTimers(wallAtStart: number, seed = 1): FakeTimers {
  let now = 0;
  let offset = wallAtStart;
  let order = 0;
  let state = seed;
  let waiting: Waiting[] = [];

  function next(until: number): Waiting | undefined {
    const [first] = waiting.filter(({ at }) => at <= until).sort((a, b) => a.at - b.at || a.order - b.order);
    if (first) waiting = waiting.filter((one) => one !== first);
    return first;
  }

  return {
    now: () => now,
    wall: () => now + offset,
    random() {
      // A linear congruential generator: the same on every machine.
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return state / 2 ** 32;
    },
    at(at, callback) {
      const one = { at: Math.max(at, now), order: order++, callback };
      waiting.push(one);
      return () => {
        waiting = waiting.filter((other) => other !== one);
      };
    },
    async pass(ms) {
      const until = now + ms;
      await settle();
      for (let due = next(until); due; due = next(until)) {
        now = Math.max(now, due.at);
        due.callback();
        await settle();
      }
      now = until;
    },
    stepWall(ms) {
      offset += ms;
    },
  };
}

/** Lets everything go on that waits for nothing outside this process. */
function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
