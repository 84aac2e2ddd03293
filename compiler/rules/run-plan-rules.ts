import type { Diagnostic, Span } from '../../schema/diagnostic.ts';
import type { Place, Plan } from '../../schema/plan.ts';
import type { Instant } from '../../schema/time.ts';
import { applyConfig, type RuleConfig } from './apply-config.ts';
import type { Waiver } from './config.ts';
import { matchesGlob } from './matches-glob.ts';
import type { PlanFinding, PlanRule, PlanSides } from './plan-rule.ts';
import { planRules } from './plan-rules.ts';
import { optionsOf } from './rule-option.ts';

/**
 * Runs every rule on plans that is not off over a plan of two manifests, and judges the findings by the
 * configuration, as `runRules` does those on a manifest: each of the two gives account of its own rules' waivers.
 */
export function runPlanRules(plan: Plan, sides: PlanSides, config: RuleConfig, now: Instant): Diagnostic[] {
  const findings = planRules.flatMap((rule) =>
    config.rules[rule.name] === 'off'
      ? []
      : Array.from(rule.check(plan, sides, optionsOf(rule, config.options)), (finding) =>
          diagnosticOf(rule, finding),
        ),
  );
  // A waiver of a rule on plans waits for its change: it is unused only where something of its scope changes.
  const changed = plan.jobs.map(({ tenant, job }) => `${tenant}/${job}`);
  const saw = ({ scope }: Waiver) =>
    changed.some((subject) => scope.some((pattern) => matchesGlob(pattern, subject)));
  return applyConfig(findings, { rules: planRules.map(({ name }) => name), saw }, config, now);
}

function diagnosticOf(rule: PlanRule, finding: PlanFinding): Diagnostic {
  const { subject, place, message, help } = finding;
  return {
    code: rule.name,
    severity: rule.severity,
    message,
    ...(help && { help }),
    ...(place && { span: spanOf(place) }),
    subject,
  };
}

function spanOf({ file, line, column }: Place): Span {
  return { file, line, column, endLine: line, endColumn: column };
}
