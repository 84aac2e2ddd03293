export { answerText } from './answer-text.ts';
export { capsOf } from './caps-of.ts';
export { type EffectInput, policyEffects } from './policy-effects.ts';
export { scenarioEffects } from './scenario-effects.ts';
