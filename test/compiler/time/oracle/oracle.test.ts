import { describe, expect, test } from 'vitest';
import { expectFires, nominalTimes } from './expect-fires.ts';
import { findChanges } from './find-changes.ts';
import { openClock } from './platform-clock.ts';
import { readCron } from './read-cron.ts';
import { scanZone } from './scan-zone.ts';

// Facts from outside, so that the oracle is not only ever compared with what it judges.

const instant = (text: string) => Date.parse(text) / 1000;
const show = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 16);

describe('the oracle', () => {
  test('reads the wall clock to the second, Monrovia being 44 min 30 s behind until 1972', () => {
    expect(openClock('Africa/Monrovia')(0)).toBe(-(44 * 60 + 30));
    expect(show(openClock('Asia/Kathmandu')(instant('2026-01-01T00:00:00Z')))).toBe('2026-01-01T05:45');
  });

  test('finds the two changes of a year, and the day that Samoa left out', () => {
    const of = (zone: string, year: number) =>
      findChanges(zone, {
        from: instant(`${year}-01-01T00:00:00Z`),
        until: instant(`${year + 1}-01-01T00:00:00Z`),
        step: 86_400,
      }).map(({ at, before, after }) => [show(at), before / 60, after / 60]);
    expect(of('Australia/Lord_Howe', 2026)).toEqual([
      ['2026-04-04T15:00', 660, 630],
      ['2026-10-03T15:30', 630, 660],
    ]);
    expect(of('Pacific/Apia', 2011)).toEqual([
      ['2011-04-02T14:00', -600, -660],
      ['2011-09-24T14:00', -660, -600],
      ['2011-12-30T10:00', -600, 840],
    ]);
  });

  test('answers a gap three ways', () => {
    const scan = scanZone('Europe/Berlin', instant('2026-03-28T12:00:00Z'), instant('2026-03-29T12:00:00Z'));
    const daily = nominalTimes(scan, [readCron('30 2 * * *')]);
    const answer = (gap: 'shift' | 'next' | 'skip') => expectFires(scan, daily, { gap, fold: 'first' });
    expect(answer('shift').fires.map(({ at }) => show(at))).toEqual(['2026-03-29T01:30']);
    expect(answer('next').fires.map(({ at }) => show(at))).toEqual(['2026-03-29T01:00']);
    expect(answer('skip').fires).toEqual([]);
    expect(answer('skip').omissions).toEqual([
      { at: instant('2026-03-29T01:00:00Z'), nominal: instant('2026-03-29T02:30:00Z'), cause: 'dst.gap' },
    ]);
  });

  test('answers a fold three ways', () => {
    const scan = scanZone('Europe/Berlin', instant('2026-10-24T12:00:00Z'), instant('2026-10-25T12:00:00Z'));
    const answer = (fold: 'first' | 'second' | 'both') => {
      const { fires, omissions } = expectFires(scan, nominalTimes(scan, [readCron('30 2 * * *')]), {
        gap: 'skip',
        fold,
      });
      return { fires: fires.map(({ at }) => show(at)), left: omissions.map(({ at }) => show(at)) };
    };
    expect(answer('first')).toEqual({ fires: ['2026-10-25T00:30'], left: ['2026-10-25T01:30'] });
    expect(answer('second')).toEqual({ fires: ['2026-10-25T01:30'], left: ['2026-10-25T00:30'] });
    expect(answer('both')).toEqual({ fires: ['2026-10-25T00:30', '2026-10-25T01:30'], left: [] });
  });

  test('lets an hourly schedule alone, and merges what a gap drives together', () => {
    const scan = scanZone('Europe/Berlin', instant('2026-03-28T23:00:00Z'), instant('2026-03-29T03:00:00Z'));
    const shift = { gap: 'shift', fold: 'first' } as const;
    expect(expectFires(scan, nominalTimes(scan, [readCron('0 * * * *')]), shift)).toMatchObject({
      omissions: [],
    });
    const { fires, omissions } = expectFires(scan, nominalTimes(scan, [readCron('30 2,3 * * *')]), shift);
    expect(fires).toEqual([
      { at: instant('2026-03-29T01:30:00Z'), nominal: instant('2026-03-29T02:30:00Z') },
    ]);
    expect(omissions).toEqual([
      { at: instant('2026-03-29T01:30:00Z'), nominal: instant('2026-03-29T03:30:00Z'), cause: 'dst.merged' },
    ]);
  });

  test.each([
    // expression, dayMatch, dates of 2026 on which it fires, as month-day
    ['0 0 L 2 *', undefined, ['02-28']],
    ['0 0 L-2 2 *', undefined, ['02-26']],
    ['0 0 1W 8 *', undefined, ['08-03']],
    ['0 0 15W 8 *', undefined, ['08-14']],
    ['0 0 31W 5 *', undefined, ['05-29']],
    ['0 0 31W 6 *', undefined, []],
    ['0 0 LW 5 *', undefined, ['05-29']],
    ['0 0 * 3 SUN#2', undefined, ['03-08']],
    ['0 0 * 3 5#-1', undefined, ['03-27']],
    ['0 0 * 3 FRIL', undefined, ['03-27']],
    ['0 0 * 3 5#-2', undefined, ['03-20']],
    ['0 0 13 * FRI', 'both', ['02-13', '03-13', '11-13']],
    ['0 0 1 3 SUN', 'either', ['03-01', '03-08', '03-15', '03-22', '03-29']],
    ['0 0 28/2 1 *', undefined, ['01-28', '01-30']],
    ['0 0 1-7/3,31 1 *', undefined, ['01-01', '01-04', '01-07', '01-31']],
    ['0 0 1-7 1 6-7', 'both', ['01-03', '01-04']],
  ] as const)('reads the dates of `%s`', (text, dayMatch, dates) => {
    const cron = readCron(text, dayMatch);
    const found: string[] = [];
    for (let at = instant('2026-01-01T00:00:00Z'); at < instant('2027-01-01T00:00:00Z'); at += 86_400) {
      if (cron.matches(at)) {
        found.push(show(at).slice(5, 10));
      }
    }
    expect(found).toEqual(dates);
  });
});
