import type { Diagnostic, Span } from '../../schema/diagnostic.ts';
import type { LineIndex } from './line-index.ts';

/**
 * Returns the lines of a file as they may be shown: with stars for what a remark says must not be. That holds for
 * every frame of the file, since another remark's may be drawn around the same lines.
 */
export function maskLines(lines: LineIndex, file: string, diagnostics: readonly Diagnostic[]): LineIndex {
  const spans = diagnostics.flatMap(({ masked, span }) => (masked && span?.file === file ? [span] : []));
  if (spans.length === 0) return lines;
  return {
    count: lines.count,
    line(number) {
      const text = lines.line(number);
      return text === undefined ? undefined : spans.reduce((left, span) => mask(left, number, span), text);
    },
  };
}

function mask(text: string, number: number, { line, column, endLine, endColumn }: Span): string {
  if (number < line || number > endLine) return text;
  const from = number === line ? column - 1 : 0;
  const end = number === endLine ? endColumn - 1 : text.length;
  // As long as what it hides, so that carets and columns still fit; blanks tell nothing.
  return text.slice(0, from) + text.slice(from, end).replace(/\S/g, '*') + text.slice(end);
}
