import { editDistance } from '../words/index.ts';

/** The name that was probably meant, if one is near enough. */
export function closestName(name: string, names: readonly string[]): string | undefined {
  // The cost of counting is the product of the lengths.
  if (name.length > 64) return undefined;
  const asAttribute = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`).replaceAll('-', '_');
  const ranked = names
    .map((other) => ({ other, distance: editDistance(asAttribute, other) }))
    .sort((a, b) => a.distance - b.distance);
  const [best] = ranked;
  return best && best.distance <= Math.max(1, Math.floor(best.other.length / 3)) ? best.other : undefined;
}
