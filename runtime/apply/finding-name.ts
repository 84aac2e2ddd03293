import type { Diagnostic, Severity } from '../../schema/diagnostic.ts';

const ranks: Readonly<Record<Severity, number>> = { info: 0, warning: 1, error: 2, stop: 3 };

/** Names a finding as an approval keeps it: the rule and what it is about. */
export function findingName({ code, subject }: Diagnostic): string {
  return subject === undefined ? code : `${code} ${subject}`;
}

/** Whether a finding is as bad as `failOn`, or worse. `stop` always is. */
export function isAtOrAbove({ severity }: Diagnostic, failOn: Severity): boolean {
  return severity === 'stop' || ranks[severity] >= ranks[failOn];
}

/** Whether a finding says that something is wrong, and not only that it looks odd. */
export function isError({ severity }: Diagnostic): boolean {
  return ranks[severity] >= ranks.error;
}
