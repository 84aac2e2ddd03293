/** Time as a dispatcher sees it. Tests turn their own. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Calls `run` once after so many milliseconds. Returns what calls it off. */
  after(ms: number, run: () => void): () => void;
}

/** The machine's clock. Its timers keep no process alive: what waits for a target does. */
export const machineClock: Clock = {
  now: () => Date.now(),
  after(ms, run) {
    // Node runs a timer at once that is longer than 2^31 ms, some 24 days.
    const timer = setTimeout(run, Math.min(ms, 2_147_483_647)).unref();
    return () => clearTimeout(timer);
  },
};
