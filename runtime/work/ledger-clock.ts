import type { ClockReading } from '../ledger/index.ts';
import type { Timers } from './timers.ts';

/** What two clocks may differ by in a second, in parts of one: more than a quartz does, and than slewing does. */
const drift = 0.0002;
/** A clock that moved by more than this against another one stepped. In milliseconds. */
const stepMost = 5_000;
/** Two measures that agree to this are of one clock. */
const agreeMost = 1_000;

/**
 * The ledger's clock, as last measured, plus monotonic time, less the error: never ahead of it.
 * After a step it says nothing until two measures agree.
 */
export interface LedgerClock {
  /** Milliseconds since 1970; undefined where no measure can be trusted. */
  now(): number | undefined;
  /** When, by `Timers.now`, it will be `at` (milliseconds since 1970). */
  reaches(at: number): number;
  /** Why it says nothing, in words. */
  readonly doubt: string | undefined;
  /** The machine's clock less the ledger's, in milliseconds; undefined before the first measure. */
  readonly skew: number | undefined;
  /** How far behind the ledger's clock it may be, in milliseconds. */
  readonly error: number | undefined;
  /** Takes in a reading that was asked for and answered at these times of `Timers.now`. */
  measured(reading: ClockReading, asked: number, answered: number): void;
  /** Looks whether the machine's clock stepped against the monotonic one; if so a measure is due at once. */
  stepped(): boolean;
}

interface Bounds {
  /** Of the ledger's clock when `Timers.now` was `at`. */
  readonly low: number;
  readonly high: number;
  readonly at: number;
}

export function createLedgerClock(timers: Timers): LedgerClock {
  let bounds: Bounds | undefined;
  let doubt: string | undefined = 'the ledger was not asked for the time yet';
  let skew: number | undefined;
  let offset = timers.wall() - timers.now();

  return {
    now() {
      return bounds === undefined || doubt !== undefined ? undefined : lowAt(bounds, timers.now());
    },
    reaches(at) {
      return bounds === undefined ? timers.now() : bounds.at + (at - bounds.low) / (1 - drift);
    },
    get doubt() {
      return doubt;
    },
    get skew() {
      return skew;
    },
    get error() {
      return bounds && highAt(bounds, timers.now()) - lowAt(bounds, timers.now());
    },
    measured(reading, asked, answered) {
      const fresh: Bounds = {
        low: reading.now - reading.error,
        high: reading.now + reading.error + (answered - asked),
        at: answered,
      };
      const known = bounds;
      const apart = known === undefined ? 0 : distance(known, fresh, answered);
      skew = timers.wall() - (fresh.low + fresh.high) / 2;
      if (known === undefined || doubt !== undefined) {
        doubt = apart <= agreeMost ? undefined : doubt;
        bounds = fresh;
      } else if (apart > stepMost) {
        doubt = `the ledger's clock stepped by ${Math.round(apart / 1000)} s`;
        bounds = fresh;
      } else {
        // Both are bounds of one clock: the narrower ones. Where they contradict each other, the ledger's last word.
        bounds =
          apart > 0
            ? fresh
            : {
                low: Math.max(fresh.low, lowAt(known, answered)),
                high: Math.min(fresh.high, highAt(known, answered)),
                at: answered,
              };
      }
    },
    stepped() {
      const moved = timers.wall() - timers.now() - offset;
      if (Math.abs(moved) <= stepMost) return false;
      offset += moved;
      // Nothing can be said of time that passed while the machine slept, or of a clock that somebody set.
      doubt = `the machine's clock stepped by ${Math.round(moved / 1000)} s`;
      return true;
    },
  };
}

function lowAt(bounds: Bounds, at: number): number {
  return bounds.low + (at - bounds.at) * (1 - drift);
}

function highAt(bounds: Bounds, at: number): number {
  return bounds.high + (at - bounds.at) * (1 + drift);
}

/** How far the ledger's clock as expected is from what was read; 0 where both can be true. */
function distance(known: Bounds, fresh: Bounds, at: number): number {
  return Math.max(0, lowAt(known, at) - fresh.high, fresh.low - highAt(known, at));
}
