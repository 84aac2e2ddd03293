import { statSync } from 'node:fs';
import { resolve } from 'node:path';

/**
 * Tells where to look from what to look for: a word that is the path of something, or a glob, is where; any
 * other is what, a job or a time.
 */
export function sortWords(
  words: readonly string[],
  cwd: string,
): { readonly paths: readonly string[]; readonly rest: readonly string[] } {
  const isPath = (word: string) =>
    /[*?{[]/.test(word) || statSync(resolve(cwd, word), { throwIfNoEntry: false }) !== undefined;
  return { paths: words.filter(isPath), rest: words.filter((word) => !isPath(word)) };
}
