import type { PolicyMeaning } from '../../schema/manifest.ts';
import type { Seconds } from '../../schema/time.ts';

/** The lengths of time at which outcomes may change. */
export interface Candidates {
  /** Lengths to try, ascending, without repeats. */
  readonly tried: readonly Seconds[];
  /** What a length is, for instance `the new horizon`, `the smallest spacing less the expected duration`. */
  readonly names: ReadonlyMap<Seconds, string>;
}

/** Most lengths that are tried in one family (design section 7). */
const candidatesMost = 200;

/**
 * Lists the lengths of time that are tried for one changed policy: the declared durations, the smallest spacing,
 * the expected duration, sums of two of these, each one second below and above; ascending, at most 200.
 *
 * A fixed list and no search: outcomes change only where one of these clocks runs out, or two in a row.
 */
export function candidates(
  before: PolicyMeaning,
  after: PolicyMeaning,
  spacing: Seconds | undefined,
  expected: Seconds | undefined,
): Candidates {
  const bases = namedDurations(before, after, spacing, expected);
  const names = new Map<Seconds, string>();
  const name = (seconds: Seconds, text: string) => {
    if (seconds > 0 && !names.has(seconds)) names.set(seconds, text);
  };
  for (const [seconds, text] of bases) name(seconds, text);
  const pairs = bases.flatMap((one, index) => bases.slice(index).map((other) => [one, other] as const));
  for (const [[one, oneText], [other, otherText]] of pairs) {
    name(one + other, one === other ? `twice ${oneText}` : `${oneText} and ${otherText}`);
  }
  const tried = new Set([...names.keys()].flatMap((seconds) => [seconds - 1, seconds, seconds + 1]));
  // Differences are not tried, only known by name: bisecting between two candidates can end on one.
  for (const [[one, oneText], [other, otherText]] of pairs) {
    if (one > other) name(one - other, `${oneText} less ${otherText}`);
    else name(other - one, `${otherText} less ${oneText}`);
  }
  return {
    names,
    tried: [...tried]
      .filter((seconds) => seconds > 0)
      .sort((a, b) => a - b)
      .slice(0, candidatesMost),
  };
}

function namedDurations(
  before: PolicyMeaning,
  after: PolicyMeaning,
  spacing: Seconds | undefined,
  expected: Seconds | undefined,
): readonly (readonly [Seconds, string])[] {
  const bases = new Map<Seconds, string>();
  const add = (seconds: Seconds | 'unlimited' | undefined, text: string) => {
    if (typeof seconds === 'number' && seconds > 0 && !bases.has(seconds)) bases.set(seconds, text);
  };
  const both = (
    was: Seconds | 'unlimited' | undefined,
    is: Seconds | 'unlimited' | undefined,
    text: string,
  ) => {
    add(is, was === is ? `the ${text}` : `the new ${text}`);
    add(was, `the old ${text}`);
  };
  both(before.horizon, after.horizon, 'horizon');
  both(before.lateAfter, after.lateAfter, 'lateAfter');
  add(spacing, 'the smallest spacing');
  add(expected, 'the expected duration');
  for (const key of ['startWithin', 'finishWithin', 'lostAfter'] as const) {
    both(before.report?.[key], after.report?.[key], key);
  }
  return [...bases];
}
