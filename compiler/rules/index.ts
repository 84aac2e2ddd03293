export type { RuleConfig } from './apply-config.ts';
export { configCodes } from './codes.ts';
export { type AlmanacConfig, compileConfig, standardConfig } from './config.ts';
export { rules } from './rules.ts';
export { runRules } from './run-rules.ts';
