const SUGGESTIONS_MAX = 3;

/** Longer texts are no misspelt zone: the longest name has 30 letters. */
const LENGTH_MAX = 40;

/**
 * Returns at most three of `names` that a misspelt zone may mean, likeliest first.
 * Bounded: a text over 40 characters has none.
 */
export function similarZones(text: string, names: readonly string[]): string[] {
  if (text.length > LENGTH_MAX) return [];
  const wanted = lettersOf(text);
  if (wanted.length < 3) return [];
  const scored: { readonly name: string; readonly score: number }[] = [];
  for (const name of names) {
    const city = lettersOf(name.slice(name.lastIndexOf('/') + 1));
    // `London`, `New York` and `America/NewYork` are a city away from their zone; a typo may be anywhere.
    const score =
      wanted === city ? 0 : Math.min(editsBetween(wanted, lettersOf(name)), editsBetween(wanted, city) + 0.5);
    if (score <= Math.min(2.5, wanted.length / 3)) scored.push({ name, score });
  }
  scored.sort((a, b) => a.score - b.score || (a.name < b.name ? -1 : 1));
  const best = scored[0]?.score ?? 0;
  return scored
    .filter(({ score }) => score <= best + 1)
    .slice(0, SUGGESTIONS_MAX)
    .map(({ name }) => name);
}

function lettersOf(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9+]/g, '');
}

/** Counts insertions, deletions, replacements and swaps of neighbours (optimal string alignment); 9 means "many". */
function editsBetween(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > 2) return 9;
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      let edits = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (isSame ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        edits = Math.min(edits, beforeLast[j - 2]! + 1);
      }
      row.push(edits);
    }
    beforeLast = last;
    last = row;
  }
  return last[b.length]!;
}
