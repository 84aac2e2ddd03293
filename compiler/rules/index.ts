export type { RuleConfig } from './apply-config.ts';
export { configCodes } from './codes.ts';
export { type AlmanacConfig, compileConfig, standardConfig } from './config.ts';
export { configSchema } from './config-schema.ts';
export type { PlanSides } from './plan-rule.ts';
export { planRules } from './plan-rules.ts';
export { rules } from './rules.ts';
export { runPlanRules } from './run-plan-rules.ts';
export { runRules } from './run-rules.ts';
