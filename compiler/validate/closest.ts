import { editDistance } from '../words/index.ts';

/**
 * Returns the candidate that a mistyped word most likely means: written the same but for case, hyphens and
 * underscores, else with the fewest letters added, left out, exchanged or swapped, if those are at most a third of the
 * word, else begun or ended by it. Of equals, the first.
 */
export function closest(word: string, candidates: readonly string[]): string | undefined {
  const plain = plainOf(word);
  if (plain === '' || word.length > 64) return undefined;
  const same = candidates.find((candidate) => plainOf(candidate) === plain);
  if (same !== undefined) return same;

  let best: string | undefined;
  let least = Math.max(1, Math.floor(plain.length / 3)) + 1;
  for (const candidate of candidates) {
    const other = plainOf(candidate);
    if (Math.abs(other.length - plain.length) >= least) continue;
    const distance = editDistance(plain, other);
    if (distance < least) [best, least] = [candidate, distance];
  }
  if (best !== undefined || plain.length < 3) return best;
  return candidates.find((candidate) => {
    const other = plainOf(candidate);
    return other.length >= 3 && (other.startsWith(plain) || plain.startsWith(other) || plain.endsWith(other));
  });
}

function plainOf(word: string): string {
  return word.toLowerCase().replace(/[^a-z0-9]/g, '');
}
