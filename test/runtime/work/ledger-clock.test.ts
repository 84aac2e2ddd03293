import { describe, expect, test } from 'vitest';
import { createLedgerClock } from '../../../runtime/work/ledger-clock.ts';
import { fakeTimers } from './fake-timers.ts';

const start = Date.parse('2027-03-01T00:00:00Z');

describe('the ledger clock', () => {
  test('says nothing before the ledger was asked', () => {
    const clock = createLedgerClock(fakeTimers(start));
    expect([clock.now(), clock.doubt]).toEqual([undefined, 'the ledger was not asked for the time yet']);
  });

  test('is never ahead of the ledger, whatever the way of the answer and the error', async () => {
    const timers = fakeTimers(start);
    const clock = createLedgerClock(timers);
    await timers.pass(300);
    // Read at any moment of these 300 ms; the ledger itself may be 20 ms off.
    clock.measured({ now: start, error: 20 }, 0, 300);
    expect(clock.now()).toBe(start - 20);
    expect(clock.error).toBe(340);
    await timers.pass(10_000);
    expect(clock.now()).toBeLessThan(start + 10_000 - 20);
    expect(clock.now()).toBeGreaterThan(start + 9_900);
  });

  test('keeps what is known better when a later answer takes long', async () => {
    const timers = fakeTimers(start);
    const clock = createLedgerClock(timers);
    clock.measured({ now: start, error: 0 }, 0, 0);
    await timers.pass(4_000);
    clock.measured({ now: start + 1_000, error: 0 }, 1_000, 4_000);
    expect(clock.now()).toBeGreaterThan(start + 3_990);
    expect(clock.now()).toBeLessThanOrEqual(start + 4_000);
  });

  test('knows when an instant will be reached', async () => {
    const timers = fakeTimers(start);
    const clock = createLedgerClock(timers);
    clock.measured({ now: start, error: 0 }, 0, 0);
    const at = clock.reaches(start + 60_000);
    await timers.pass(at);
    expect(clock.now()).toBeCloseTo(start + 60_000, 3);
  });

  test('stops after a step of the ledger until two measures agree', async () => {
    const timers = fakeTimers(start);
    const clock = createLedgerClock(timers);
    clock.measured({ now: start, error: 0 }, 0, 0);
    await timers.pass(10_000);
    clock.measured({ now: start + 3_610_000, error: 0 }, 10_000, 10_000);
    expect([clock.now(), clock.doubt]).toEqual([undefined, "the ledger's clock stepped by 3600 s"]);
    await timers.pass(1_000);
    clock.measured({ now: start + 11_000, error: 0 }, 11_000, 11_000);
    expect(clock.now()).toBeUndefined();
    await timers.pass(1_000);
    clock.measured({ now: start + 12_000, error: 0 }, 12_000, 12_000);
    expect([clock.now(), clock.doubt]).toEqual([start + 12_000, undefined]);
  });

  test('follows a ledger that drifts a little, also backwards', async () => {
    const timers = fakeTimers(start);
    const clock = createLedgerClock(timers);
    clock.measured({ now: start, error: 0 }, 0, 0);
    await timers.pass(10_000);
    clock.measured({ now: start + 9_500, error: 0 }, 10_000, 10_000);
    expect([clock.now(), clock.doubt]).toEqual([start + 9_500, undefined]);
  });

  test('sees the clock of the machine step, for instance while it slept', async () => {
    const timers = fakeTimers(start);
    const clock = createLedgerClock(timers);
    clock.measured({ now: start, error: 0 }, 0, 0);
    timers.stepWall(4_000);
    expect(clock.stepped()).toBe(false);
    timers.stepWall(8 * 3_600_000);
    expect(clock.stepped()).toBe(true);
    expect([clock.now(), clock.doubt]).toEqual([undefined, "the machine's clock stepped by 28804 s"]);
    expect(clock.stepped()).toBe(false);
    clock.measured({ now: start + 28_804_000, error: 0 }, 0, 0);
    expect(clock.now()).toBeUndefined();
    clock.measured({ now: start + 28_804_000, error: 0 }, 0, 0);
    expect(clock.now()).toBe(start + 28_804_000);
  });
});
