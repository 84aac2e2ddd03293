import { clip } from './clip.ts';
import type { Finding } from './finding.ts';

/**
 * Explains a `*` or `@` that YAML takes for its own. Nearly always it begins a cron expression, and the remedy
 * is a pair of quotes; the stretch that is meant runs to the end of the value on that line.
 */
export function unquoted(text: string, start: number): Finding {
  const value = valueOnLine(text, start);
  const sign = value[0] ?? '';
  const because =
    sign === '*' ? 'YAML takes `*` for an alias' : `YAML reserves \`${sign}\` at the start of a value`;
  return {
    code: 'yaml-unquoted',
    message: `\`${value}\` must be in quotes: ${because}`,
    help: `write \`${keyBefore(text, start)}${inQuotes(value)}\``,
    start,
    end: start + value.length,
  };
}

/** Explains an alias without an anchor: as an expression that lacks its quotes, if it looks like one. */
export function unknownAnchor(text: string, start: number, end: number, anchors: readonly string[]): Finding {
  const name = text.slice(start + 1, end);
  if (!/^[A-Za-z_][\w-]*$/.test(name)) return unquoted(text, start);
  return {
    code: 'yaml-alias',
    message: `no anchor \`&${clip(name)}\` stands before \`*${clip(name)}\``,
    help:
      anchors.length > 0
        ? `the anchors before it are ${anchors
            .slice(0, 5)
            .map((anchor) => `\`&${clip(anchor)}\``)
            .join(', ')}; an anchor holds within its document`
        : 'an anchor holds within its document; if the `*` is part of the text, put it in quotes',
    start,
    end,
  };
}

/** The text from `start` to the end of the value: of the line, of the flow item, or before a comment. */
function valueOnLine(text: string, start: number): string {
  const lineEnd = text.indexOf('\n', start);
  const line = text.slice(start, lineEnd === -1 ? text.length : lineEnd);
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const inFlow = /[[{]/.test(text.slice(lineStart, start));
  // In a flow collection a comma ends the item only before a space: `0 9 * * 1,5` is one expression.
  const end = line.search(inFlow ? /\s#|,\s|\s*[\]}]|\s*$/ : /\s#|\s*$/);
  return line.slice(0, Math.min(end === -1 ? line.length : end, 80)).trimEnd();
}

function keyBefore(text: string, start: number): string {
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  return (
    /[\w-]+:[ \t]+$/.exec(text.slice(Math.max(lineStart, start - 80), start))?.[0].replace(/\s+$/, ' ') ?? ''
  );
}

/** Writes text as a YAML scalar in double quotes. */
export function inQuotes(text: string): string {
  return JSON.stringify(text);
}
