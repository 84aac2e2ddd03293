import type { Diagnostic, Severity, Span } from '../../schema/diagnostic.ts';
import { codeFrame } from './code-frame.ts';
import { type Colours, coloursFor } from './colours.ts';
import { indexLines, type LineIndex } from './line-index.ts';
import { maskLines } from './mask-lines.ts';
import { visible } from './visible.ts';

/**
 * Renders one remark for people, in a first line that editors and CI systems recognise, a frame of the code,
 * what to do, and where more is said:
 *
 *     jobs.yaml:7:3: error: `shedule` is not a key of `spec` [schema-unknown-key]
 *       6 │ spec:
 *       7 │   shedule: { cron: "30 1 * * *", zone: Europe/London }
 *         │   ^^^^^^^
 *       help: did you mean `schedule`?
 *       docs: docs/diagnostics/schema-unknown-key.md
 *
 * Without the text of its file there is no frame, and what is masked is shown as stars. Control characters in a tenant's text are written out.
 * No line break at the end.
 */
export function renderDiagnostic(
  diagnostic: Diagnostic,
  sourceText: string | undefined,
  options: { readonly colour: boolean },
): string {
  const lines =
    sourceText === undefined || !diagnostic.span
      ? undefined
      : maskLines(indexLines(sourceText), diagnostic.span.file, [diagnostic]);
  return renderWithLines(diagnostic, lines, coloursFor(options.colour));
}

/** Renders one remark, the lines of its file being known. */
export function renderWithLines(
  { code, severity, message, help, span, related = [] }: Diagnostic,
  lines: LineIndex | undefined,
  colours: Colours,
): string {
  const paint = paintOf(severity, colours);
  const place = span ? `${colours.bold(placeText(span))}: ` : '';
  const rows = [
    `${place}${paint(colours.bold(severity))}: ${visible(message)} ${colours.dim(`[${code}]`)}`,
    ...(span && lines ? codeFrame(lines, span, { colours, mark: paint, before: 2, after: 1 }) : []),
  ];
  for (const note of related) {
    rows.push(labelled(colours, 'note', `${placeText(note.span)}: ${note.message}`));
    if (lines && note.span.file === span?.file) {
      rows.push(...codeFrame(lines, note.span, { colours, mark: colours.cyan, before: 0, after: 0 }));
    }
  }
  if (help) rows.push(labelled(colours, 'help', help));
  rows.push(labelled(colours, 'docs', `docs/diagnostics/${code}.md`));
  return rows.join('\n');
}

function labelled(colours: Colours, label: string, text: string): string {
  const [first = '', ...more] = text.split('\n');
  return [
    `  ${colours.cyan(label)}: ${visible(first)}`,
    ...more.map((line) => `        ${visible(line)}`),
  ].join('\n');
}

function placeText({ file, line, column }: Span): string {
  return `${visible(file)}:${line}:${column}`;
}

function paintOf(severity: Severity, colours: Colours): (text: string) => string {
  if (severity === 'warning') return colours.yellow;
  return severity === 'info' ? colours.cyan : colours.red;
}
