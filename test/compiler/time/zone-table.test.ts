import { describe, expect, test } from 'vitest';
import {
  dstWindows,
  instantsOf,
  offsetAt,
  platformTzdata,
  wallOf,
  zoneTable,
} from '../../../compiler/time/index.ts';
import { instant, shown, utc, wall } from './clock.ts';

/** Lists the transitions of a zone within a year, with the offset from then on. */
function changesOf(zone: string, year: number): string[] {
  const { transitions, offsets } = zoneTable(zone);
  return transitions.flatMap((at, index) => {
    const text = utc(at);
    return text.startsWith(String(year)) ? [`${text} ${offsets[index + 1]}`] : [];
  });
}

describe('transitions, to the second', () => {
  test.each([
    ['Europe/London', 2027, ['2027-03-28T01:00:00Z 3600', '2027-10-31T01:00:00Z 0']],
    ['America/New_York', 2027, ['2027-03-14T07:00:00Z -14400', '2027-11-07T06:00:00Z -18000']],
    ['Australia/Lord_Howe', 2027, ['2027-04-03T15:00:00Z 37800', '2027-10-02T15:30:00Z 39600']],
    ['Africa/Cairo', 2025, ['2025-04-24T22:00:00Z 10800', '2025-10-30T21:00:00Z 7200']],
    ['America/Santiago', 2026, ['2026-04-05T03:00:00Z -14400', '2026-09-06T04:00:00Z -10800']],
    [
      'Pacific/Apia',
      2011,
      ['2011-04-02T14:00:00Z -39600', '2011-09-24T14:00:00Z -36000', '2011-12-30T10:00:00Z 50400'],
    ],
    ['Africa/Monrovia', 1972, ['1972-01-07T00:44:30Z 0']],
    ['Antarctica/Troll', 2026, ['2026-03-29T01:00:00Z 7200', '2026-10-25T01:00:00Z 0']],
    ['Asia/Pyongyang', 2015, ['2015-08-14T15:00:00Z 30600']],
    // The day that Kwajalein left out when the date line moved to its other side.
    ['Pacific/Kwajalein', 1993, ['1993-08-21T12:00:00Z 43200']],
    // The closest pair that any zone has: 6 days and 23 hours.
    [
      'America/Recife',
      2000,
      ['2000-02-27T02:00:00Z -10800', '2000-10-08T03:00:00Z -7200', '2000-10-15T02:00:00Z -10800'],
    ],
    ['Asia/Kolkata', 2027, []],
    ['UTC', 2027, []],
  ])('%s in %i', (zone, year, changes) => {
    expect(changesOf(zone, year)).toEqual(changes);
  });
});

describe('tables', () => {
  test('reach from 1970 to 1 January of the year of the time-zone data plus 11', () => {
    const { until, transitions, offsets } = zoneTable('Europe/London');
    expect(utc(until)).toBe(`${Number(platformTzdata().slice(0, 4)) + 11}-01-01T00:00:00Z`);
    expect(offsets[0]).toBe(3600); // London kept summer time all through 1970.
    expect(offsets.length).toBe(transitions.length + 1);
    expect(transitions.at(-1)).toBeLessThan(until);
  });

  test('are read once, under the primary name', () => {
    expect(zoneTable('Europe/Kyiv')).toBe(zoneTable('Europe/Kiev'));
    expect(zoneTable('Europe/Kiev').zone).toBe('Europe/Kyiv');
  });

  test('of a given stretch hold what the whole table holds there', () => {
    const [from, until] = [instant('2026-01-01T00:00Z'), instant('2028-01-01T00:00Z')];
    const part = zoneTable('Africa/Casablanca', { from, until });
    const whole = zoneTable('Africa/Casablanca');
    expect(part.transitions).toEqual(whole.transitions.filter((at) => at > from && at < until));
    expect(offsetAt(part, from)).toBe(offsetAt(whole, from));
  });
});

describe('between instants and wall times', () => {
  const london = zoneTable('Europe/London');

  test('the clock jumps at the transition itself', () => {
    expect(shown(wallOf(london, instant('2027-03-28T00:59:59Z')))).toBe('2027-03-28 00:59:59');
    expect(shown(wallOf(london, instant('2027-03-28T01:00:00Z')))).toBe('2027-03-28 02:00');
  });

  test.each([
    ['2027-03-28 00:59', ['2027-03-28T00:59:00Z']],
    ['2027-03-28 01:00', []],
    ['2027-03-28 01:59:59', []],
    ['2027-03-28 02:00', ['2027-03-28T01:00:00Z']],
    ['2027-10-31 00:59:59', ['2027-10-30T23:59:59Z']],
    ['2027-10-31 01:00', ['2027-10-31T00:00:00Z', '2027-10-31T01:00:00Z']],
    ['2027-10-31 01:59:59', ['2027-10-31T00:59:59Z', '2027-10-31T01:59:59Z']],
    ['2027-10-31 02:00', ['2027-10-31T02:00:00Z']],
  ])('London shows %s at %j', (text, instants) => {
    expect(instantsOf(london, wall(text)).map(utc)).toEqual(instants);
  });

  test('Apia never showed 2011-12-30', () => {
    const apia = zoneTable('Pacific/Apia');
    expect(instantsOf(apia, wall('2011-12-29 23:59')).map(utc)).toEqual(['2011-12-30T09:59:00Z']);
    for (const time of ['00:00', '12:00', '23:59:59'])
      expect(instantsOf(apia, wall(`2011-12-30 ${time}`))).toEqual([]);
    expect(instantsOf(apia, wall('2011-12-31 00:00')).map(utc)).toEqual(['2011-12-30T10:00:00Z']);
  });
});

describe('DST windows', () => {
  const windowsOf = (zone: string, from: string, until: string) =>
    dstWindows(zoneTable(zone), instant(from), instant(until)).map(
      ({ kind, offset, from, until, at }) =>
        `${kind} ${offset} ${shown(from)} to ${shown(until)}${at === undefined ? '' : ` at ${utc(at)}`}`,
    );

  test.each([
    [
      'Europe/London',
      '2027-01-01T00:00Z',
      '2028-01-01T00:00Z',
      [
        'offset 0 2027-01-01 00:00 to 2027-03-28 01:00',
        'gap 3600 2027-03-28 01:00 to 2027-03-28 02:00 at 2027-03-28T01:00:00Z',
        'offset 3600 2027-03-28 02:00 to 2027-10-31 01:00',
        'fold 0 2027-10-31 01:00 to 2027-10-31 02:00 at 2027-10-31T01:00:00Z',
        'offset 0 2027-10-31 02:00 to 2028-01-01 00:00',
      ],
    ],
    [
      'Asia/Kolkata',
      '2027-01-01T00:00Z',
      '2028-01-01T00:00Z',
      ['offset 19800 2027-01-01 05:30 to 2028-01-01 05:30'],
    ],
    [
      'Australia/Lord_Howe',
      '2027-04-03T00:00Z',
      '2027-04-04T00:00Z',
      [
        'offset 39600 2027-04-03 11:00 to 2027-04-04 01:30',
        'fold 37800 2027-04-04 01:30 to 2027-04-04 02:00 at 2027-04-03T15:00:00Z',
        'offset 37800 2027-04-04 02:00 to 2027-04-04 10:30',
      ],
    ],
    [
      'Pacific/Apia',
      '2011-12-29T10:00Z',
      '2011-12-31T10:00Z',
      [
        'offset -36000 2011-12-29 00:00 to 2011-12-30 00:00',
        'gap 50400 2011-12-30 00:00 to 2011-12-31 00:00 at 2011-12-30T10:00:00Z',
        'offset 50400 2011-12-31 00:00 to 2012-01-01 00:00',
      ],
    ],
    // A range that begins at a transition has its gap; one that ends there has not.
    [
      'Europe/London',
      '2027-03-28T01:00Z',
      '2027-03-28T02:00Z',
      [
        'gap 3600 2027-03-28 01:00 to 2027-03-28 02:00 at 2027-03-28T01:00:00Z',
        'offset 3600 2027-03-28 02:00 to 2027-03-28 03:00',
      ],
    ],
    [
      'Europe/London',
      '2027-03-28T00:00Z',
      '2027-03-28T01:00Z',
      ['offset 0 2027-03-28 00:00 to 2027-03-28 01:00'],
    ],
    // Within a fold: the first pass only, the second only, parts of both.
    [
      'Europe/London',
      '2027-10-31T00:15Z',
      '2027-10-31T00:30Z',
      ['fold 0 2027-10-31 01:15 to 2027-10-31 01:30 at 2027-10-31T01:00:00Z'],
    ],
    [
      'Europe/London',
      '2027-10-31T01:30Z',
      '2027-10-31T03:00Z',
      [
        'fold 0 2027-10-31 01:30 to 2027-10-31 02:00 at 2027-10-31T01:00:00Z',
        'offset 0 2027-10-31 02:00 to 2027-10-31 03:00',
      ],
    ],
    [
      'Europe/London',
      '2027-10-31T00:30Z',
      '2027-10-31T01:15Z',
      ['fold 0 2027-10-31 01:00 to 2027-10-31 02:00 at 2027-10-31T01:00:00Z'],
    ],
    ['Europe/London', '2027-10-31T00:00Z', '2027-10-31T00:00Z', []],
  ])('%s from %s to %s', (zone, from, until, windows) => {
    expect(windowsOf(zone, from, until)).toEqual(windows);
  });
});
