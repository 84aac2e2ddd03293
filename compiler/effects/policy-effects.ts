import type { JobMeaning, PolicyMeaning } from '../../schema/manifest.ts';
import type { EffectFamily, OutcomeChange, PolicyEffect, Threshold, Witness } from '../../schema/plan.ts';
import type { Instant, Seconds, ZoneTable } from '../../schema/time.ts';
import { canonicalJson, formatDuration } from '../manifest/index.ts';
import type { SimulatedFire } from '../simulate/index.ts';
import type { Schedule } from '../time/index.ts';
import { dayAndClockText, offsetIn } from '../time/index.ts';
import { type Anchor, findAnchor } from './anchor.ts';
import { answerText } from './answer-text.ts';
import { type Candidate, candidates } from './candidates.ts';
import { playTrial, type Trial } from './family-timeline.ts';
import { type Outcome, outcomeOf, readingAfter } from './outcome-text.ts';
import { thresholdOf } from './threshold-text.ts';

/** A job whose policy may differ, with the fires of its side after the change. */
export interface EffectInput {
  readonly before: JobMeaning;
  readonly after: JobMeaning;
  readonly schedule: Schedule;
  readonly table: ZoneTable | undefined;
  readonly range: { readonly from: Instant; readonly until: Instant };
  /** Fires of the range. */
  readonly governs: number;
}

const answers = ['lateAfter', 'horizon', 'overlap', 'catchUp'] as const;
const families: readonly EffectFamily[] = ['outage', 'run', 'lane'];
const witnessFiresMost = 5;

/**
 * Says what each changed answer of a policy alters (design section 7): how many fires it governs, the least thing
 * that must go wrong for it to matter, and that case in full.
 *
 * `after`'s fires are played with and without the one change, in three families of one number d, by the `decide`
 * that the runtime calls; d is taken from a fixed list, not searched. Gap and fold are not here: they decide which
 * fires there are, and the plan shows those.
 */
export function policyEffects(input: EffectInput): readonly PolicyEffect[] {
  const { before, after, schedule, range } = input;
  const changed = answers.filter(
    (answer) => canonicalJson(before.policy[answer]) !== canonicalJson(after.policy[answer]),
  );
  if (changed.length === 0) return [];
  const anchor = findAnchor(schedule, range.from + 1, range.until);
  return changed.map((answer) => effectOf(input, answer, anchor));
}

function effectOf(
  input: EffectInput,
  answer: (typeof answers)[number],
  anchor: Anchor | undefined,
): PolicyEffect {
  const { before, after, governs } = input;
  const expected = after.expectedDuration;
  const without: PolicyMeaning = { ...after.policy, [answer]: before.policy[answer] };
  const head = {
    answer,
    before: answerText(before.policy[answer]),
    after: answerText(after.policy[answer]),
    governs,
    runs: { lasts: expected ?? 0, source: expected === undefined ? 'none' : 'expectedDuration' },
  } as const;
  if (!anchor) return { ...head, thresholds: [], message: 'there is no fire in the range', tried: 0 };
  // Runs that are expected to overlap would be a second thing that goes wrong; the message speaks of them.
  const lasts = expected !== undefined && expected < (anchor.spacing ?? expected + 1) ? expected : 0;
  const list = candidates(without, after.policy, anchor.spacing, expected);
  const found: { threshold: Threshold; witness: Witness }[] = [];
  let tried = 0;
  for (const family of families) {
    for (const candidate of list) {
      tried++;
      const witness = tryCandidate(input, without, anchor, family, candidate, lasts);
      if (!witness) continue;
      found.push({ threshold: thresholdOf(family, candidate), witness });
      break;
    }
  }
  const [smallest] = found.toSorted((a, b) => a.threshold.seconds - b.threshold.seconds);
  return {
    ...head,
    thresholds: found.map(({ threshold }) => threshold),
    ...(smallest && { witness: smallest.witness }),
    message: messageOf(
      found.map(({ threshold }) => threshold),
      head.runs,
    ),
    tried,
  };
}

function messageOf(thresholds: readonly Threshold[], { lasts, source }: PolicyEffect['runs']): string {
  if (thresholds.length === 0) return 'it makes no difference while only one thing goes wrong';
  const told = thresholds.map(({ message }) => message).join(', or if ');
  const run = thresholds.find(({ family }) => family === 'run');
  if (!run) return `it matters only if ${told}`;
  if (source === 'none') return `it matters only if ${told}; no expected duration is declared`;
  if (lasts >= run.seconds)
    return `it matters at every run, expected to last ${formatDuration(lasts)}: it does if ${told}`;
  return `it matters only if ${told}; expected duration is ${formatDuration(lasts)}`;
}

function tryCandidate(
  input: EffectInput,
  without: PolicyMeaning,
  anchor: Anchor,
  family: EffectFamily,
  { seconds }: Candidate,
  lasts: Seconds,
): Witness | undefined {
  const { after, schedule, table } = input;
  const trial: Trial = { job: after, schedule, anchor, family, seconds, lasts };
  const were = playTrial(trial, without);
  const are = playTrial(trial, after.policy);
  if (!were || !are) return undefined;
  const differ = compareOutcomes(were, without, are, after.policy, table);
  if (differ.length === 0) return undefined;
  const from = anchor.scheduled + (after.schedule.spread?.offset ?? 0);
  const until = from + seconds;
  const noun = { outage: 'an outage', run: 'a run', lane: 'a full lane' }[family];
  const start = dayAndClockText(from + offsetIn(table, from));
  return {
    family,
    seconds,
    from,
    until,
    what: `${noun} ${start} to ${readingAfter(from, until, table)}`,
    fires: differ.slice(0, witnessFiresMost),
    more: Math.max(0, differ.length - witnessFiresMost),
  };
}

/** Lists the fires of two plays of the same fires whose outcomes differ. */
function compareOutcomes(
  were: readonly SimulatedFire[],
  without: PolicyMeaning,
  are: readonly SimulatedFire[],
  policy: PolicyMeaning,
  table: ZoneTable | undefined,
): readonly OutcomeChange[] {
  const known = new Map(were.map((fire) => [fire.scheduled, fire]));
  return are.flatMap((fire) => {
    const before = outcomeOf(known.get(fire.scheduled)!, without, table);
    const after = outcomeOf(fire, policy, table);
    if (before.key === after.key) return [];
    const wall = dayAndClockText(fire.scheduled + offsetIn(table, fire.scheduled));
    const text = (one: Outcome) =>
      before.text === after.text && one.covers ? `${one.text}, ${one.covers}` : one.text;
    return [{ job: fire.job, scheduled: fire.scheduled, wall, before: text(before), after: text(after) }];
  });
}
