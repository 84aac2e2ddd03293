import type { Diagnostic, Span } from '../../schema/diagnostic.ts';
import type { Manifest, Source } from '../../schema/manifest.ts';
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
          diagnosticOf(rule, finding, sides),
        ),
  );
  // A waiver of a rule on plans waits for its change: it is unused only where something of its scope changes.
  const changed = plan.jobs.map(({ tenant, job }) => `${tenant}/${job}`);
  const saw = ({ scope }: Waiver) =>
    changed.some((subject) => scope.some((pattern) => matchesGlob(pattern, subject)));
  return applyConfig(findings, { rules: planRules.map(({ name }) => name), saw }, config, now);
}

function diagnosticOf(rule: PlanRule, finding: PlanFinding, sides: PlanSides): Diagnostic {
  const { subject, place, message, help } = finding;
  return {
    code: rule.name,
    severity: rule.severity,
    message,
    ...(help && { help }),
    ...(place && { span: spanOf(place, subject, sides) }),
    subject,
  };
}

/** A plan places things by line; the column is that of the first value there. */
function spanOf({ file, line }: Place, subject: string, { before, after }: PlanSides): Span {
  const columns = [after, before].flatMap((manifest) =>
    manifest ? sourcesOf(manifest, subject).flatMap((source) => columnsIn(source, file, line)) : [],
  );
  const column = columns.length > 0 ? Math.min(...columns) : 1;
  return { file, line, column, endLine: line, endColumn: column };
}

/** Where what is said of a subject can stand: in its job's document or that of its policy; of many, in any. */
function sourcesOf({ sources }: Manifest, subject: string): readonly Source[] {
  if (subject.includes('*')) return Object.values(sources);
  const job = sources[`Job ${subject}`];
  const policy = sources[`Policy ${subject.slice(0, subject.indexOf('/'))}/${job?.policy}`];
  return [job, policy].filter((source) => source !== undefined);
}

function columnsIn(source: Source, file: string, line: number): readonly number[] {
  if (source.file !== file) return [];
  return Object.values(source.positions).flatMap(([at, column]) => (at === line ? [column] : []));
}
