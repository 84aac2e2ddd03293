import type { Expected } from './schema-at.ts';
import { vocabulary, type Word } from './vocabulary.ts';

/** Returns how a tenant speaks of what is expected: by the outermost definition that has a word. */
export function wordOf({ names }: Expected): Word | undefined {
  const name = names.find((candidate) => Object.hasOwn(vocabulary, candidate));
  return name === undefined ? undefined : vocabulary[name];
}

/** Names what is expected, with its article. */
export function nounOf(expected: Expected): string {
  const word = wordOf(expected);
  if (word) return word.noun;
  const { type, items, properties } = expected.schema;
  switch (type) {
    case 'object':
      return properties ? 'a mapping' : 'a mapping of names to values';
    case 'array':
      return items ? 'a list' : 'a list';
    case 'integer':
      return 'a whole number';
    case 'number':
      return 'a number';
    case 'boolean':
      return '`true` or `false`';
    case 'string':
      return 'text';
    default:
      return Array.isArray(type) ? 'text or a mapping' : 'another value';
  }
}
