import type { JobMeaning } from '../../schema/manifest.ts';
import type { PolicyEffect } from '../../schema/plan.ts';
import { canonicalJson } from '../manifest/index.ts';
import { type EffectInput, policyEffects } from './policy-effects.ts';

/**
 * Returns `policyEffects` that does its work once for jobs that share schedule, policies and expected duration, so
 * that a policy that governs ten thousand jobs costs what its distinct schedules cost. `key` names the schedule
 * with its table.
 */
export function effectMemo(): (key: string, job: string, input: EffectInput) => readonly PolicyEffect[] {
  const known = new Map<string, readonly PolicyEffect[]>();
  const told = new Map<string, string>();
  const policyText = (job: JobMeaning) => {
    const cached = told.get(job.digest);
    if (cached !== undefined) return cached;
    const text = canonicalJson(job.policy);
    told.set(job.digest, text);
    return text;
  };
  return (key, job, input) => {
    const { before, after } = input;
    const { http } = after.target;
    // Of the target only its kind and completion matter here: who tells the end of a run.
    const end = `${Object.keys(after.target)} ${http?.['completion'] ?? ''}`;
    const whole = [key, policyText(before), policyText(after), after.expectedDuration ?? '', end].join('\n');
    let effects = known.get(whole);
    if (!effects) {
      effects = policyEffects(input);
      known.set(whole, effects);
    }
    return effects.map((effect) => {
      if (!effect.witness) return effect;
      const fires = effect.witness.fires.map((fire) => ({ ...fire, job }));
      return { ...effect, witness: { ...effect.witness, fires } };
    });
  };
}
