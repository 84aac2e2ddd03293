import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  formatDate,
  formatInstant,
  formatWall,
  parseDate,
  parseInstant,
  parseMoment,
  parseWall,
  whyNotReal,
} from '../../../compiler/manifest/instant-text.ts';

const year1 = -62_135_596_800;
const year9999 = 253_402_300_799;

describe('Instants as text', () => {
  test.each([
    ['1970-01-01T00:00:00Z', 0],
    ['2027-03-28T01:30:00Z', 1_806_197_400],
    ['2027-03-28T03:30:00+02:00', 1_806_197_400],
    ['2027-03-28 03:30:00+02:00', 1_806_197_400],
    ['2027-03-27t15:45:00-09:45', 1_806_197_400],
    ['2027-03-28T01:30:00.000Z', 1_806_197_400],
    ['2028-02-29T00:00:00Z', 1_835_395_200],
  ])('%s is an instant', (text, instant) => {
    expect(parseInstant(text)).toBe(instant);
  });

  test.each([
    '2027-03-28T01:30:00', // no offset
    '2027-03-28T01:30:00.5Z', // not a whole second
    '2027-03-28T01:30:00.0001Z',
    '2027-02-30T00:00:00Z',
    '2027-02-29T00:00:00Z',
    '2027-13-01T00:00:00Z',
    '2027-03-28T24:00:00Z',
    '2027-03-28T23:59:60Z',
    '2027-W12-7T01:30:00Z',
    '2027-087T01:30:00Z',
    '2027-03-28T01:30:00[Europe/Berlin]',
    '2027-03-28T01:30:00+0200',
    '2027-03-28',
    'now',
    '',
  ])('`%s` is no instant', (text) => {
    expect(parseInstant(text)).toBeUndefined();
  });

  test('fractions are kept where they are asked for', () => {
    expect(parseMoment('1970-01-01T00:00:01.5Z')).toBe(1.5);
    expect(parseMoment('1970-01-01T00:00:01.000000001Z')).toBeGreaterThan(1);
  });

  test('what is written can be read again', () => {
    fc.assert(
      fc.property(fc.integer({ min: year1, max: year9999 }), (seconds) => {
        expect(parseInstant(formatInstant(seconds))).toBe(seconds);
        expect(parseWall(formatWall(seconds))).toBe(seconds);
        const day = Math.floor(seconds / 86_400);
        expect(parseDate(formatDate(day))).toBe(day);
      }),
    );
  });
});

describe('Wall times and dates as text', () => {
  test('seconds are written only where there are any', () => {
    expect(formatWall(1_806_201_000)).toBe('2027-03-28 02:30');
    expect(formatWall(1_806_201_001)).toBe('2027-03-28 02:30:01');
  });

  test('a wall time is read as its own reading, whatever the zone of the process', () => {
    expect(parseWall('2027-03-28T02:30')).toBe(1_806_201_000);
    expect(parseWall('2027-03-28 02:30:00')).toBe(1_806_201_000);
    expect(parseWall('2027-03-28T02:30Z')).toBeUndefined();
  });

  test('a date has no time and must be real', () => {
    expect(parseDate('1970-01-02')).toBe(1);
    expect(parseDate('1969-12-31')).toBe(-1);
    expect(parseDate('2027-02-29')).toBeUndefined();
    expect(parseDate('20270228')).toBeUndefined();
  });
});

describe('Why a text with the shape of a time is none', () => {
  test.each([
    ['2027-02-30', 'february 2027 has 28 days'],
    ['2028-02-30T00:00:00Z', 'february 2028 has 29 days'],
    ['2027-04-00', 'april 2027 has 30 days'],
    ['2027-13-01', 'there is no month 13'],
    ['2027-03-28T24:00:00Z', 'hours run from 00 to 23'],
    ['2027-03-28T23:59:60Z', 'seconds and minutes run from 00 to 59'],
    ['2027-03-28T23:59:01.25Z', 'Almanac counts in whole seconds'],
    ['tomorrow', undefined],
    ['2027-03-28', undefined],
  ])('%s: %s', (text, why) => {
    expect(whyNotReal(text)).toBe(why);
  });
});
