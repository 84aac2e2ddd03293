/** The lines of a text, found without cutting it up. */
export interface LineIndex {
  readonly count: number;
  /** The text of a line, counted from 1, without its break; undefined past the end. */
  readonly line: (number: number) => string | undefined;
}

/** Finds the lines of a text. A byte-order mark at its start is no part of the first. */
export function indexLines(text: string): LineIndex {
  const starts = [text.charCodeAt(0) === 0xfeff ? 1 : 0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return {
    count: starts.length,
    line(number) {
      const start = starts[number - 1];
      if (start === undefined) return undefined;
      const end = starts[number] === undefined ? text.length : starts[number]! - 1;
      return text.slice(start, text[end - 1] === '\r' && end > start ? end - 1 : end);
    },
  };
}
