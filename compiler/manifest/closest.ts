/**
 * Returns the candidate that a mistyped word most likely means: the one with the fewest letters added, left
 * out, exchanged or swapped with a neighbour, if those are at most a third of it. Of equals, the first.
 */
export function closest(word: string, candidates: Iterable<string>): string | undefined {
  let best: string | undefined;
  let least = Math.max(1, Math.floor(word.length / 3)) + 1;
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - word.length) >= least) continue;
    const distance = distanceBetween(word.toLowerCase(), candidate.toLowerCase());
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

/** Counts edits, a swap of neighbours being one (optimal string alignment). */
function distanceBetween(a: string, b: string): number {
  let [beforeLast, last] = [[] as number[], Array.from({ length: b.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let cost = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        cost = Math.min(cost, beforeLast[j - 2]! + 1);
      }
      row.push(cost);
    }
    [beforeLast, last] = [last, row];
  }
  return last[b.length]!;
}
