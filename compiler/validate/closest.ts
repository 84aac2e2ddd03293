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
    const distance = distanceBetween(plain, other);
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

/** Counts edits, a swap of neighbours being one (optimal string alignment). */
function distanceBetween(a: string, b: string): number {
  let [beforeLast, last] = [[] as number[], Array.from({ length: b.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      let cost = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        cost = Math.min(cost, beforeLast[j - 2]! + 1);
      }
      row.push(cost);
    }
    [beforeLast, last] = [last, row];
  }
  return last[b.length]!;
}
