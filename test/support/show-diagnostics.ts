import type { Diagnostic, Span } from '../../schema/diagnostic.ts';

/**
 * Writes diagnostics as golden files have them: place, severity, code and message, the line with what is
 * meant marked under it, help and related places. `linesOf` gives the lines of a file.
 */
export function showDiagnostics(
  diagnostics: readonly Diagnostic[],
  linesOf: (file: string) => readonly string[],
): string {
  return diagnostics.map((diagnostic) => show(diagnostic, linesOf)).join('\n');
}

function show(diagnostic: Diagnostic, linesOf: (file: string) => readonly string[]): string {
  const { code, severity, message, help, span, subject, related = [] } = diagnostic;
  const lines = [
    `${span ? `${placeOf(span)} ` : ''}${severity} ${code}${subject ? ` (${subject})` : ''}`,
    `  ${message}`,
    ...(span ? frameOf(span, linesOf(span.file)) : []),
    ...(help ? [`  help: ${help}`] : []),
    ...related.map((note) => `  ${placeOf(note.span)} ${note.message}`),
  ];
  return `${lines.join('\n')}\n`;
}

const placeOf = ({ file, line, column }: Span) => `${file}:${line}:${column}`;

function frameOf({ line, column, endLine, endColumn }: Span, lines: readonly string[]): readonly string[] {
  const text = lines[line - 1] ?? '';
  const end = endLine === line ? endColumn : text.length + 1;
  const marks = '^'.repeat(Math.max(1, end - column));
  return [`  ${line} | ${text}`, `  ${' '.repeat(String(line).length)} | ${' '.repeat(column - 1)}${marks}`];
}
