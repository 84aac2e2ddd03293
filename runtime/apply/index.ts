export { applyDeclarations, type DeclarationsAnswer } from './apply-declarations.ts';
export type { ApplyOptions } from './apply-options.ts';
export { applyPlan } from './apply-plan.ts';
export type {
  ApplyAnswer,
  ApplyOrder,
  ApplyPort,
  ApplyRefusal,
  ApproveOrder,
  BaseAsk,
  RecordedAsk,
  RevisionDetail,
  TenantAnswer,
  TenantInForce,
} from './apply-port.ts';
export { approvePlan } from './approvals.ts';
export { compileKept } from './compile-kept.ts';
export { findingName, isAtOrAbove } from './finding-name.ts';
export { mergeDeclarations, type OwnedElsewhere } from './merge-declarations.ts';
export { openApplyPort } from './open-apply-port.ts';
export { readBase } from './read-base.ts';
export {
  listRevisions,
  listTenants,
  readDeclarations,
  readInForce,
  readRevision,
  revisionRecord,
} from './revisions.ts';
export { joinManifests } from './tenant-manifest.ts';
