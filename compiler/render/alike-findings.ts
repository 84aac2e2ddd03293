import type { Diagnostic } from '../../schema/diagnostic.ts';
import { worstFirst } from './verdict.ts';

/**
 * Groups the findings of a plan for telling, the worst first: those of one rule at one place, as on the jobs of one
 * policy, are told by the first of them.
 */
export function alikeFindings(findings: readonly Diagnostic[]): readonly (readonly Diagnostic[])[] {
  const groups = new Map<string, Diagnostic[]>();
  for (const finding of worstFirst(findings)) {
    const { code, severity, span } = finding;
    const key = span ? `${severity} ${code} ${span.file}:${span.line}` : `${groups.size}`;
    const group = groups.get(key);
    if (group) group.push(finding);
    else groups.set(key, [finding]);
  }
  return [...groups.values()];
}
