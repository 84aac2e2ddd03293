/** All that the work reads from its machine beside the ledger. The simulation gives its own. */
export interface Timers {
  /** Milliseconds of a clock that only goes forward and that nobody sets. */
  now(): number;
  /** The machine's own clock, milliseconds since 1970: only to see it step. */
  wall(): number;
  /** In [0, 1). */
  random(): number;
  /** Calls back once, at `at` of `now()` or as soon after it as can be, never at once. Returns how to take it back. */
  at(at: number, callback: () => void): () => void;
}

/** The machine's timers. */
export const machineTimers: Timers = {
  now: () => performance.now(),
  wall: () => Date.now(),
  random: () => Math.random(),
  at(at, callback) {
    const wait = at - performance.now();
    if (wait <= 0) {
      // Behind whatever input is waiting: answers of targets are heard between two parts of a pass.
      const soon = setImmediate(callback);
      return () => clearImmediate(soon);
    }
    const timer = setTimeout(callback, Math.min(Math.ceil(wait), longest));
    return () => clearTimeout(timer);
  },
};

/** A timer of Node goes wrong beyond 2^31 ms; who is called too early looks at the clock and waits again. */
const longest = 3_600_000;
