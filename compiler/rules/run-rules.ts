import { type DeclaredDocument, spanAt } from '../../schema/declared.ts';
import type { Diagnostic } from '../../schema/diagnostic.ts';
import type { Manifest } from '../../schema/manifest.ts';
import type { Instant } from '../../schema/time.ts';
import { applyConfig, type RuleConfig } from './apply-config.ts';
import type { Finding, Rule } from './rule.ts';
import { ruleContext } from './rule-context.ts';
import { optionsOf } from './rule-option.ts';
import { rules } from './rules.ts';

/**
 * Runs every rule that is not off over a manifest, and judges the findings by the configuration. `documents`
 * are those that it was compiled from; rules look at the 400 days from `now`.
 */
export function runRules(
  manifest: Manifest,
  documents: readonly DeclaredDocument[],
  config: RuleConfig,
  now: Instant,
): Diagnostic[] {
  const context = ruleContext(manifest, documents, now);
  const findings = rules.flatMap((rule) =>
    config.rules[rule.name] === 'off'
      ? []
      : Array.from(rule.check(context, optionsOf(rule, config.options)), (finding) =>
          diagnosticOf(rule, finding),
        ),
  );
  // Sorting is stable: findings about one place keep the order of the rules.
  findings.sort(byPlace);
  const declaredJobs = documents.filter(({ kind }) => kind === 'Job').length;
  const sawAll = context.jobs.length === declaredJobs;
  return applyConfig(findings, { rules: rules.map(({ name }) => name), saw: () => sawAll }, config, now);
}

function diagnosticOf(rule: Rule, finding: Finding): Diagnostic {
  const { document, pointer, message, help, related, masked } = finding;
  return {
    code: rule.name,
    severity: rule.severity,
    message,
    ...(help && { help }),
    span: spanAt(document, pointer),
    subject: finding.subject ?? `${document.tenant}/${document.name}`,
    ...(related && { related }),
    ...(masked && { masked }),
  };
}

function byPlace({ span: a }: Diagnostic, { span: b }: Diagnostic): number {
  if (!a || !b) return 0;
  if (a.file !== b.file) return a.file < b.file ? -1 : 1;
  return a.line - b.line || a.column - b.column;
}
