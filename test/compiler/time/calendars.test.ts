import { describe, expect, test } from 'vitest';
import { compileSchedule, fires, nextFire, omissions, type Schedule } from '../../../compiler/time/index.ts';
import type { EveryTiming, ScheduleMeaning } from '../../../schema/manifest.ts';
import { instant, shown, utc } from './clock.ts';
import { calendarsOf, scheduleOf } from './schedule-of.ts';

// 2027: 1 January is a Friday. Christmas Day and Boxing Day are a Saturday and a Sunday.
const calendars = {
  christmas: ['2027-12-25', '2027-12-26'],
  closing: ['2027-12-27'],
  paydays: ['2027-12-15', '2027-12-28'],
};

/** Lists fires and omissions: `instant`, or `instant nominal cause calendar [-> instant]`. */
function told(schedule: Schedule, from: string, until: string): string[] {
  const [low, high] = [instant(from), instant(until)];
  return [
    ...[...fires(schedule, low, high).scheduled].map(utc),
    ...omissions(schedule, low, high).map(
      ({ at, nominal, cause, calendar, movedTo }) =>
        `- ${utc(at)} ${shown(nominal)} ${cause} ${calendar}${movedTo === undefined ? '' : ` -> ${utc(movedTo)}`}`,
    ),
  ];
}

const december = ['2027-12-24T00:00Z', '2027-12-30T00:00Z'] as const;
const daily = { cron: '0 9 * * *', zone: 'UTC', calendars } as const;

describe('exclude takes dates away', () => {
  test('and names the calendar', () => {
    expect(told(scheduleOf({ ...daily, exclude: ['christmas', 'closing'] }), ...december)).toEqual([
      '2027-12-24T09:00:00Z',
      '2027-12-28T09:00:00Z',
      '2027-12-29T09:00:00Z',
      '- 2027-12-25T09:00:00Z 2027-12-25 09:00 calendar christmas',
      '- 2027-12-26T09:00:00Z 2027-12-26 09:00 calendar christmas',
      '- 2027-12-27T09:00:00Z 2027-12-27 09:00 calendar closing',
    ]);
  });

  test('a date that the schedule gives anyway is not moved onto', () => {
    expect(
      told(
        scheduleOf({ ...daily, exclude: ['christmas'], onExcluded: 'next-day' }),
        '2027-12-26T00:00Z',
        '2027-12-28T00:00Z',
      ),
    ).toEqual(['2027-12-27T09:00:00Z', '- 2027-12-26T09:00:00Z 2027-12-26 09:00 calendar christmas']);
  });
});

describe('onExcluded moves to the nearest date that stays', () => {
  const saturdays = { ...daily, cron: '0 9,17 * * SAT' };

  test('forwards, over other dates that are taken', () => {
    expect(
      told(
        scheduleOf({ ...saturdays, exclude: ['christmas', 'closing'], onExcluded: 'next-day' }),
        ...december,
      ),
    ).toEqual([
      '2027-12-28T09:00:00Z',
      '2027-12-28T17:00:00Z',
      '- 2027-12-25T09:00:00Z 2027-12-25 09:00 calendar christmas -> 2027-12-28T09:00:00Z',
      '- 2027-12-25T17:00:00Z 2027-12-25 17:00 calendar christmas -> 2027-12-28T17:00:00Z',
    ]);
  });

  test('backwards', () => {
    expect(
      told(scheduleOf({ ...saturdays, exclude: ['christmas'], onExcluded: 'previous-day' }), ...december),
    ).toEqual([
      '2027-12-24T09:00:00Z',
      '2027-12-24T17:00:00Z',
      '- 2027-12-25T09:00:00Z 2027-12-25 09:00 calendar christmas -> 2027-12-24T09:00:00Z',
      '- 2027-12-25T17:00:00Z 2027-12-25 17:00 calendar christmas -> 2027-12-24T17:00:00Z',
    ]);
  });

  test('two dates that move onto one give its times once', () => {
    expect(
      told(
        scheduleOf({ ...daily, cron: '0 9 * * SAT,SUN', exclude: ['christmas'], onExcluded: 'next-day' }),
        ...december,
      ),
    ).toEqual([
      '2027-12-27T09:00:00Z',
      '- 2027-12-25T09:00:00Z 2027-12-25 09:00 calendar christmas -> 2027-12-27T09:00:00Z',
      '- 2027-12-26T09:00:00Z 2027-12-26 09:00 calendar christmas -> 2027-12-27T09:00:00Z',
    ]);
  });

  test('the fire is found though its date of origin is outside the range, and by looking for the next one', () => {
    const schedule = scheduleOf({ ...saturdays, exclude: ['christmas', 'closing'], onExcluded: 'next-day' });
    expect(told(schedule, '2027-12-28T12:00Z', '2027-12-29T00:00Z')).toEqual(['2027-12-28T17:00:00Z']);
    expect(utc(nextFire(schedule, instant('2027-12-24T00:00Z'))!)).toBe('2027-12-28T09:00:00Z');
  });

  test('31 days at most', () => {
    const days = (count: number) =>
      Array.from({ length: count }, (_, day) =>
        new Date(Date.UTC(2027, 0, 2 + day)).toISOString().slice(0, 10),
      );
    const yearly = (count: number) =>
      scheduleOf({
        cron: '0 9 2 1 *',
        zone: 'UTC',
        calendars: { shut: days(count) },
        exclude: ['shut'],
        onExcluded: 'next-day',
      });
    expect(told(yearly(31), '2027-01-01T00:00Z', '2027-12-31T00:00Z')).toEqual([
      '2027-02-02T09:00:00Z',
      '- 2027-01-02T09:00:00Z 2027-01-02 09:00 calendar shut -> 2027-02-02T09:00:00Z',
    ]);
    expect(told(yearly(32), '2027-01-01T00:00Z', '2027-12-31T00:00Z')).toEqual([
      '- 2027-01-02T09:00:00Z 2027-01-02 09:00 calendar shut',
    ]);
  });
});

describe('include keeps only its dates', () => {
  test('of those that the schedule gives', () => {
    expect(
      told(
        scheduleOf({ ...daily, cron: '0 9 * * MON-FRI', include: ['paydays'] }),
        '2027-12-01T00:00Z',
        '2027-12-31T00:00Z',
      ).filter((line) => !line.startsWith('-')),
    ).toEqual(['2027-12-15T09:00:00Z', '2027-12-28T09:00:00Z']);
    expect(
      told(
        scheduleOf({ ...daily, cron: '0 9 * * WED', include: ['paydays'] }),
        '2027-12-15T00:00Z',
        '2027-12-24T00:00Z',
      ),
    ).toEqual(['2027-12-15T09:00:00Z', '- 2027-12-22T09:00:00Z 2027-12-22 09:00 calendar paydays']);
  });

  test('several are one set, and exclude takes from it', () => {
    const schedule = scheduleOf({
      ...daily,
      include: ['christmas', 'paydays'],
      exclude: ['closing', 'christmas'],
    });
    expect(told(schedule, ...december)).toEqual([
      '2027-12-28T09:00:00Z',
      '- 2027-12-24T09:00:00Z 2027-12-24 09:00 calendar christmas, paydays',
      '- 2027-12-25T09:00:00Z 2027-12-25 09:00 calendar christmas',
      '- 2027-12-26T09:00:00Z 2027-12-26 09:00 calendar christmas',
      '- 2027-12-27T09:00:00Z 2027-12-27 09:00 calendar closing',
      '- 2027-12-29T09:00:00Z 2027-12-29 09:00 calendar christmas, paydays',
    ]);
  });
});

describe('calendars see nominal dates, before gap and fold', () => {
  const zone = 'Europe/London';
  const sundays = {
    cron: '30 1 * * SUN',
    zone,
    calendars: { spring: ['2027-03-28'], autumn: ['2027-10-31'] },
  };

  test('a lost time on an excluded date is taken by the calendar, at the instant it would have had', () => {
    const at = (gap: 'shift' | 'next' | 'skip') =>
      told(scheduleOf({ ...sundays, gap, exclude: ['spring'] }), '2027-03-28T00:00Z', '2027-03-29T00:00Z');
    expect(at('shift')).toEqual(['- 2027-03-28T01:30:00Z 2027-03-28 01:30 calendar spring']);
    expect(at('next')).toEqual(['- 2027-03-28T01:00:00Z 2027-03-28 01:30 calendar spring']);
    expect(at('skip')).toEqual(['- 2027-03-28T01:00:00Z 2027-03-28 01:30 calendar spring']);
  });

  test('a repeated one by its policy', () => {
    const at = (fold: 'first' | 'second' | 'both') =>
      told(scheduleOf({ ...sundays, fold, exclude: ['autumn'] }), '2027-10-31T00:00Z', '2027-11-01T00:00Z');
    expect(at('first')).toEqual(['- 2027-10-31T00:30:00Z 2027-10-31 01:30 calendar autumn']);
    expect(at('second')).toEqual(['- 2027-10-31T01:30:00Z 2027-10-31 01:30 calendar autumn']);
    expect(at('both')).toEqual([
      '- 2027-10-31T00:30:00Z 2027-10-31 01:30 calendar autumn',
      '- 2027-10-31T01:30:00Z 2027-10-31 01:30 calendar autumn',
    ]);
  });

  test('a fire that is moved into a gap meets it there', () => {
    const schedule = scheduleOf({
      cron: '30 1 * * SAT',
      zone,
      gap: 'shift',
      calendars: { eve: ['2027-03-27'] },
      exclude: ['eve'],
      onExcluded: 'next-day',
    });
    expect(told(schedule, '2027-03-27T00:00Z', '2027-03-29T00:00Z')).toEqual([
      '2027-03-28T01:30:00Z',
      '- 2027-03-27T01:30:00Z 2027-03-27 01:30 calendar eve -> 2027-03-28T01:30:00Z',
    ]);
  });

  test('dates are those of the zone, not of UTC', () => {
    const schedule = scheduleOf({
      cron: '0 8 * * *',
      zone: 'Asia/Tokyo',
      calendars: { holiday: ['2027-01-02'] },
      exclude: ['holiday'],
    });
    expect(told(schedule, '2027-01-01T00:00Z', '2027-01-03T00:00Z')).toEqual([
      '2027-01-02T23:00:00Z',
      '- 2027-01-01T23:00:00Z 2027-01-02 08:00 calendar holiday',
    ]);
  });

  test('an elapsed expression loses every pass of an hour on an excluded date', () => {
    const schedule = scheduleOf({
      cron: '0 * * * *',
      zone,
      fold: 'first',
      exclude: ['autumn'],
      calendars: sundays.calendars,
    });
    const lines = told(schedule, '2027-10-31T00:00Z', '2027-10-31T02:01Z');
    expect(lines).toEqual([
      '- 2027-10-31T00:00:00Z 2027-10-31 01:00 calendar autumn',
      '- 2027-10-31T01:00:00Z 2027-10-31 01:00 calendar autumn',
      '- 2027-10-31T02:00:00Z 2027-10-31 02:00 calendar autumn',
    ]);
  });
});

describe('intervals and lists have dates too', () => {
  const scheduled = (timing: ScheduleMeaning['timing'], rest: Omit<ScheduleMeaning, 'timing'>) =>
    compileSchedule({ timing, ...rest }, { calendars: calendarsOf(calendars) });
  const every = (hours: number): EveryTiming => ({
    kind: 'every',
    every: hours * 3600,
    anchor: instant('2027-12-01T09:00Z'),
  });

  test('of UTC, for an interval', () => {
    expect(told(scheduled(every(48), { exclude: ['closing'] }), ...december)).toEqual([
      '2027-12-25T09:00:00Z',
      '2027-12-29T09:00:00Z',
      '- 2027-12-27T09:00:00Z 2027-12-27 09:00 calendar closing',
    ]);
  });

  test('an interval moves onto dates that it does not give', () => {
    expect(told(scheduled(every(48), { exclude: ['closing'], onExcluded: 'next-day' }), ...december)).toEqual(
      [
        '2027-12-25T09:00:00Z',
        '2027-12-28T09:00:00Z',
        '2027-12-29T09:00:00Z',
        '- 2027-12-27T09:00:00Z 2027-12-27 09:00 calendar closing -> 2027-12-28T09:00:00Z',
      ],
    );
    expect(
      told(
        scheduled(every(24), { exclude: ['closing'], onExcluded: 'next-day' }),
        '2027-12-27T00:00Z',
        '2027-12-29T00:00Z',
      ),
    ).toEqual(['2027-12-28T09:00:00Z', '- 2027-12-27T09:00:00Z 2027-12-27 09:00 calendar closing']);
  });

  test('a list moves its instants', () => {
    const list = {
      kind: 'at',
      instants: [instant('2027-12-24T10:00Z'), instant('2027-12-26T10:00Z')],
      walls: [],
    } as const;
    expect(told(scheduled(list, { exclude: ['christmas'], onExcluded: 'next-day' }), ...december)).toEqual([
      '2027-12-24T10:00:00Z',
      '2027-12-27T10:00:00Z',
      '- 2027-12-26T10:00:00Z 2027-12-26 10:00 calendar christmas -> 2027-12-27T10:00:00Z',
    ]);
    expect(
      told(scheduled(list, { exclude: ['christmas'], onExcluded: 'previous-day' }), ...december),
    ).toEqual(['2027-12-24T10:00:00Z', '- 2027-12-26T10:00:00Z 2027-12-26 10:00 calendar christmas']);
  });
});
