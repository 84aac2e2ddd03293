import type { Place } from '../../schema/declared.ts';
import { unpackPlaces } from './pack-places.ts';

/**
 * Spreads compact places over a document's pointers.
 *
 * They are kept as numbers only, four for each value and four for each key before its value, in the order of a walk
 * through the value, and packed: a plan holds them for every document. `lineBefore` is added to each line.
 */
export function positionsOf(
  value: unknown,
  packed: string,
  lineBefore: number,
): Readonly<Record<string, Place>> {
  const places = unpackPlaces(packed);
  const positions: Record<string, Place> = {};
  let at = 0;
  const take = (pointer: string) => {
    positions[pointer] = [
      places[at]! + lineBefore,
      places[at + 1]!,
      places[at + 2]! + lineBefore,
      places[at + 3]!,
    ];
    at += 4;
  };
  const walk = (node: unknown, pointer: string) => {
    take(pointer);
    if (Array.isArray(node)) {
      for (let index = 0; index < node.length; index++) walk(node[index], `${pointer}/${index}`);
    } else if (typeof node === 'object' && node !== null) {
      for (const [key, child] of Object.entries(node)) {
        const below = `${pointer}/${pointerKey(key)}`;
        take(`${below}#key`);
        walk(child, below);
      }
    }
  };
  walk(value, '');
  return positions;
}

/** Escapes a key for a JSON pointer (RFC 6901). */
function pointerKey(key: string): string {
  return /[~/]/.test(key) ? key.replaceAll('~', '~0').replaceAll('/', '~1') : key;
}
