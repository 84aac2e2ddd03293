/**
 * Returns the offset of the first double quote before `until` that opens a value and is not closed on its line. YAML
 * lets it run on to the next quote, wherever that is, and finds fault with something far below.
 */
export function openQuote(text: string, until: number): number | undefined {
  const opening = /(?:[:,-][ \t]+|[[{][ \t]*)"(?:[^"\\\n]|\\.)*(?=\n|$)/g;
  for (const match of text.slice(0, until).matchAll(opening)) {
    const at = match.index + match[0].indexOf('"');
    if (!isInside(text, at)) return at;
  }
  return undefined;
}

/** Returns the offset of the outermost bracket that is still open at `until`, quotes and comments left out. */
export function openBracket(text: string, until: number): number | undefined {
  const open: number[] = [];
  const token = /"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|(?<![^\s])#[^\n]*|[[\]{}]/gs;
  for (const match of text.slice(0, until).matchAll(token)) {
    if (match[0] === '[' || match[0] === '{') open.push(match.index);
    else if (match[0] === ']' || match[0] === '}') open.pop();
  }
  return open[0];
}

/** Whether an offset stands in quotes or a comment that began earlier on its line. */
function isInside(text: string, at: number): boolean {
  const before = text.slice(text.lastIndexOf('\n', at - 1) + 1, at);
  return (before.match(/"/g)?.length ?? 0) % 2 === 1 || /(?:^|\s)#/.test(before);
}
