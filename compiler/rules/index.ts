export { applyConfig, type RuleConfig } from './apply-config.ts';
export { configCodes } from './codes.ts';
export {
  type AlmanacConfig,
  type ConfigNames,
  type ConfigSource,
  compileConfig,
  type RuleSeverity,
  standardConfig,
  type Waiver,
} from './config.ts';
export type { Finding, Rule, RuleContext } from './rule.ts';
export { rules } from './rules.ts';
export { runRules } from './run-rules.ts';
