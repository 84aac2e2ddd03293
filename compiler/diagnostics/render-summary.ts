import type { Diagnostic, Severity } from '../../schema/diagnostic.ts';

const words: readonly (readonly [Severity, string, string])[] = [
  ['stop', 'stop', 'stops'],
  ['error', 'error', 'errors'],
  ['warning', 'warning', 'warnings'],
  ['info', 'info', 'infos'],
];

/** Counts remarks in one line, the worst first: `3 errors, 1 warning in 2 files`; `nothing to remark` of none. */
export function renderSummary(diagnostics: readonly Diagnostic[]): string {
  if (diagnostics.length === 0) return 'nothing to remark';
  const counts = words.flatMap(([severity, one, many]) => {
    const count = diagnostics.filter((diagnostic) => diagnostic.severity === severity).length;
    return count === 0 ? [] : [`${count} ${count === 1 ? one : many}`];
  });
  const fileCount = new Set(diagnostics.flatMap(({ span }) => (span ? [span.file] : []))).size;
  const where = fileCount === 0 ? '' : ` in ${fileCount} ${fileCount === 1 ? 'file' : 'files'}`;
  return `${counts.join(', ')}${where}`;
}
