import { countText } from './columns.ts';

/** Cuts a long text and says how long it was: `https://exa… (1,204 characters)`. */
export function clip(text: string, most: number): string {
  if (text.length <= most) return text;
  // Not between the halves of a character.
  const kept = text.slice(0, most).replace(/[\ud800-\udbff]$/, '');
  return `${kept}… (${countText(text.length)} characters)`;
}
