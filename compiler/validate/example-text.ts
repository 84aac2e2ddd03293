import { flowText } from './flow-text.ts';
import { listWords } from './list-words.ts';
import type { Expected } from './schema-at.ts';

/** What fits on a line of help. */
const lengthMax = 76;

/**
 * Shows how a key is written: with the schema's example, `zone: Europe/London`; where that is too long for a line,
 * with the keys that it needs.
 */
export function exampleText(key: string, expected: Expected): string {
  const examples = expected.examples.map((example) => `${key}: ${flowText(example)}`);
  const short = examples.find((example) => example.length <= lengthMax);
  if (short !== undefined) return `\`${short}\``;
  const { required, properties = {}, maxProperties } = expected.schema;
  if (required) return `\`${key}:\` with ${listWords(required)}`;
  const names = Object.keys(properties);
  if (names.length > 0)
    return `\`${key}:\` with ${maxProperties === 1 ? 'one of ' : ''}${listWords(names, 'or')}`;
  return `\`${key}:\``;
}
