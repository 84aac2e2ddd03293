/** The door of the compiler: what runtime, provider and other programs may call, in the order of the data. */

export {
  advance,
  type BackfillFire,
  type Because,
  type Caps,
  type Clause,
  type Clock,
  clauseFields,
  type Decision,
  decide,
  type FateCause,
  type FireKey,
  fateCauses,
  fireName,
  type Hold,
  type JobRules,
  minuteOf,
  nextInstant,
  type OpenFire,
  omissionSentence,
  type Run,
  type RunOutcome,
  rulesOf,
  sentenceOf,
  type TenantState,
  type WaitingCause,
} from './decide/index.ts';
export { capsOf, readSnapshot } from './effects/index.ts';
export {
  canonicalJson,
  compileManifest,
  digestOf,
  formatDuration,
  formatInstant,
  type ManifestContext,
  parseDuration,
  parseInstant,
  scheduleOf,
} from './manifest/index.ts';
export { type PlanInput, planChange } from './plan/index.ts';
export { checkText, type ReadInput, type ReadMemo } from './read/index.ts';
export { hasChanges, renderPlanText } from './render/index.ts';
export {
  compileConfig,
  planRules,
  type RuleConfig,
  rules,
  runPlanRules,
  runRules,
  standardConfig,
} from './rules/index.ts';
export { simulate, simulatedJob, simulateStretches, type Timeline } from './simulate/index.ts';
export {
  compileSchedule,
  explainInstant,
  type Fires,
  fires,
  nextFire,
  type Omission,
  omissions,
  platformTzdata,
  previousFire,
  type RunWindow,
  runWindow,
  type Schedule,
  zoneTable,
} from './time/index.ts';
