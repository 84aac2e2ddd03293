import type { JobMeaning, PolicyMeaning } from '../../schema/manifest.ts';
import type { OutcomeChange, PolicyEffect, Witness } from '../../schema/plan.ts';
import type { Instant, Seconds, ZoneTable } from '../../schema/time.ts';
import { rulesOf } from '../decide/index.ts';
import { canonicalJson, formatDuration } from '../manifest/index.ts';
import type { SimulatedFire } from '../simulate/index.ts';
import { dayAndClockText, offsetIn, type Schedule } from '../time/index.ts';
import { type Anchor, findAnchor } from './anchor.ts';
import { answerText } from './answer-text.ts';
import { candidates } from './candidates.ts';
import { type AnswerEffect, effectOf, type LeastCase } from './effect-of.ts';
import { type FirePattern, firePattern } from './fire-pattern.ts';
import { outcomeTexts, readingAfter } from './outcome-text.ts';

/** A job whose policy may differ, with the fires of its side after the change. */
export interface EffectInput {
  readonly name: string;
  readonly before: JobMeaning;
  readonly after: JobMeaning;
  readonly schedule: Schedule;
  readonly table: ZoneTable | undefined;
  readonly range: { readonly from: Instant; readonly until: Instant };
  /** Fires of the range. */
  readonly governs: number;
}

const answers = ['lateAfter', 'horizon', 'overlap', 'catchUp'] as const;

const witnessFiresMost = 5;

/** Fires that may be played with each job's own expected duration, over a whole plan. */
const playedMost = 25_000;

/**
 * Returns a function that says what each changed answer of a policy alters (design section 7): how many fires it
 * governs, the least thing that must go wrong for it to matter, and that case in full.
 *
 * `after`'s fires are played with and without the one change, in three families of one number d, by the `decide`
 * that the runtime calls; d is taken from a fixed list, and made exact between two of its neighbours. Gap and fold
 * are not here: they decide which fires there are, and the plan shows those.
 *
 * The work is done once per pattern of fires and pair of policies, so that a policy that governs ten thousand jobs
 * costs what its distinct rhythms cost.
 */
export function policyEffects(): (input: EffectInput) => readonly PolicyEffect[] {
  const known = new Map<string, AnswerEffect>();
  let played = 0;
  const patterns = new WeakMap<
    Schedule,
    Map<string, { anchor: Anchor; pattern: FirePattern; key: string } | undefined>
  >();

  const patternOf = (
    { schedule, range }: EffectInput,
    length: (spacing: Seconds | undefined) => Seconds,
    lengthKey: string,
  ) => {
    const own = patterns.get(schedule) ?? new Map();
    patterns.set(schedule, own);
    if (!own.has(lengthKey)) {
      const anchor = findAnchor(schedule, range.from + 1, range.until);
      const pattern = anchor && firePattern(schedule, anchor, length(anchor.spacing));
      own.set(
        lengthKey,
        anchor && pattern && { anchor, pattern, key: `${pattern.opens} ${pattern.until} ${pattern.offsets}` },
      );
    }
    return own.get(lengthKey);
  };

  return (input) => {
    const { before, after, governs } = input;
    const changed = answers.filter(
      (answer) => canonicalJson(before.policy[answer]) !== canonicalJson(after.policy[answer]),
    );
    const rules = rulesOf(after);
    // Expected durations are many in a fleet. Past a bound they are left out, and rhythms alone are told apart.
    const expected = played < playedMost ? after.expectedDuration : undefined;
    const source =
      expected !== undefined
        ? 'expectedDuration'
        : after.expectedDuration === undefined
          ? 'none'
          : 'left-out';
    return changed.map((answer): PolicyEffect => {
      const policies = { before: { ...after.policy, [answer]: before.policy[answer] }, after: after.policy };
      const asked = canonicalJson([policies.before, policies.after, expected ?? null, rules.endsKnown]);
      const lengthOf = (spacing: Seconds | undefined) =>
        (candidates(policies.before, policies.after, spacing, expected).tried.at(-1) ?? 0) +
        2 * (spacing ?? 0) +
        2;
      const found = patternOf(input, lengthOf, asked);
      const head = {
        answer,
        before: answerText(before.policy[answer]),
        after: answerText(after.policy[answer]),
        governs,
        runs: { lasts: expected ?? 0, source },
      } as const;
      if (!found) return { ...head, thresholds: [], message: 'there is no fire in the range', tried: 0 };
      const key = `${asked} ${found.key}`;
      let effect = known.get(key);
      if (!effect) {
        effect = effectOf(rules, policies, found.pattern, expected);
        played += effect.played;
        known.set(key, effect);
      }
      const { thresholds, least, tried } = effect;
      return {
        ...head,
        thresholds,
        ...(least && { witness: witnessOf(input, policies, found.anchor, least) }),
        message: messageOf(effect, head.runs),
        tried,
      };
    });
  };
}

function messageOf(
  { thresholds, triedBelow }: AnswerEffect,
  { lasts, source }: PolicyEffect['runs'],
): string {
  const bound =
    triedBelow === undefined ? '' : ` (lengths from ${formatDuration(triedBelow)} on were not tried)`;
  if (thresholds.length === 0) return `it makes no difference while only one thing goes wrong${bound}`;
  const told = `${thresholds.map(({ message }) => message).join(', or if ')}`;
  const run = thresholds.find(({ family }) => family === 'run');
  if (!run) return `it matters only if ${told}${bound}`;
  if (source === 'none') return `it matters only if ${told}; no expected duration is declared${bound}`;
  if (source === 'left-out')
    return `it matters only if ${told}; expected durations were left out, there are too many${bound}`;
  if (lasts >= run.seconds) {
    return `it matters at every run, since the expected duration is ${formatDuration(lasts)}: it does if ${told}${bound}`;
  }
  return `it matters only if ${told}; the expected duration is ${formatDuration(lasts)}${bound}`;
}

/** Tells the smallest case at the job's own hours. */
function witnessOf(
  { name, after, table }: EffectInput,
  policies: { readonly before: PolicyMeaning; readonly after: PolicyMeaning },
  anchor: Anchor,
  { family, seconds, differ }: LeastCase,
): Witness {
  const spread = after.schedule.spread?.offset ?? 0;
  const from = anchor.scheduled + spread;
  const until = from + seconds;
  const noun = { outage: 'an outage', run: 'a run', lane: 'a full lane' }[family];
  const start = dayAndClockText(from + offsetIn(table, from));
  const fires = differ.slice(0, witnessFiresMost).map(({ before, after: is }): OutcomeChange => {
    const scheduled = anchor.scheduled + is.scheduled;
    return {
      job: name,
      scheduled,
      wall: dayAndClockText(scheduled + offsetIn(table, scheduled)),
      ...outcomeTexts(
        { fire: placed(before, anchor, spread), policy: policies.before, table },
        { fire: placed(is, anchor, spread), policy: policies.after, table },
      ),
    };
  });
  return {
    family,
    seconds,
    from,
    until,
    what: `${noun} ${start} to ${readingAfter(from, until, table)}`,
    fires,
    more: differ.length - fires.length,
  };
}

/** Puts a fire of a pattern at its real instants. */
function placed(fire: SimulatedFire, { scheduled }: Anchor, spread: Seconds): SimulatedFire {
  const { fate } = fire;
  const moved = { ...fire, scheduled: fire.scheduled + scheduled, due: fire.due + scheduled + spread };
  if (fate.kind !== 'dispatched') return moved;
  const window = { from: fate.window.from + scheduled, to: fate.window.to + scheduled };
  return { ...moved, fate: { ...fate, at: fate.at + scheduled + spread, window } };
}
