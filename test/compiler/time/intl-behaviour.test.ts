import { describe, expect, test } from 'vitest';
import { platformTzdata } from '../../../compiler/time/index.ts';

// Facts about the platform on which zone-table.ts and generate-zone-names.js lean. An upgrade that breaks one fails
// here, under its own name.

const texts = (timeZone: string, ...instants: string[]) => {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset', month: 'narrow' });
  return instants.map((instant) => format.format(Date.parse(instant)));
};

describe('Intl writes offsets', () => {
  test('after a space, as GMT, hours and minutes', () => {
    expect(texts('Europe/London', '2027-07-15T00:00Z')).toEqual(['J, GMT+01:00']);
    expect(texts('Europe/London', '2027-01-15T00:00Z')[0]).toMatch(/^J, GMT(\+00:00)?$/);
    expect(texts('Asia/Kolkata', '2027-01-15T00:00Z')).toEqual(['J, GMT+05:30']);
    expect(texts('America/New_York', '2027-01-15T00:00Z')).toEqual(['J, GMT-05:00']);
  });

  test('with seconds where there are any', () => {
    expect(texts('Africa/Monrovia', '1971-01-15T00:00Z', '1972-01-07T00:44:29Z')).toEqual([
      'J, GMT-00:44:30',
      'J, GMT-00:44:30',
    ]);
  });

  test('and changes them at the transition itself', () => {
    expect(texts('America/New_York', '2027-03-14T06:59:59Z', '2027-03-14T07:00:00Z')).toEqual([
      'M, GMT-05:00',
      'M, GMT-04:00',
    ]);
  });
});

describe('Intl and names', () => {
  test('it knows UTC, though it does not list it', () => {
    expect(() => new Intl.DateTimeFormat('en', { timeZone: 'UTC' })).not.toThrow();
  });

  test('it throws a RangeError at a name that it does not know', () => {
    expect(() => new Intl.DateTimeFormat('en', { timeZone: 'Mars/Olympus_Mons' })).toThrow(RangeError);
  });

  test('it takes abbreviations for zones, which is why we do not ask it', () => {
    expect(texts('BST', '2027-01-15T00:00Z')).toEqual(['J, GMT+06:00']);
  });
});

test('the platform names its time-zone data by year and letter', () => {
  expect(platformTzdata()).toMatch(/^20\d\d[a-z]$/);
});
