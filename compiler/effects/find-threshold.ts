import type { Seconds } from '../../schema/time.ts';

/** The least length for which outcomes differ, and what differs there. */
export interface Found<T> {
  readonly seconds: Seconds;
  readonly difference: T;
}

/**
 * Finds the first of the tried lengths for which outcomes differ, and then, by halving down to the one before it
 * at which they agree, the very second: one second below the result they agree, at the result they differ.
 * `tries` counts the calls of `differs`, which returns undefined where outcomes agree.
 */
export function findThreshold<T>(
  tried: readonly Seconds[],
  differs: (seconds: Seconds) => T | undefined,
): { readonly found: Found<T> | undefined; readonly tries: number } {
  let tries = 0;
  let agreed = 0;
  for (const candidate of tried) {
    tries++;
    const difference = differs(candidate);
    if (difference === undefined) {
      agreed = candidate;
      continue;
    }
    let found: Found<T> = { seconds: candidate, difference };
    while (found.seconds - agreed > 1) {
      tries++;
      const middle = Math.floor((agreed + found.seconds) / 2);
      const nearer = differs(middle);
      if (nearer === undefined) agreed = middle;
      else found = { seconds: middle, difference: nearer };
    }
    return { found, tries };
  }
  return { found: undefined, tries };
}
