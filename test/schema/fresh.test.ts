import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { outputs } from '../../schema/generate/outputs.js';

const generated = await outputs();

test.each(Object.keys(generated))('%s is what `npm run generate` writes', (path) => {
  const file = readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
  // Not `toBe`: the difference of two long lines helps nobody.
  expect(file === generated[path], 'run `npm run generate`').toBe(true);
});
