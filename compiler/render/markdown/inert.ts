import { visible } from '../visible.ts';

/*
 * What of a plan was written by tenants must stay text: no emphasis, no tags, no cells or rows of its own, no links,
 * no @mentions (which notify people), no #references, no commit ids, no :pictures:, no $mathematics$.
 */

/** Words of which markdown makes nothing. */
const harmless = /^[\p{L}\p{M}\p{N}.,;:()'"’“”+\-–—/%=?!→±≥≤…○●]*$/u;
/** Such of them as GitHub turns into something after all. */
const turned = /www\.|\bgh-\d|\b[0-9a-f]{7,64}\b|:[a-z0-9_+-]+:|:\/\//i;
const moment = /^(?:\d{4}-\d\d-\d\dT)?\d\d:\d\d(?::\d\d)?Z?[,;:.)]*$/;

/**
 * Returns a text of which parts may be a tenant's: what stands in backticks, and words of which markdown could make
 * something, are set as code. Safe in a table's cell; not at the beginning of a line.
 */
export function inert(text: string): string {
  return visible(text)
    .replaceAll(' -> ', ' → ')
    .split(/(`[^`]+`)/)
    .map((piece, index) => (index % 2 === 1 ? code(piece.slice(1, -1)) : inertWords(piece)))
    .join('');
}

function inertWords(text: string): string {
  const spans: { readonly isCode: boolean; readonly words: string[] }[] = [];
  for (const word of text.split(' ')) {
    const isCode = !moment.test(word) && (!harmless.test(word) || turned.test(word));
    const last = spans.at(-1);
    if (last?.isCode === isCode) last.words.push(word);
    else spans.push({ isCode, words: [word] });
  }
  return spans.map(({ isCode, words }) => (isCode ? code(words.join(' ')) : words.join(' '))).join(' ');
}

/** Returns a text set as code, whatever it contains. Safe in a table's cell. */
export function code(text: string): string {
  const seen = visible(text);
  // A pipe ends its cell even inside of code, and a backtick the code.
  return /[`|\\]|^ *$/.test(seen) ? htmlCode(text) : `\`${seen}\``;
}

/** Returns a text set as code by a tag, for where markdown is not read, as in a `<summary>`; also where it is. */
export function htmlCode(text: string): string {
  return `<code>${entities(visible(text))}</code>`;
}

function entities(text: string): string {
  return text.replace(/[^\p{L}\p{M}\p{N} ,;()"'=/%+-]/gu, (character) => `&#${character.codePointAt(0)};`);
}
