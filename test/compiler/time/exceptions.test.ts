import { describe, expect, test } from 'vitest';
import { fires, nextFire, omissions, previousFire, type Schedule } from '../../../compiler/time/index.ts';
import { checkFires } from './check-fires.ts';
import { instant, shown, utc } from './clock.ts';
import { scheduleOf } from './schedule-of.ts';

const daily = { cron: '0 9 * * *', zone: 'Europe/London' } as const;
const week = { from: '2027-01-04T00:00Z', until: '2027-01-09T00:00Z' } as const;
const reasons = (schedule: Schedule) =>
  omissions(schedule, instant(week.from), instant(week.until)).map(
    ({ at, cause, reason }) => `${utc(at)} ${cause}: ${reason}`,
  );

describe('skips', () => {
  test('remove the fire at the exact instant, with their reason', () => {
    const schedule = scheduleOf({
      ...daily,
      skips: [
        { at: instant('2027-01-05T09:00Z'), reason: 'audit' },
        { at: instant('2027-01-06T10:00Z'), reason: 'no fire there' },
      ],
    });
    checkFires(schedule, {
      ...week,
      fires: ['2027-01-04T09:00Z', '2027-01-06T09:00Z', '2027-01-07T09:00Z', '2027-01-08T09:00Z'],
      omissions: ['2027-01-05T09:00Z 2027-01-05 09:00 skipped'],
    });
    expect(reasons(schedule)).toEqual(['2027-01-05T09:00:00Z skipped: audit']);
  });

  test('remove one pass of a fold', () => {
    const schedule = scheduleOf({
      cron: '30 1 * * *',
      zone: 'Europe/London',
      fold: 'both',
      skips: [{ at: instant('2027-10-31T00:30Z'), reason: 'once is enough' }],
    });
    checkFires(schedule, {
      from: '2027-10-31T00:00Z',
      until: '2027-11-01T00:00Z',
      fires: ['2027-10-31T01:30Z'],
      omissions: ['2027-10-31T00:30Z 2027-10-31 01:30 skipped'],
    });
  });
});

describe('extras', () => {
  const extras = [{ at: instant('2027-01-05T12:00Z'), reason: 'rerun' }];

  test('are fires of their own, at the exact instant', () => {
    checkFires(scheduleOf({ ...daily, extras }), {
      from: week.from,
      until: '2027-01-06T00:00Z',
      fires: ['2027-01-04T09:00Z', '2027-01-05T09:00Z', '2027-01-05T12:00Z'],
    });
  });

  test('on a regular fire add nothing', () => {
    checkFires(scheduleOf({ ...daily, extras: [{ at: instant('2027-01-04T09:00Z'), reason: 'twice' }] }), {
      from: week.from,
      until: '2027-01-05T00:00Z',
      fires: ['2027-01-04T09:00Z'],
    });
  });

  test('are not touched by calendars, and give what a calendar took', () => {
    const schedule = scheduleOf({
      ...daily,
      calendars: { shut: ['2027-01-05'] },
      exclude: ['shut'],
      extras: [...extras, { at: instant('2027-01-05T09:00Z'), reason: 'after all' }],
    });
    checkFires(schedule, {
      from: '2027-01-05T00:00Z',
      until: '2027-01-06T00:00Z',
      fires: ['2027-01-05T09:00Z', '2027-01-05T12:00Z'],
    });
  });

  test('give the pass of a fold that the policy leaves out', () => {
    const schedule = scheduleOf({
      cron: '30 1 * * *',
      zone: 'Europe/London',
      fold: 'first',
      extras: [{ at: instant('2027-10-31T01:30Z'), reason: 'both, this once' }],
    });
    checkFires(schedule, {
      from: '2027-10-31T00:00Z',
      until: '2027-11-01T00:00Z',
      fires: ['2027-10-31T01:30+01:00', '2027-10-31T01:30Z'],
    });
  });

  test('are subject to start, end and pause', () => {
    expect(
      fires(
        scheduleOf({ ...daily, start: instant('2027-01-05T12:00:01Z'), extras }),
        instant(week.from),
        instant('2027-01-06T00:00Z'),
      ).count,
    ).toBe(0);
    expect(
      fires(
        scheduleOf({ ...daily, end: instant('2027-01-05T12:00Z'), extras }),
        instant('2027-01-05T10:00Z'),
        instant('2027-01-06T00:00Z'),
      ).count,
    ).toBe(0);
    const pause = {
      from: instant('2027-01-05T10:00Z'),
      until: instant('2027-01-05T13:00Z'),
      reason: 'move',
      fires: 'skip',
    } as const;
    checkFires(scheduleOf({ ...daily, extras, pause }), {
      from: '2027-01-05T10:00Z',
      until: '2027-01-06T00:00Z',
      fires: [],
      omissions: ['2027-01-05T12:00Z 2027-01-05 12:00 paused'],
    });
  });

  test('are all there is of a rare schedule, and are found', () => {
    const schedule = scheduleOf({ cron: '0 0 30 2 *', zone: 'UTC', extras });
    expect(nextFire(schedule, 0)).toBe(extras[0]!.at);
    expect(nextFire(schedule, extras[0]!.at)).toBeUndefined();
    expect(previousFire(schedule, instant('2035-01-01T00:00Z'))).toBe(extras[0]!.at);
    expect(previousFire(schedule, extras[0]!.at)).toBeUndefined();
  });
});

describe('a pause', () => {
  const pause = {
    from: instant('2027-01-05T09:00Z'),
    until: instant('2027-01-07T09:00Z'),
    reason: 'year end',
  };

  test('with skip omits the fires from its first instant to before its last', () => {
    const schedule = scheduleOf({ ...daily, pause: { ...pause, fires: 'skip' } });
    checkFires(schedule, {
      ...week,
      fires: ['2027-01-04T09:00Z', '2027-01-07T09:00Z', '2027-01-08T09:00Z'],
      omissions: ['2027-01-05T09:00Z 2027-01-05 09:00 paused', '2027-01-06T09:00Z 2027-01-06 09:00 paused'],
    });
    expect(reasons(schedule)).toEqual([
      '2027-01-05T09:00:00Z paused: year end',
      '2027-01-06T09:00:00Z paused: year end',
    ]);
  });

  test('with hold leaves the fires in being', () => {
    expect(
      fires(
        scheduleOf({ ...daily, pause: { ...pause, fires: 'hold' } }),
        instant(week.from),
        instant(week.until),
      ).count,
    ).toBe(5);
  });

  test('of years is leapt over', () => {
    const schedule = scheduleOf({
      ...daily,
      cron: '* * * * * *',
      pause: {
        from: instant('2027-01-01T00:00Z'),
        until: instant('2033-01-01T00:00Z'),
        reason: 'moratorium',
        fires: 'skip',
      },
    });
    expect(utc(nextFire(schedule, instant('2027-06-01T00:00Z'))!)).toBe('2033-01-01T00:00:00Z');
    expect(utc(previousFire(schedule, instant('2032-06-01T00:00Z'))!)).toBe('2026-12-31T23:59:59Z');
  });

  test('a fire skipped by name is skipped, not paused', () => {
    const schedule = scheduleOf({
      ...daily,
      pause: { ...pause, fires: 'skip' },
      skips: [{ at: pause.from, reason: 'audit' }],
    });
    expect(reasons(schedule)).toEqual([
      '2027-01-05T09:00:00Z skipped: audit',
      '2027-01-06T09:00:00Z paused: year end',
    ]);
  });
});

test('omissions are sorted by instant, then nominal time, and none is outside start and end', () => {
  const schedule = scheduleOf({
    cron: '*/20 1 * * *',
    zone: 'Europe/London',
    gap: 'skip',
    start: instant('2027-03-28T01:00Z'),
    end: instant('2027-10-31T01:30Z'),
  });
  const found = omissions(schedule, 0, instant('2030-01-01T00:00Z'));
  expect(found.map(({ at, nominal }) => `${utc(at)} ${shown(nominal)}`)).toEqual([
    '2027-03-28T01:00:00Z 2027-03-28 01:00',
    '2027-03-28T01:00:00Z 2027-03-28 01:20',
    '2027-03-28T01:00:00Z 2027-03-28 01:40',
    '2027-10-31T01:00:00Z 2027-10-31 01:00',
    '2027-10-31T01:20:00Z 2027-10-31 01:20',
  ]);
});
