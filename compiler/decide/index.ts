export { advance } from './advance.ts';
export { type FateCause, fateCauses, type RunOutcome, type WaitingCause, waitingCauses } from './cause.ts';
export { decide } from './decide.ts';
export { type Because, type Decision, type FireKey, fireName } from './decision.ts';
export { nextInstant } from './next-instant.ts';
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
