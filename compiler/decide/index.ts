export { advance } from './advance.ts';
export { type FateCause, fateCauses, type RunOutcome, type WaitingCause, waitingCauses } from './cause.ts';
export { type Clause, clauseFields } from './clause.ts';
export { type Clock, spanText, utcClock } from './clock.ts';
export {
  type CertainFates,
  type Condensed,
  type CondenseSituation,
  condense,
  type UnseenFires,
} from './condense.ts';
export { decide } from './decide.ts';
export type { Because, Decision, FireKey } from './decision.ts';
export { fireName } from './fire-name.ts';
export { nextInstant } from './next-instant.ts';
export { type OmittedTime, omissionSentence } from './omission-sentence.ts';
export { rulesOf } from './rules-of.ts';
export { sentenceOf } from './sentence-of.ts';
export {
  type BackfillFire,
  type Caps,
  type Hold,
  type JobRules,
  type Lane,
  minuteOf,
  type OpenFire,
  type Run,
  type RunWindow,
  type TenantState,
} from './tenant-state.ts';
