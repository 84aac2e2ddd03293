import { describe, expect, test } from 'vitest';
import type { DeliveryResult, TargetAdapter } from '../../../runtime/dispatch/index.ts';
import { cancelOf, delivery, openDesk, scheduled, settle, standingClock } from './desk.ts';

const succeeded: DeliveryResult = { kind: 'ended', outcome: 'succeeded' };
const down: DeliveryResult = {
  kind: 'not-delivered',
  error: 'connect ECONNREFUSED',
  retryable: true,
  targetDown: true,
};

/** A target that takes everything at once. */
function collects(got: string[]): TargetAdapter {
  return {
    deliver({ run }) {
      got.push(run.job);
      return succeeded;
    },
  };
}

/** A target whose answers the test gives. */
function hangingTarget() {
  const open: {
    readonly job: string;
    readonly tenant: string;
    readonly signal: AbortSignal;
    answer(result: DeliveryResult): void;
  }[] = [];
  const adapter: TargetAdapter = {
    deliver: ({ run, tenant }, context) =>
      new Promise((resolve) => open.push({ job: run.job, tenant, signal: context.signal, answer: resolve })),
  };
  return { adapter, open };
}

describe('A target that answers at once', () => {
  test('gets every run, and its answers are told in one call', async () => {
    const got: string[] = [];
    const desk = openDesk({
      adapters: { sink: collects(got) },
      clock: standingClock(),
    });
    desk.dispatcher.send(
      3,
      Array.from({ length: 500 }, (_, at) => delivery({ job: `job-${at}` })),
    );
    expect(desk.letters).toEqual([]);
    await desk.told(500);
    expect(got).toEqual(Array.from({ length: 500 }, (_, at) => `job-${at}`));
    expect(desk.calls).toEqual([500]);
    expect(desk.letters[0]).toEqual({
      kind: 'ended',
      tenant: 'benefits',
      run: 'job-0@2027-03-28T01:30:00Z',
      attempt: 1,
      at: scheduled + 30,
      outcome: 'succeeded',
    });
    expect(desk.dispatcher.pending).toBe(0);
  });

  test('that throws has failed', async () => {
    const desk = openDesk({
      adapters: {
        sink: {
          deliver() {
            throw new Error('no such thing');
          },
        },
      },
      clock: standingClock(),
    });
    desk.dispatcher.send(0, [delivery()]);
    expect(await desk.told(1)).toMatchObject([
      { kind: 'ended', outcome: 'failed', report: { message: 'almanac failed to send it: no such thing' } },
    ]);
  });
});

describe('Attempts', () => {
  test('a target that is down is tried again with growing patience, and the last attempt ends undelivered', async () => {
    const desk = openDesk({ adapters: { sink: { deliver: () => down } }, clock: standingClock() });
    const waits: number[] = [];
    for (const attempt of [1, 2, 3, 4]) {
      desk.dispatcher.send(0, [delivery({ attempt, attempts: 4, maxBackoff: 25 })]);
      const letter = (await desk.told(attempt)).at(-1);
      if (letter?.kind === 'attempt-failed') waits.push(letter.retryAt - letter.at);
    }
    expect(waits).toHaveLength(3);
    expect(waits[0]).toBeGreaterThanOrEqual(10);
    expect(waits[0]).toBeLessThanOrEqual(15);
    expect(waits[1]).toBeGreaterThanOrEqual(15);
    expect(waits[2]).toBeGreaterThanOrEqual(18);
    expect(Math.max(...waits)).toBeLessThanOrEqual(25);
    expect(desk.letters.at(-1)).toMatchObject({
      kind: 'ended',
      outcome: 'undelivered',
      final: true,
      report: { message: 'connect ECONNREFUSED' },
    });
  });

  test('runs that failed together come back spread, and each at the same time in every replica', async () => {
    const times = async () => {
      const desk = openDesk({ adapters: { sink: { deliver: () => down } }, clock: standingClock() });
      const runs = Array.from({ length: 200 }, (_, at) =>
        delivery({ tenant: `t${at}`, job: `job-${at}`, attempts: 2, minBackoff: 100 }),
      );
      desk.dispatcher.send(0, runs);
      return (await desk.told(200)).map((letter) => (letter.kind === 'attempt-failed' ? letter.retryAt : 0));
    };
    const first = await times();
    expect(new Set(first).size).toBeGreaterThan(30);
    expect(await times()).toEqual(first);
  });

  test('a target that asks for patience gets it', async () => {
    const busy: DeliveryResult = { ...down, retryAfter: 90 };
    const desk = openDesk({ adapters: { sink: { deliver: () => busy } }, clock: standingClock() });
    desk.dispatcher.send(0, [delivery({ attempts: 2 })]);
    expect(await desk.told(1)).toMatchObject([{ retryAt: scheduled + 30 + 90 }]);
  });

  test('a failure that would only come again is final, though attempts are left', async () => {
    const desk = openDesk({
      adapters: {
        sink: { deliver: () => ({ kind: 'ended', outcome: 'failed', status: 404, message: 'HTTP 404' }) },
      },
      clock: standingClock(),
    });
    desk.dispatcher.send(0, [delivery({ attempts: 5 })]);
    expect(await desk.told(1)).toMatchObject([
      { kind: 'ended', outcome: 'failed', final: true, report: { status: 404, message: 'HTTP 404' } },
    ]);
  });

  test('one that was asked for already and is under way is not made twice', async () => {
    const { adapter, open } = hangingTarget();
    const desk = openDesk({ adapters: { sink: adapter }, clock: standingClock() });
    desk.dispatcher.send(0, [delivery(), delivery()]);
    desk.dispatcher.send(0, [delivery()]);
    await settle();
    expect(open).toHaveLength(1);
    expect(desk.dispatcher.pending).toBe(1);
    open[0]?.answer(succeeded);
    await desk.told(1);
    expect(desk.dispatcher.pending).toBe(0);
  });

  test('none starts after the deadline, except of a run that has started', async () => {
    const got: string[] = [];
    const desk = openDesk({
      adapters: { sink: collects(got) },
      clock: standingClock(scheduled + 100),
    });
    desk.dispatcher.send(0, [
      delivery({ job: 'late', deadline: scheduled + 99 }),
      delivery({ job: 'in-time', deadline: scheduled + 100 }),
      delivery({ job: 'started', deadline: scheduled + 99, run: { started: true } }),
    ]);
    await desk.told(3);
    expect(got).toEqual(['in-time', 'started']);
    expect(desk.letters[0]).toMatchObject({ outcome: 'undelivered', run: 'late@2027-03-28T01:30:00Z' });
  });

  test('a kind that is not sent from here ends undelivered', async () => {
    const desk = openDesk({ adapters: {}, clock: standingClock() });
    desk.dispatcher.send(0, [delivery({ kind: 'command' })]);
    expect(await desk.told(1)).toMatchObject([
      { outcome: 'undelivered', report: { message: 'nothing of the kind command is sent from here' } },
    ]);
  });
});

describe('Time of an attempt', () => {
  test('is over after the declared timeout', async () => {
    const clock = standingClock();
    const { adapter, open } = hangingTarget();
    const desk = openDesk({ adapters: { sink: adapter }, clock });
    desk.dispatcher.send(0, [delivery({ target: { timeout: 120 }, attempts: 2 })]);
    clock.turn(119);
    expect(open[0]?.signal.aborted).toBe(false);
    clock.turn(1);
    expect(open[0]?.signal).toMatchObject({ aborted: true, reason: 'timeout' });
    // An adapter that does not mind is not waited for.
    clock.turn(30);
    expect(await desk.told(1)).toMatchObject([{ kind: 'attempt-failed', error: 'no end within 120 s' }]);
    open[0]?.answer(succeeded);
    await settle();
    expect(desk.letters).toHaveLength(1);
  });
});

describe('Many at once', () => {
  test('so many are at a target at a time, and tenants take turns', async () => {
    const { adapter, open } = hangingTarget();
    const desk = openDesk({ adapters: { sink: adapter }, perTarget: { sink: 2 }, clock: standingClock() });
    const of = (tenant: string, count: number) =>
      Array.from({ length: count }, (_, at) => delivery({ tenant, job: `job-${at}` }));
    desk.dispatcher.send(0, [...of('many', 50), ...of('few', 2)]);
    await settle();
    expect(open.map(({ tenant }) => tenant)).toEqual(['many', 'many']);
    for (let at = 0; at < 5; at++) {
      open[at]?.answer(succeeded);
      await settle();
    }
    expect(open.map(({ tenant }) => tenant).slice(2)).toEqual(['many', 'few', 'many', 'few', 'many']);
    expect(desk.dispatcher.pending).toBe(47);
  });

  test('targets that hang hold up no other, though nothing more fits in all', async () => {
    const { adapter, open } = hangingTarget();
    const got: string[] = [];
    const desk = openDesk({
      adapters: {
        slow: adapter,
        sink: collects(got),
      },
      perTarget: { slow: 4 },
      atOnce: 8,
      clock: standingClock(),
    });
    const hanging = Array.from({ length: 40 }, (_, at) =>
      delivery({ kind: 'slow', key: `slow ${at % 4}`, job: `slow-${at}` }),
    );
    desk.dispatcher.send(0, hanging);
    desk.dispatcher.send(
      0,
      Array.from({ length: 20 }, (_, at) => delivery({ job: `job-${at}` })),
    );
    await desk.told(20);
    expect(got).toHaveLength(20);
    // Each of the four has at least one all the same.
    expect(open.length).toBeGreaterThanOrEqual(8);
    expect(open.length).toBeLessThanOrEqual(10);
  });
});

describe('A cancel', () => {
  test('of a run that waits to be sent confirms itself', async () => {
    const { adapter, open } = hangingTarget();
    const desk = openDesk({ adapters: { sink: adapter }, perTarget: { sink: 1 }, clock: standingClock() });
    const waiting = delivery({ job: 'waiting' });
    desk.dispatcher.send(0, [delivery(), waiting]);
    await settle();
    desk.dispatcher.cancel(0, [cancelOf(waiting, 'next')]);
    expect(await desk.told(1)).toMatchObject([{ kind: 'ended', outcome: 'cancelled' }]);
    open[0]?.answer(succeeded);
    await desk.told(2);
    await settle();
    expect(open).toHaveLength(1);
  });

  test('of a lost run frees its place', async () => {
    const desk = openDesk({
      adapters: {
        sink: {
          deliver: (_, { signal }) =>
            new Promise((resolve) => signal.addEventListener('abort', () => resolve(down))),
        },
      },
      clock: standingClock(),
    });
    desk.dispatcher.send(0, [delivery()]);
    desk.dispatcher.cancel(0, [cancelOf(delivery())]);
    await settle();
    expect(desk.dispatcher.pending).toBe(0);
    expect(desk.letters).toEqual([]);
  });

  test('reaches an adapter that can cancel, also of a run that was sent by another replica', async () => {
    const desk = openDesk({
      adapters: {
        sink: {
          deliver: () => succeeded,
          cancel: async ({ run }) => ({ kind: 'ended', outcome: 'cancelled', message: `stopped ${run.job}` }),
        },
      },
      clock: standingClock(),
    });
    desk.dispatcher.cancel(0, [cancelOf(delivery(), 'next')]);
    expect(await desk.told(1)).toMatchObject([
      { kind: 'ended', outcome: 'cancelled', report: { message: 'stopped statement-run' } },
    ]);
  });
});

describe('The end', () => {
  test('of a shard here forgets what was not sent', async () => {
    const { adapter, open } = hangingTarget();
    const desk = openDesk({ adapters: { sink: adapter }, perTarget: { sink: 1 }, clock: standingClock() });
    desk.dispatcher.send(0, [delivery({ tenant: 'a' }), delivery({ tenant: 'a', job: 'waiting' })]);
    desk.dispatcher.send(1, [delivery({ tenant: 'b' })]);
    await settle();
    desk.dispatcher.release(0);
    expect(desk.dispatcher.pending).toBe(2);
    open[0]?.answer(succeeded);
    await desk.told(1);
    await settle();
    expect(open.map(({ tenant }) => tenant)).toEqual(['a', 'b']);
  });

  test('waits for what is at a target, and tells it', async () => {
    const { adapter, open } = hangingTarget();
    const desk = openDesk({ adapters: { sink: adapter }, clock: standingClock() });
    desk.dispatcher.send(0, [delivery()]);
    const closed = desk.dispatcher.close(10_000);
    open[0]?.answer(succeeded);
    await closed;
    expect(desk.letters).toMatchObject([{ outcome: 'succeeded' }]);
    desk.dispatcher.send(0, [delivery()]);
    expect(desk.dispatcher.pending).toBe(0);
  });

  test('cuts short what does not answer, and says nothing of it: its next owner sends it again', async () => {
    const clock = standingClock();
    const desk = openDesk({
      adapters: {
        sink: {
          deliver: (_, { signal }) =>
            new Promise((resolve) => signal.addEventListener('abort', () => resolve(down))),
        },
      },
      clock,
    });
    desk.dispatcher.send(0, [delivery()]);
    const closed = desk.dispatcher.close(10_000);
    clock.turn(5);
    await settle();
    clock.turn(5);
    await closed;
    expect(desk.letters).toEqual([]);
    expect(desk.dispatcher.pending).toBe(0);
  });
});
