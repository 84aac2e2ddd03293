import fc from 'fast-check';
import { expect, test } from 'vitest';
import { civilOf, dayFromCivil, dayOf } from '../../../compiler/time/index.ts';

test.each([
  [1970, 1, 1, 0, 4],
  [1969, 12, 31, -1, 3],
  [2000, 2, 29, 11_016, 2],
  [2027, 3, 28, 20_905, 0],
  [2100, 3, 1, 47_541, 1],
  [1, 1, 1, -719_162, 1],
])('%i-%i-%i is day %i, weekday %i', (year, month, day, number, weekday) => {
  expect(dayFromCivil(year, month, day)).toBe(number);
  expect(civilOf(number)).toEqual({ year, month, day, weekday });
});

test('a wall time before 1970 falls on its own date', () => {
  expect(dayOf(-1)).toBe(-1);
  expect(dayOf(86_399)).toBe(0);
});

test('taking apart and putting together are inverse, and agree with the platform', () => {
  fc.assert(
    fc.property(fc.integer({ min: -800_000, max: 800_000 }), (number) => {
      const { year, month, day, weekday } = civilOf(number);
      const platform = new Date(number * 86_400_000);
      expect([year, month, day, weekday]).toEqual([
        platform.getUTCFullYear(),
        platform.getUTCMonth() + 1,
        platform.getUTCDate(),
        platform.getUTCDay(),
      ]);
      expect(dayFromCivil(year, month, day)).toBe(number);
    }),
  );
});
