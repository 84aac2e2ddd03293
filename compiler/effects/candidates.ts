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
 * A fixed list and no search: outcomes change only where one of these clocks runs out, or two in a row. Where several
 * clocks give one length, it has the name of the simplest that can be the reason.
 */
export function candidates(
  before: PolicyMeaning,
  after: PolicyMeaning,
  spacing: Seconds | undefined,
  expected: Seconds | undefined,
): Candidates {
  const reasons = decidingDurations(before, after, spacing, expected);
  const bases = [...reasons, ...alarmDurations(before, after)];
  const tried = new Set(
    [...bases, ...pairsOf(bases).map(([one, other]) => ({ seconds: one.seconds + other.seconds }))].flatMap(
      ({ seconds }) => [seconds - 1, seconds, seconds + 1],
    ),
  );
  return {
    names: namesOf(reasons, spacing, expected),
    tried: [...tried]
      .filter((seconds) => seconds > 0)
      .sort((a, b) => a - b)
      .slice(0, candidatesMost),
  };
}

interface NamedDuration {
  readonly seconds: Seconds;
  readonly text: string;
}

function namesOf(
  reasons: readonly NamedDuration[],
  spacing: Seconds | undefined,
  expected: Seconds | undefined,
): ReadonlyMap<Seconds, string> {
  const names = new Map<Seconds, string>();
  const name = (seconds: Seconds, text: string) => {
    if (seconds > 0 && !names.has(seconds)) names.set(seconds, text);
  };
  for (const { seconds, text } of reasons) name(seconds, text);
  // What is left between a run and the next fire is the reason more often than any sum that happens to equal it.
  if (spacing !== undefined && expected !== undefined)
    name(spacing - expected, 'the smallest spacing less the expected duration');
  const pairs = pairsOf(reasons);
  for (const [one, other] of pairs) {
    name(one.seconds + other.seconds, one === other ? `twice ${one.text}` : `${one.text} and ${other.text}`);
  }
  // Differences are not tried, only known by name: bisecting between two candidates can end on one.
  for (const [one, other] of pairs) {
    const [more, less] = one.seconds > other.seconds ? [one, other] : [other, one];
    name(more.seconds - less.seconds, `${more.text} less ${less.text}`);
  }
  return names;
}

/** Pairs each with itself and with each after it. */
function pairsOf<T>(list: readonly T[]): readonly (readonly [T, T])[] {
  return list.flatMap((one, index) => list.slice(index).map((other) => [one, other] as const));
}

/** The durations that `decide` looks at, or the fires: what was changed first, then what is between two fires. */
function decidingDurations(
  before: PolicyMeaning,
  after: PolicyMeaning,
  spacing: Seconds | undefined,
  expected: Seconds | undefined,
): readonly NamedDuration[] {
  const found = new Map<Seconds, string>();
  const add = (seconds: Seconds | 'unlimited' | undefined, text: string) => {
    if (typeof seconds === 'number' && seconds > 0 && !found.has(seconds)) found.set(seconds, text);
  };
  const clocks = [
    ['horizon', before.horizon, after.horizon],
    ['lateAfter', before.lateAfter, after.lateAfter],
    ['lostAfter', before.report?.lostAfter, after.report?.lostAfter],
  ] as const;
  for (const [text, was, is] of clocks) {
    if (was === is) continue;
    add(is, `the new ${text}`);
    add(was, `the old ${text}`);
  }
  add(spacing, 'the smallest spacing');
  add(expected, 'the expected duration');
  for (const [text, was, is] of clocks) if (was === is) add(is, `the ${text}`);
  return [...found].map(([seconds, text]) => ({ seconds, text }));
}

/** Durations that only alarm: tried as all that is declared, and never a reason. */
function alarmDurations(
  before: PolicyMeaning,
  after: PolicyMeaning,
): readonly { readonly seconds: Seconds }[] {
  return [before.report, after.report]
    .flatMap((report) => [report?.startWithin, report?.finishWithin])
    .flatMap((seconds) => (seconds === undefined ? [] : [{ seconds }]));
}
