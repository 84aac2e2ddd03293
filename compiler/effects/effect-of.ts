import type { PolicyMeaning } from '../../schema/manifest.ts';
import type { EffectFamily, Threshold } from '../../schema/plan.ts';
import type { Seconds } from '../../schema/time.ts';
import type { JobRules } from '../decide/index.ts';
import type { SimulatedFire } from '../simulate/index.ts';
import { candidates } from './candidates.ts';
import { findThreshold } from './find-threshold.ts';
import type { FirePattern } from './fire-pattern.ts';
import { outcomeKey } from './outcome-text.ts';
import { playTrial, type Trial, trialFires } from './play-trial.ts';
import { thresholdOf } from './threshold-text.ts';

/** One changed answer at one pattern of fires: when it matters, by seconds after the first fire. */
export interface AnswerEffect {
  readonly thresholds: readonly Threshold[];
  /** The case with the least d; where runs are expected to make the difference, theirs. */
  readonly least?: LeastCase;
  readonly tried: number;
  /** Fires that were played for it. */
  readonly played: number;
  /** Lengths from here on were not tried: they would take too many fires. */
  readonly triedBelow?: Seconds;
}

export interface LeastCase {
  readonly family: EffectFamily;
  readonly seconds: Seconds;
  /** The fires whose outcome differs, without the change and with it. */
  readonly differ: readonly { readonly before: SimulatedFire; readonly after: SimulatedFire }[];
}

const families: readonly EffectFamily[] = ['outage', 'run', 'lane'];

/**
 * Fires that may be played for one answer in one family, so that a dense schedule costs no more than others. It
 * holds a horizon of a week at every five minutes, one second below and above.
 */
const playedMost = 12_000;

/**
 * Finds when one change of policy matters: the least d of each family for which the outcomes of a pattern of fires
 * differ, found among the candidates and made exact between two of them.
 */
export function effectOf(
  rules: JobRules,
  policies: { readonly before: PolicyMeaning; readonly after: PolicyMeaning },
  pattern: FirePattern,
  expected: Seconds | undefined,
): AnswerEffect {
  const spacing = pattern.offsets[1];
  // Runs that are expected to overlap would be a second thing that goes wrong; the message speaks of them.
  const lasts = expected !== undefined && expected < (spacing ?? expected + 1) ? expected : 0;
  const { tried, names } = candidates(policies.before, policies.after, spacing, expected);
  let triedBelow: Seconds | undefined;
  let tries = 0;
  let playedInAll = 0;
  const cases = families.flatMap((family): LeastCase[] => {
    let played = 0;
    const result = findThreshold(tried, (seconds) => {
      const trial = { pattern, family, seconds, lasts };
      const cost = trialFires(trial);
      if (cost === undefined || played + cost > playedMost) {
        triedBelow = Math.min(triedBelow ?? seconds, seconds);
        return undefined;
      }
      played += cost;
      playedInAll += cost;
      return differences(trial, rules, policies);
    });
    tries += result.tries;
    return result.found ? [{ family, seconds: result.found.seconds, differ: result.found.difference }] : [];
  });
  // Where each run makes the difference, that is the case to tell; nothing need go wrong for it.
  const ordinary = cases.find(({ family, seconds }) => family === 'run' && seconds <= (expected ?? 0));
  const least = ordinary ?? cases.toSorted((a, b) => a.seconds - b.seconds)[0];
  return {
    thresholds: cases.map(({ family, seconds }) => thresholdOf(family, seconds, names)),
    ...(least && { least }),
    tried: tries,
    played: playedInAll,
    ...(triedBelow !== undefined && { triedBelow }),
  };
}

function differences(
  trial: Trial,
  rules: JobRules,
  { before, after }: { readonly before: PolicyMeaning; readonly after: PolicyMeaning },
): LeastCase['differ'] | undefined {
  const were = playTrial(trial, rules, before);
  const are = playTrial(trial, rules, after);
  const differ = are.flatMap((fire, index) => {
    const was = were[index]!;
    return outcomeKey(was, before) === outcomeKey(fire, after) ? [] : [{ before: was, after: fire }];
  });
  return differ.length === 0 ? undefined : differ;
}
