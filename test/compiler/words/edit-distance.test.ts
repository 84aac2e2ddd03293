import { expect, test } from 'vitest';
import { editDistance } from '../../../compiler/words/index.ts';

test.each([
  ['horizon', 'horizon', 0],
  ['horizn', 'horizon', 1],
  ['horizoon', 'horizon', 1],
  ['horizan', 'horizon', 1],
  ['hroizon', 'horizon', 1],
  ['', 'gap', 3],
  ['gap', '', 3],
  ['skip', 'queue', 5],
  // No substring is edited twice: that would need two.
  ['ca', 'abc', 3],
])('from `%s` to `%s` there are %i', (a, b, distance) => {
  expect(editDistance(a, b)).toBe(distance);
});
