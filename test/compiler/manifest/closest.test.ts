// cspell:ignore ngihtly
import { describe, expect, test } from 'vitest';
import { closest, didYouMean } from '../../../compiler/manifest/closest.ts';

describe('The name that was likely meant', () => {
  test.each([
    ['nighty', ['daily', 'nightly'], 'nightly'],
    ['ngihtly', ['nightly'], 'nightly'],
    ['NIGHTLY', ['nightly'], 'nightly'],
    ['hourly', ['nightly', 'weekly'], undefined],
    ['a', ['b'], 'b'],
    ['ab', [], undefined],
  ])('%s among %j is %s', (word, candidates, expected) => {
    expect(closest(word, candidates)).toBe(expected);
  });

  test('what there is is told where nothing is near', () => {
    expect(didYouMean('x-ray', ['nightly', 'daily'], 'none')).toBe('there is `daily`, `nightly`');
    expect(didYouMean('x-ray', ['c1', 'c2', 'c3', 'c4', 'c5', 'c6'], 'none')).toBe(
      'there is `c1`, `c2`, `c3`, `c4`, `c5` and 1 more',
    );
    expect(didYouMean('x-ray', [], 'none')).toBe('none');
  });
});
