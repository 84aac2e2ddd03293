import type { JsonSchema } from '../../schema/kind-schemas.ts';
import { closest } from './closest.ts';
import { foreignKeys } from './foreign-words.ts';
import { expectedOf, keysOf, pointerTo, propertyOf, valueAt } from './schema-at.ts';
import { isObject, type Trouble } from './trouble.ts';

/** What a key that is not known was most likely meant to be. */
export type KeyFix =
  /** Another key of the same mapping. */
  | { readonly kind: 'rename'; readonly to: string }
  /** A key without the space after its colon: `cron:"30 1 * * *"`. */
  | { readonly kind: 'space'; readonly to: string; readonly rest: string }
  /** This key, or the one it is called here, in another mapping of the document. */
  | { readonly kind: 'move'; readonly under: string; readonly to: string }
  | { readonly kind: 'none' };

/** Finds what an unknown key of the mapping at `pointer` was meant to be. */
export function fixKey(trouble: Trouble, pointer: string, key: string): KeyFix {
  const schema = trouble.expected(pointer)?.schema;
  if (!schema?.properties) return { kind: 'none' };
  const mapping = mappingAt(trouble, pointer);
  // A key that stands there already is hardly meant once more.
  const free = Object.keys(schema.properties).filter((name) => !Object.hasOwn(mapping, name));

  const glued = /^["']?([\w-]+)["']?:(.+)$/s.exec(key);
  if (glued && propertyOf(schema, glued[1]!)) return { kind: 'space', to: glued[1]!, rest: glued[2]! };

  const same = free.find((name) => name.toLowerCase() === key.toLowerCase());
  if (same) return { kind: 'rename', to: same };
  const foreign = own(foreignKeys, key.toLowerCase().replace(/[-_]/g, ''));
  for (const name of foreign ? [key, foreign] : [key]) {
    if (name !== key && free.includes(name)) return { kind: 'rename', to: name };
    const under = placeOf(trouble, pointer, schema, name);
    if (under !== undefined) return { kind: 'move', under, to: name };
  }
  const near = closest(key, free);
  return near === undefined ? { kind: 'none' } : { kind: 'rename', to: near };
}

/** Searches the mappings below, then those around, for one that knows a key; gives its pointer. */
function placeOf(trouble: Trouble, pointer: string, schema: JsonSchema, key: string): string | undefined {
  const below = searchBelow(trouble, pointer, schema, key, 2);
  if (below !== undefined) return below;
  const keys = keysOf(pointer);
  while (keys.length > 0) {
    keys.pop();
    const around = keys.reduce(pointerTo, '');
    const expected = trouble.expected(around);
    if (!expected) continue;
    if (propertyOf(expected.schema, key)) return around;
    const beside = searchBelow(trouble, around, expected.schema, key, 1);
    if (beside !== undefined) return beside;
  }
  return undefined;
}

function searchBelow(
  trouble: Trouble,
  pointer: string,
  schema: JsonSchema,
  key: string,
  depth: number,
): string | undefined {
  const value = mappingAt(trouble, pointer);
  const children = Object.keys(schema.properties ?? {})
    // Those that stand there first: `url` beside `http` belongs under it, and not under `webhook`.
    .sort((a, b) => Number(Object.hasOwn(value, b)) - Number(Object.hasOwn(value, a)))
    .map((name) => ({ name, below: expectedOf(trouble.kind, schema, name, {})?.schema }));
  for (const { name, below } of children) {
    if (below && propertyOf(below, key)) return pointerTo(pointer, name);
  }
  if (depth <= 1) return undefined;
  for (const { name, below } of children) {
    const found = below?.properties && searchBelow(trouble, pointerTo(pointer, name), below, key, depth - 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

function own(table: Readonly<Record<string, string>>, key: string): string | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}

function mappingAt(trouble: Trouble, pointer: string): Readonly<Record<string, unknown>> {
  const value = valueAt(trouble.document, pointer);
  return isObject(value) ? value : {};
}
