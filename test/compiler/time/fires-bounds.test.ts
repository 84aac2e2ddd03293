import { describe, expect, test } from 'vitest';
import { compileSchedule, FIRES_MAX, fires, zoneTable } from '../../../compiler/time/index.ts';
import { checkFires } from './check-fires.ts';
import { instant } from './clock.ts';
import { scheduleOf } from './schedule-of.ts';

describe('the bounds of what exists', () => {
  const daily = { cron: '0 0 * * *', zone: 'Europe/Berlin' };

  test('nothing fires before 1970', () => {
    checkFires(scheduleOf(daily), {
      from: '1969-12-30T00:00Z',
      until: '1970-01-02T00:00Z',
      fires: ['1970-01-02T00:00+01:00'],
    });
  });

  test('nothing fires from the end of the table on', () => {
    const { until } = zoneTable('Europe/Berlin');
    expect([...fires(scheduleOf(daily), until - 86_400, until + 864_000).scheduled]).toEqual([until - 3600]);
  });

  test('start is inclusive and end is exclusive', () => {
    const schedule = scheduleOf({
      ...daily,
      start: instant('2027-01-01T23:00Z'),
      end: instant('2027-01-03T23:00Z'),
    });
    checkFires(schedule, {
      from: '2026-01-01T00:00Z',
      until: '2028-01-01T00:00Z',
      fires: ['2027-01-02T00:00+01:00', '2027-01-03T00:00+01:00'],
    });
  });

  test('an empty, a backward and a nonsensical range have no fires', () => {
    const schedule = scheduleOf(daily);
    for (const [from, until] of [
      [5e8, 5e8],
      [6e8, 5e8],
      [Number.NaN, 5e8],
    ] as const)
      expect(fires(schedule, from, until).count).toBe(0);
  });

  test('a range of too many fires is refused and names the bound', () => {
    const schedule = scheduleOf({ ...daily, cron: '* * * * * *' });
    expect(() => fires(schedule, 0, FIRES_MAX + 2)).toThrow(RangeError);
    expect(() => fires(schedule, 0, FIRES_MAX + 2)).toThrow(/20000000/);
  });

  test('a schedule whose meaning the compiler would have refused does not compile', () => {
    const timing = {
      kind: 'cron',
      expressions: ['0 0 1 * 1'],
      zone: 'UTC',
      gap: 'skip',
      fold: 'first',
    } as const;
    const parts = { table: zoneTable('UTC'), calendars: {} };
    expect(() => compileSchedule({ timing }, parts)).toThrow('dayMatch');
    expect(() => compileSchedule({ timing }, { calendars: {} })).toThrow('table');
    expect(() => compileSchedule({ timing: { ...timing, expressions: ['61 * * * *'] } }, parts)).toThrow(
      '`61`',
    );
    expect(() =>
      compileSchedule({ timing: { ...timing, expressions: ['@daily'] }, exclude: ['gone'] }, parts),
    ).toThrow('`gone`');
  });
});
