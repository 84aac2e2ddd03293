/** Joins words as a sentence does, the first few of many: `a, b and c`, `a, b and 5 more`. */
export function listWords(words: readonly string[], most = 3): string {
  const shown = words.slice(0, most);
  const more = words.length - shown.length;
  const all = more > 0 ? [...shown, `${more} more`] : shown;
  return all.length < 2 ? (all[0] ?? '') : `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`;
}

/** Writes a count with its noun: `1 fire`, `3,000 fires`. */
export function count(number: number, noun: string): string {
  return `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`;
}
