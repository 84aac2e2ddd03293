import type { Diagnostic, Severity } from '../../schema/diagnostic.ts';

/** The exit codes of design section 7, each with what it says. The highest that applies wins. */
export const exitCodes = {
  0: 'clean',
  1: 'the call was wrong, or almanac failed',
  2: 'there are changes of meaning (only with --detailed-exitcode)',
  3: 'diagnostics or findings at or above --fail-on',
  4: 'a rule of severity stop',
  5: 'the plan is not the one that was approved, or has expired',
} as const;

export type ExitCode = keyof typeof exitCodes;

const ranks: Readonly<Record<Severity, number>> = { info: 0, warning: 1, error: 2, stop: 3 };

/** Returns what remarks make of a command's end: 4 where one is `stop`, 3 where one is at or above `failOn`. */
export function exitCodeOf(diagnostics: readonly Diagnostic[], failOn: Severity): 0 | 3 | 4 {
  const worst = diagnostics.reduce((rank, { severity }) => Math.max(rank, ranks[severity]), -1);
  if (worst === ranks.stop) return 4;
  return worst >= ranks[failOn] ? 3 : 0;
}

/** Whether a remark says that something is wrong, and not only that it looks odd. */
export function isError({ severity }: Diagnostic): boolean {
  return ranks[severity] >= ranks.error;
}

/** Sorts remarks by severity, and leaves equals as they are. */
export function worseFirst(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return [...diagnostics].sort((a, b) => ranks[b.severity] - ranks[a.severity]);
}
