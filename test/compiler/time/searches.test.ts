import { describe, expect, test } from 'vitest';
import {
  compileSchedule,
  neverFires,
  nextFire,
  previousFire,
  runWindow,
  smallestSpacing,
  spreadOffset,
  zoneTable,
} from '../../../compiler/time/index.ts';
import { instant, utc } from './clock.ts';
import { type Row, scheduleOf } from './schedule-of.ts';

const zone = 'Europe/Berlin';
const written = (at: number | undefined) => (at === undefined ? undefined : utc(at));

describe('the next and the previous fire', () => {
  const daily = scheduleOf({ cron: '30 2 * * *', zone });

  test('are exclusive of the instant asked about', () => {
    expect(written(nextFire(daily, instant('2027-01-01T01:30Z')))).toBe('2027-01-02T01:30:00Z');
    expect(written(nextFire(daily, instant('2027-01-01T01:29:59Z')))).toBe('2027-01-01T01:30:00Z');
    expect(written(previousFire(daily, instant('2027-01-01T01:30Z')))).toBe('2026-12-31T01:30:00Z');
    expect(written(previousFire(daily, instant('2027-01-01T01:30:01Z')))).toBe('2027-01-01T01:30:00Z');
  });

  test('take fractions of a second', () => {
    expect(written(nextFire(daily, instant('2027-01-01T01:30Z') - 0.001))).toBe('2027-01-01T01:30:00Z');
    expect(written(previousFire(daily, instant('2027-01-01T01:30Z') + 0.001))).toBe('2027-01-01T01:30:00Z');
  });

  test.each([
    ['0 0 29 2 *', '2025-01-01T00:00Z', '2028-02-28T23:00:00Z', '2024-02-28T23:00:00Z'],
    ['0 0 1 1 *', '2027-06-01T00:00Z', '2027-12-31T23:00:00Z', '2026-12-31T23:00:00Z'],
    ['0 12 31W 2,4,5 *', '2027-06-01T00:00Z', '2028-05-31T10:00:00Z', '2027-05-31T10:00:00Z'],
    ['* * * * * *', '2027-06-01T00:00Z', '2027-06-01T00:00:01Z', '2027-05-31T23:59:59Z'],
  ])('of `%s` from %s', (cron, from, next, previous) => {
    const schedule = scheduleOf({ cron, zone });
    expect(written(nextFire(schedule, instant(from)))).toBe(next);
    expect(written(previousFire(schedule, instant(from)))).toBe(previous);
  });

  test('are undefined beyond start, end and the table', () => {
    const bounded = scheduleOf({
      cron: '0 0 * * *',
      zone,
      start: instant('2027-01-01T00:00Z'),
      end: instant('2027-02-01T00:00Z'),
    });
    expect(written(nextFire(bounded, 0))).toBe('2027-01-01T23:00:00Z');
    expect(written(nextFire(bounded, instant('2027-01-31T23:00Z')))).toBeUndefined();
    expect(written(previousFire(bounded, instant('2030-01-01T00:00Z')))).toBe('2027-01-31T23:00:00Z');
    expect(previousFire(bounded, instant('2027-01-01T23:00Z'))).toBeUndefined();
    expect(nextFire(daily, zoneTable(zone).until)).toBeUndefined();
    expect(written(previousFire(daily, Number.POSITIVE_INFINITY))).toBe(
      utc(zoneTable(zone).until - 22.5 * 3600),
    );
    expect(written(nextFire(daily, Number.NEGATIVE_INFINITY))).toBe('1970-01-01T01:30:00Z');
  });
});

describe('a schedule never fires', () => {
  const never = (row: Omit<Row, 'zone'>) => neverFires(scheduleOf({ zone, ...row }));

  test.each([
    ['0 0 30 2 *', true],
    ['0 0 31 4,6,9,11 *', true],
    ['0 0 31W 2 *', true],
    ['0 0 L-30 2 *', true],
    ['0 0 29 2 *', false],
    ['0 0 * 2 1#5', false],
    ['0 0 * 2 1#-5', false],
  ])('`%s`: %s', (cron, isNever) => {
    expect(never({ cron })).toBe(isNever);
  });

  test('unless a date comes after the end of the table', () => {
    // 29 February is a Monday in 2044 and not before, from 2016 on; tables end in the 2030s.
    const cron = '0 0 29 2 MON';
    expect(never({ cron, dayMatch: 'both', start: instant('2017-01-01T00:00Z') })).toBe(false);
    expect(
      never({
        cron,
        dayMatch: 'both',
        start: instant('2017-01-01T00:00Z'),
        end: instant('2044-01-01T00:00Z'),
      }),
    ).toBe(true);
  });

  test('when all its dates are taken, or lie outside start and end', () => {
    expect(never({ cron: '0 0 25 12 *', calendars: { only: ['2027-01-01'] }, include: ['only'] })).toBe(true);
    expect(never({ cron: '0 0 25 12 *', calendars: { only: ['2027-12-25'] }, include: ['only'] })).toBe(
      false,
    );
    expect(
      never({ cron: '0 0 1 1 *', start: instant('2027-02-01T00:00Z'), end: instant('2027-11-01T00:00Z') }),
    ).toBe(true);
    expect(
      never({
        cron: '30 2 28 3 *',
        gap: 'skip',
        start: instant('2027-01-01T00:00Z'),
        end: instant('2027-12-01T00:00Z'),
      }),
    ).toBe(true);
  });

  test('but fires in the past are fires', () => {
    expect(never({ cron: '0 0 * * *', end: instant('1971-01-01T00:00Z') })).toBe(false);
  });

  test('of other kinds: an empty list, and manual', () => {
    const kind = (timing: Parameters<typeof compileSchedule>[0]['timing'], rest = {}) =>
      neverFires(compileSchedule({ timing, ...rest }, { calendars: {} }));
    expect(kind({ kind: 'at', instants: [], walls: [] })).toBe(true);
    expect(kind({ kind: 'at', instants: [5], walls: [] })).toBe(false);
    expect(kind({ kind: 'manual' })).toBe(true);
    expect(kind({ kind: 'manual' }, { extras: [{ at: 5, reason: 'once' }] })).toBe(false);
    expect(kind({ kind: 'every', every: 60, anchor: 0 })).toBe(false);
    expect(kind({ kind: 'every', every: 60, anchor: 0 }, { end: -5 })).toBe(true);
  });
});

describe('the smallest spacing', () => {
  const spacing = (cron: string, from: string, until: string, rest: Partial<Row> = {}) =>
    smallestSpacing(scheduleOf({ cron, zone, ...rest }), instant(from), instant(until));

  test('is of elapsed time, so that a gap shortens a day and a shifted fire crowds its neighbour', () => {
    expect(spacing('0 9 * * *', '2027-01-01T00:00Z', '2027-03-01T00:00Z')).toBe(86_400);
    expect(spacing('0 9 * * *', '2027-01-01T00:00Z', '2027-06-01T00:00Z')).toBe(82_800);
    expect(spacing('30 2,4 * * *', '2027-01-01T00:00Z', '2027-06-01T00:00Z')).toBe(3600);
    expect(spacing('0 2 * * *', '2027-10-01T00:00Z', '2027-12-01T00:00Z', { fold: 'both' })).toBe(3600);
  });

  test('is found between fires that are far apart', () => {
    expect(spacing('0 0 29 2 *', '2020-01-01T00:00Z', '2030-01-01T00:00Z')).toBe(1461 * 86_400);
  });

  test('is undefined with fewer than two fires', () => {
    expect(spacing('0 0 29 2 *', '2028-01-01T00:00Z', '2029-01-01T00:00Z')).toBeUndefined();
  });
});

describe('the window of a run', () => {
  const windowOf = (schedule: Parameters<typeof runWindow>[0], fire: string, lastBefore?: string) => {
    const { from, to } = runWindow(
      schedule,
      instant(fire),
      lastBefore === undefined ? undefined : instant(lastBefore),
    );
    return [utc(from), utc(to)];
  };
  const daily = scheduleOf({
    cron: '0 9 * * *',
    zone: 'UTC',
    start: instant('2027-01-04T00:00Z'),
    skips: [{ at: instant('2027-01-06T09:00Z'), reason: 'audit' }],
  });

  test('reaches from the fire before to its own instant; omissions leave no hole', () => {
    expect(windowOf(daily, '2027-01-05T09:00Z')).toEqual(['2027-01-04T09:00:00Z', '2027-01-05T09:00:00Z']);
    expect(windowOf(daily, '2027-01-07T09:00Z')).toEqual(['2027-01-05T09:00:00Z', '2027-01-07T09:00:00Z']);
  });

  test('of a new job begins at the previous instant of its schedule', () => {
    expect(windowOf(daily, '2027-01-04T09:00Z')).toEqual(['2027-01-03T09:00:00Z', '2027-01-04T09:00:00Z']);
  });

  test('of a revision begins where the one before it ended', () => {
    expect(windowOf(daily, '2027-01-07T09:00Z', '2027-01-06T23:00Z')).toEqual([
      '2027-01-06T23:00:00Z',
      '2027-01-07T09:00:00Z',
    ]);
  });

  test('of an interval begins one interval before its anchor', () => {
    const every = compileSchedule(
      { timing: { kind: 'every', every: 5400, anchor: instant('2027-01-01T00:00Z') } },
      { calendars: {} },
    );
    expect(windowOf(every, '2027-01-01T00:00Z')).toEqual(['2026-12-31T22:30:00Z', '2027-01-01T00:00:00Z']);
    expect(windowOf(every, '2027-01-01T01:30Z')).toEqual(['2027-01-01T00:00:00Z', '2027-01-01T01:30:00Z']);
  });

  test('of the first of a list covers nothing', () => {
    const list = compileSchedule(
      { timing: { kind: 'at', instants: [instant('2027-01-01T00:00Z')], walls: [] } },
      { calendars: {} },
    );
    expect(windowOf(list, '2027-01-01T00:00Z')).toEqual(['2027-01-01T00:00:00Z', '2027-01-01T00:00:00Z']);
  });
});

test('a job has its own stable place in a spread', () => {
  // sha256sum of the id, first 6 bytes, modulo: worked out with another program.
  expect([60, 900, 3600].map((within) => spreadOffset('benefits/statement-run', within))).toEqual([
    3, 603, 1503,
  ]);
  expect(spreadOffset('benefits/statement-run', 0)).toBe(0);
  expect(spreadOffset('benefits/statement-run', 1)).toBe(0);
});
