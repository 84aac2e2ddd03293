import type { Span } from '../../schema/diagnostic.ts';
import type { Colours } from './colours.ts';
import { displayWidth } from './display-width.ts';
import type { LineIndex } from './line-index.ts';
import { visible } from './visible.ts';

/** Columns of a source line that a frame shows; a longer line is clipped around what is meant. */
const columnsShown = 96;
const columnsBefore = 32;

/** A tab is shown, since it may be the very mistake. */
const tab = '→   ';

export interface FrameStyle {
  readonly colours: Colours;
  /** How the carets are set off. */
  readonly mark: (text: string) => string;
  /** Lines shown before and after the one that is meant. */
  readonly before: number;
  readonly after: number;
}

/**
 * Draws the lines around a span, with carets below the stretch that is meant. Of a span over several lines
 * the first is marked. Empty where the span is not in the text, or
 * that is no text.
 */
export function codeFrame(lines: LineIndex, span: Span, style: FrameStyle): string[] {
  const meant = lines.line(span.line);
  // Of what is not text there is nothing to show.
  if (meant === undefined || meant.includes('\0')) return [];
  const [first, last] = framed(lines, span.line, style);
  const gutter = String(last).length;
  const row = (head: string, text: string) => `  ${style.colours.dim(`${head.padStart(gutter)} │`)}${text}`;

  const from = Math.min(span.column - 1, meant.length);
  const end = span.endLine > span.line ? meant.trimEnd().length : Math.min(span.endColumn - 1, meant.length);
  const clip = clipAround(meant, from);
  const rows: string[] = [];
  for (let number = first; number <= last; number++) {
    const text = show(lines.line(number) ?? '', number === span.line ? clip : { start: 0 });
    rows.push(row(String(number), text && ` ${text}`));
    if (number !== span.line) continue;
    const lead = displayWidth(show(meant.slice(0, from), clip));
    const carets = displayWidth(show(meant.slice(0, Math.max(end, from)), clip)) - lead;
    rows.push(row('', ` ${' '.repeat(lead)}${style.mark('^'.repeat(Math.max(1, carets)))}`));
  }
  return rows;
}

/** The first and last line shown: blank lines at either end say nothing. */
function framed(lines: LineIndex, line: number, { before, after }: FrameStyle): [number, number] {
  let first = Math.max(1, line - before);
  let last = Math.min(lines.count, line + after);
  while (first < line && lines.line(first)?.trim() === '') first++;
  while (last > line && lines.line(last)?.trim() === '') last--;
  return [first, last];
}

interface Clip {
  /** Offset of the first character shown. */
  readonly start: number;
}

function clipAround(line: string, from: number): Clip {
  if (line.length <= columnsShown || from < columnsShown - columnsBefore) return { start: 0 };
  const start = from - columnsBefore;
  // Not between the halves of a surrogate pair.
  return { start: /[\udc00-\udfff]/.test(line[start] ?? '') ? start - 1 : start };
}

/** Returns what is shown of a line, or of the part of it that ends where `line` does. */
function show(line: string, { start }: Clip): string {
  const end = start + columnsShown;
  const cut = line.slice(start, end).replace(/[\ud800-\udbff]$/, '');
  return `${start > 0 ? '…' : ''}${visible(cut).replaceAll('\t', tab)}${line.length > end ? '…' : ''}`;
}
