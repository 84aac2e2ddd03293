import { remarksMax } from './limits.ts';

/** One document of a file, as text. */
export interface Chunk {
  readonly text: string;
  /** How many lines of the file stand before it. */
  readonly lineBefore: number;
  /** Whether it holds nothing: not even a comment (`empty`), or comments only (`comments`). */
  readonly content: 'document' | 'comments' | 'empty';
}

export interface CutText {
  readonly chunks: readonly Chunk[];
  /** Directive lines (`%…`) before documents, with their line in the file, from 1. */
  readonly directives: readonly { readonly text: string; readonly line: number }[];
  /** Whether there were more documents than are read; then `chunks` holds the first ones. */
  readonly tooMany: boolean;
}

/**
 * Cuts a file at its document markers, so that each document can be known by its own digest and parsed alone.
 *
 * This is exact, and needs no parser: a line that begins with `---` or `...` and a space or its end is a
 * marker wherever it stands, since YAML forbids such lines inside scalars (YAML 1.2.2, rule 206,
 * c-forbidden). A bare marker belongs to no chunk, so that a document has the same text at the start of a
 * file and further down; content on the marker's line keeps it (`--- {a: 1}`).
 */
export function cutDocuments(text: string, countMax: number): CutText {
  const chunks: Chunk[] = [];
  const directives: { text: string; line: number }[] = [];
  /** In the prelude, at the start and after `...`, comments and directives are no document yet. */
  let prelude = true;
  let start = 0;
  let lineBefore = 0;

  const close = (end: number, atMarker: boolean) => {
    const piece = text.slice(start, end);
    const content = contentOf(piece);
    if (prelude && atMarker && content === 'document' && piece.includes('%')) {
      const rest = takeDirectives(piece, lineBefore, directives);
      if (contentOf(rest) !== 'document') return;
      chunks.push({ text: rest, lineBefore, content: 'document' });
      return;
    }
    if (prelude && content !== 'document') return;
    chunks.push({ text: piece, lineBefore, content });
  };

  for (const { at, end, opens } of markers(text)) {
    close(at, opens);
    if (chunks.length >= countMax) return { chunks, directives, tooMany: true };
    lineBefore += countLines(text, start, at);
    start = at;
    const rest = text.slice(at + 3, end).trim();
    if (rest === '' || rest.startsWith('#')) {
      start = end;
      lineBefore++;
    }
    prelude = !opens;
  }
  close(text.length, false);
  return { chunks, directives, tooMany: false };
}

interface Marker {
  /** Offset of its line, and of the line after it. */
  readonly at: number;
  readonly end: number;
  /** `---` opens a document, `...` only ends one. */
  readonly opens: boolean;
}

function* markers(text: string): Iterable<Marker> {
  let [dash, dots] = [
    text.startsWith('-') ? 0 : lineWith('---', 0),
    text.startsWith('.') ? 0 : lineWith('...', 0),
  ];
  for (;;) {
    const at = Math.min(dash, dots);
    if (at === Number.POSITIVE_INFINITY) return;
    if (isMarker(text, at)) {
      const lineBreak = text.indexOf('\n', at);
      yield { at, end: lineBreak === -1 ? text.length : lineBreak + 1, opens: at === dash };
    }
    if (at === dash) dash = lineWith('---', at);
    else dots = lineWith('...', at);
  }

  function lineWith(sign: string, after: number): number {
    const found = text.indexOf(`\n${sign}`, after);
    return found === -1 ? Number.POSITIVE_INFINITY : found + 1;
  }
}

function isMarker(text: string, at: number): boolean {
  const sign = text.slice(at, at + 3);
  if (sign !== '---' && sign !== '...') return false;
  const next = text[at + 3];
  return next === undefined || next === '\n' || next === '\r' || next === ' ' || next === '\t';
}

/** Moves directive lines out of a piece, leaving blank lines where they stood. */
function takeDirectives(piece: string, lineBefore: number, into: { text: string; line: number }[]): string {
  return piece
    .split('\n')
    .map((line, index) => {
      if (!line.startsWith('%')) return line;
      if (into.length < remarksMax) into.push({ text: line.trimEnd(), line: lineBefore + index + 1 });
      return '';
    })
    .join('\n');
}

function contentOf(piece: string): Chunk['content'] {
  let content: Chunk['content'] = 'empty';
  for (let at = 0; at < piece.length; at++) {
    const character = piece[at];
    if (character === ' ' || character === '\t' || character === '\r' || character === '\n') continue;
    if (character !== '#') return 'document';
    content = 'comments';
    at = piece.indexOf('\n', at);
    if (at === -1) break;
  }
  return content;
}

function countLines(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = text.indexOf('\n', from); at !== -1 && at < to; at = text.indexOf('\n', at + 1)) count++;
  return count;
}
