export { type Anchor, isAnchor, readAnchor } from './anchor.ts';
export type { ProofFinding, ProofReport } from './proof-report.ts';
export { type VerifyOptions, type VerifyProgress, verify } from './verify.ts';
