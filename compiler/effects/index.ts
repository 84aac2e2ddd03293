export { answerText } from './answer-text.ts';
export { backlogEffects } from './backlog-effects.ts';
export { capsOf } from './caps-of.ts';
export { type EffectInput, policyEffects } from './policy-effects.ts';
export { readSnapshot } from './read-snapshot.ts';
export { replayEffect } from './replay-effect.ts';
export { scenarioEffects } from './scenario-effects.ts';
