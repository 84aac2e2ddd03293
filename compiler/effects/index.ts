export { capsOf } from './caps-of.ts';
export { effectMemo } from './effect-memo.ts';
export { type EffectInput, policyEffects } from './policy-effects.ts';
export { scenarioEffects } from './scenario-effects.ts';
