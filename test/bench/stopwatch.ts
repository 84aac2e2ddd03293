/** Milliseconds by stage, and how often a stage was entered. */
export const elapsed = new Map<string, { ms: number; calls: number }>();

let running = false;

/**
 * Returns the function with its time added to a stage. A timed function called within another one counts for
 * the outer stage only.
 */
export function timed<Args extends unknown[], Result>(
  stage: string,
  work: (...args: Args) => Result,
): (...args: Args) => Result {
  return (...args) => {
    if (running) {
      return work(...args);
    }
    running = true;
    const began = performance.now();
    try {
      return work(...args);
    } finally {
      running = false;
      const total = elapsed.get(stage) ?? { ms: 0, calls: 0 };
      elapsed.set(stage, { ms: total.ms + performance.now() - began, calls: total.calls + 1 });
    }
  };
}
