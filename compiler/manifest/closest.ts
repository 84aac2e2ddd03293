import { editDistance } from '../words/index.ts';

/**
 * Returns the candidate that a mistyped word most likely means: the one with the fewest letters added, left
 * out, exchanged or swapped with a neighbour, if those are at most a third of it. Of equals, the first.
 */
export function closest(word: string, candidates: Iterable<string>): string | undefined {
  let best: string | undefined;
  let least = Math.max(1, Math.floor(word.length / 3)) + 1;
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - word.length) >= least) continue;
    const distance = editDistance(word.toLowerCase(), candidate.toLowerCase());
    if (distance < least) {
      least = distance;
      best = candidate;
    }
  }
  return best;
}

/** Writes the help for an unknown name: the one that was likely meant, else what there is. */
export function didYouMean(word: string, candidates: readonly string[], none: string): string {
  const best = closest(word, candidates);
  if (best !== undefined) return `did you mean \`${best}\`?`;
  if (candidates.length === 0) return none;
  const shown = [...candidates].sort().slice(0, 5);
  const more = candidates.length - shown.length;
  return `there is ${shown.map((name) => `\`${name}\``).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
