/** A line of a text, without its break and the spaces before it. */
export interface TextLine {
  readonly text: string;
  /** Offset of its first character. */
  readonly start: number;
}

/** Returns the line that holds an offset; for one at the very end, the last line with something on it. */
export function lineAt(text: string, offset: number): TextLine {
  let at = Math.min(offset, text.length);
  if (at === text.length) while (at > 0 && /\s/.test(text[at - 1]!)) at--;
  const start = text.lastIndexOf('\n', at - 1) + 1;
  const end = text.indexOf('\n', at);
  return { text: text.slice(start, end === -1 ? text.length : end).trimEnd(), start };
}
