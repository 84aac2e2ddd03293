import type { PolicyMeaning } from '../../schema/manifest.ts';
import type { Seconds } from '../../schema/time.ts';

/** A length of time at which outcomes may change, and what it is. */
export interface Candidate {
  /** The length tried. */
  readonly seconds: Seconds;
  /** The length it stands next to, and that in words: `the new horizon`, `the smallest spacing`. */
  readonly base: Seconds;
  readonly name: string;
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
): readonly Candidate[] {
  const bases: { seconds: Seconds; name: string }[] = [];
  const add = (seconds: Seconds | 'unlimited' | undefined, name: string) => {
    if (typeof seconds !== 'number' || seconds <= 0) return;
    if (!bases.some((known) => known.seconds === seconds)) bases.push({ seconds, name });
  };
  const both = (
    was: Seconds | 'unlimited' | undefined,
    is: Seconds | 'unlimited' | undefined,
    name: string,
  ) => {
    add(is, was === is ? `the ${name}` : `the new ${name}`);
    add(was, `the old ${name}`);
  };
  both(before.horizon, after.horizon, 'horizon');
  both(before.lateAfter, after.lateAfter, 'lateAfter');
  add(spacing, 'the smallest spacing');
  add(expected, 'the expected duration');
  for (const key of ['startWithin', 'finishWithin', 'lostAfter'] as const) {
    both(before.report?.[key], after.report?.[key], key);
  }
  const sums = bases.flatMap((one, index) =>
    bases.slice(index).map((other) => ({
      seconds: one.seconds + other.seconds,
      name: one === other ? `twice ${one.name}` : `${one.name} and ${other.name}`,
    })),
  );
  const found = new Map<Seconds, Candidate>();
  for (const { seconds, name } of [...bases, ...sums]) {
    for (const tried of [seconds, seconds + 1, seconds - 1]) {
      if (tried > 0 && !found.has(tried)) found.set(tried, { seconds: tried, base: seconds, name });
    }
  }
  return [...found.values()].sort((a, b) => a.seconds - b.seconds).slice(0, candidatesMost);
}
