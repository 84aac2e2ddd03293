import { clip } from '../clip.ts';
import { visible } from '../visible.ts';

/** Longest text of a tenant that is shown whole. */
const textMost = 600;

/** Returns a text for use in HTML, in an element or in a quoted attribute, whatever it contains. */
export function escaped(text: string): string {
  return visible(clip(text, textMost)).replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);
}

/** The same of a text of ours in which tenants' texts stand: arrows are set, and what is in backticks as code. */
export function told(text: string): string {
  return escaped(text.replaceAll(' -> ', ' → ')).replace(/`([^`]+)`/g, '<code>$1</code>');
}
