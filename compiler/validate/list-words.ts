/** Lists words as code, for reading: `` `a`, `b` and `c` ``. */
export function listWords(words: readonly string[], conjunction: 'and' | 'or' = 'and'): string {
  const set = words.map((word) => `\`${word}\``);
  const last = set.pop() ?? '';
  return set.length === 0 ? last : `${set.join(', ')} ${conjunction} ${last}`;
}
