import { editDistance } from '../words/index.ts';

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

/** Counts edits; 9 means "many", so that names of another length cost nothing. */
function editsBetween(a: string, b: string): number {
  return Math.abs(a.length - b.length) > 2 ? 9 : editDistance(a, b);
}
