import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatDuration, parseDuration } from '../../../compiler/manifest/duration.ts';

describe('Durations', () => {
  test.each([
    ['90s', 90],
    ['1h30m', 5_400],
    ['2d', 172_800],
    ['1d1h1m1s', 90_061],
    ['0s', 0],
    ['99999999d', 8_639_999_913_600],
  ])('%s is %i seconds', (text, seconds) => {
    expect(parseDuration(text)).toBe(seconds);
  });

  test.each(['', 'd', '90', '30m1h', '1h 30m', '1.5h', '-1h', 'PT1H', '1w', '1H', '123456789d'])(
    '`%s` is not a duration',
    (text) => {
      expect(parseDuration(text)).toBeUndefined();
    },
  );

  test('what is written can be read again', () => {
    fc.assert(
      fc.property(fc.nat(10 ** 9), (seconds) => {
        expect(parseDuration(formatDuration(seconds))).toBe(seconds);
      }),
    );
  });

  test('is written without what is nought', () => {
    expect([0, 60, 5_400, 86_401, -3_600].map(formatDuration)).toEqual(['0s', '1m', '1h30m', '1d1s', '-1h']);
  });
});
