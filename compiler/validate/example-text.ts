import { flowText } from './flow-text.ts';
import { listWords } from './list-words.ts';
import type { Expected } from './schema-at.ts';

/** What fits on a line of help. */
const lengthMax = 76;

/**
 * Shows how a key is written: with an example of the schema, `zone: Europe/London`, where need be without what may be
 * left out of it; else with the keys that it needs.
 */
export function exampleText(key: string, expected: Expected): string {
  for (const example of expected.examples) {
    for (const part of partsOf(example, expected)) {
      const text = `${key}: ${flowText(part)}`;
      if (text.length <= lengthMax) return `\`${text}\``;
    }
  }
  const { required, properties = {}, maxProperties } = expected.schema;
  if (required) return `\`${key}:\` with ${listWords(required)}`;
  const names = Object.keys(properties);
  if (names.length === 0) return `\`${key}:\``;
  return `\`${key}:\` with ${maxProperties === 1 ? 'one of ' : ''}${listWords(names, 'or')}`;
}

/** An example and what is left of it when its last keys or items go, one by one, as far as they may. */
function* partsOf(example: unknown, { schema }: Expected): Iterable<unknown> {
  yield example;
  if (Array.isArray(example)) {
    for (let count = example.length - 1; count > 0; count--) yield example.slice(-count);
  } else if (typeof example === 'object' && example !== null) {
    const entries = Object.entries(example);
    while (entries.length > 1 && !schema.required?.includes(entries.at(-1)![0])) {
      entries.pop();
      yield Object.fromEntries(entries);
    }
  }
}
