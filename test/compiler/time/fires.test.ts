import { describe, expect, test } from 'vitest';
import { compileSchedule, FIRES_MAX, fires, zoneTable } from '../../../compiler/time/index.ts';
import { checkFires, type Expected } from './check-fires.ts';
import { instant } from './clock.ts';
import { type Row, scheduleOf } from './schedule-of.ts';

type FireRow = Row & Expected;

function check(row: FireRow): void {
  const { from, until, fires: expectedFires, omissions = [], ...schedule } = row;
  checkFires(scheduleOf(schedule), { from, until, fires: expectedFires, omissions });
}

function groups(rows: Readonly<Record<string, readonly FireRow[]>>): void {
  for (const [prose, group] of Object.entries(rows)) {
    describe(prose, () => {
      test.each(
        group.map(
          (row) =>
            [`${row.cron} in ${row.zone}, ${row.gap ?? 'shift'}, ${row.fold ?? 'first'}`, row] as const,
        ),
      )('%s', (_, row) => check(row));
    });
  }
}

const london = { zone: 'Europe/London', from: '2027-03-27T12:00Z', until: '2027-03-29T12:00Z' } as const;
const newYork = { zone: 'America/New_York', from: '2027-11-06T12:00Z', until: '2027-11-08T12:00Z' } as const;

describe('fixed expressions follow the clock on the wall', () => {
  groups({
    'an ordinary day gives one fire at the time written': [
      {
        cron: '30 9 * * *',
        zone: 'Asia/Kathmandu',
        from: '2027-01-01T00:00Z',
        until: '2027-01-03T00:00Z',
        fires: ['2027-01-01T09:30+05:45', '2027-01-02T09:30+05:45'],
      },
      {
        cron: '0 9 * * MON-FRI',
        zone: 'America/New_York',
        from: '2027-01-01T00:00Z',
        until: '2027-01-05T00:00Z',
        fires: ['2027-01-01T09:00-05:00', '2027-01-04T09:00-05:00'],
      },
      {
        cron: '15 0 9 * * *',
        zone: 'UTC',
        from: '2027-01-01T00:00Z',
        until: '2027-01-02T00:00Z',
        fires: ['2027-01-01T09:00:15Z'],
      },
    ],
    'in a gap, shift fires at the wall time plus the length of the gap': [
      {
        ...london,
        cron: '30 1 * * *',
        gap: 'shift',
        fires: ['2027-03-28T02:30+01:00 2027-03-28 01:30', '2027-03-29T01:30+01:00'],
      },
      {
        ...london,
        cron: '59 59 1 * * *',
        gap: 'shift',
        fires: ['2027-03-28T02:59:59+01:00 2027-03-28 01:59:59', '2027-03-29T01:59:59+01:00'],
      },
      {
        ...london,
        cron: '0 1 * * *',
        gap: 'shift',
        fires: ['2027-03-28T02:00+01:00 2027-03-28 01:00', '2027-03-29T01:00+01:00'],
      },
    ],
    'in a gap, next fires at the first instant after it': [
      {
        ...london,
        cron: '30 1 * * *',
        gap: 'next',
        fires: ['2027-03-28T02:00+01:00 2027-03-28 01:30', '2027-03-29T01:30+01:00'],
      },
    ],
    'in a gap, skip does not fire and says so at the transition': [
      {
        ...london,
        cron: '30 1 * * *',
        gap: 'skip',
        fires: ['2027-03-29T01:30+01:00'],
        omissions: ['2027-03-28T01:00Z 2027-03-28 01:30 dst.gap'],
      },
      {
        ...london,
        cron: '0,30 1 * * *',
        gap: 'skip',
        fires: ['2027-03-29T01:00+01:00', '2027-03-29T01:30+01:00'],
        omissions: [
          '2027-03-28T01:00Z 2027-03-28 01:00 dst.gap',
          '2027-03-28T01:00Z 2027-03-28 01:30 dst.gap',
        ],
      },
    ],
    'the ends of a gap: its first wall time is lost, its last one exists': [
      { ...london, cron: '59 0 * * *', gap: 'skip', fires: ['2027-03-28T00:59Z', '2027-03-29T00:59+01:00'] },
      {
        ...london,
        cron: '0 1 * * *',
        gap: 'skip',
        fires: ['2027-03-29T01:00+01:00'],
        omissions: ['2027-03-28T01:00Z 2027-03-28 01:00 dst.gap'],
      },
      {
        ...london,
        cron: '0 2 * * *',
        gap: 'skip',
        fires: ['2027-03-28T02:00+01:00', '2027-03-29T02:00+01:00'],
      },
    ],
    'two nominal times on one instant are one fire: the earlier one, and the other is merged': [
      {
        ...london,
        cron: '30 1,2 * * *',
        gap: 'shift',
        fires: [
          '2027-03-28T02:30+01:00 2027-03-28 01:30',
          '2027-03-29T01:30+01:00',
          '2027-03-29T02:30+01:00',
        ],
        omissions: ['2027-03-28T01:30Z 2027-03-28 02:30 dst.merged'],
      },
      {
        ...london,
        cron: '0,30 1 * * *',
        gap: 'next',
        fires: [
          '2027-03-28T02:00+01:00 2027-03-28 01:00',
          '2027-03-29T01:00+01:00',
          '2027-03-29T01:30+01:00',
        ],
        omissions: ['2027-03-28T01:00Z 2027-03-28 01:30 dst.merged'],
      },
      {
        ...london,
        cron: '0 1,2 * * *',
        gap: 'next',
        fires: [
          '2027-03-28T02:00+01:00 2027-03-28 01:00',
          '2027-03-29T01:00+01:00',
          '2027-03-29T02:00+01:00',
        ],
        omissions: ['2027-03-28T01:00Z 2027-03-28 02:00 dst.merged'],
      },
    ],
    'lost times are put in order with those that they land among': [
      {
        ...london,
        cron: '20,40 1 * * *|30 2 * * *',
        gap: 'shift',
        fires: [
          '2027-03-28T02:20+01:00 2027-03-28 01:20',
          '2027-03-28T02:30+01:00',
          '2027-03-28T02:40+01:00 2027-03-28 01:40',
          '2027-03-29T01:20+01:00',
          '2027-03-29T01:40+01:00',
          '2027-03-29T02:30+01:00',
        ],
        from: '2027-03-28T00:00Z',
      },
    ],
    'in a fold, first fires in the earlier pass': [
      {
        ...newYork,
        cron: '30 1 * * *',
        fold: 'first',
        fires: ['2027-11-07T01:30-04:00', '2027-11-08T01:30-05:00'],
        omissions: ['2027-11-07T06:30Z 2027-11-07 01:30 dst.fold'],
      },
      {
        ...newYork,
        cron: '0 1 * * *',
        fold: 'first',
        fires: ['2027-11-07T01:00-04:00', '2027-11-08T01:00-05:00'],
        omissions: ['2027-11-07T06:00Z 2027-11-07 01:00 dst.fold'],
      },
    ],
    'in a fold, second fires in the later pass': [
      {
        ...newYork,
        cron: '30 1 * * *',
        fold: 'second',
        fires: ['2027-11-07T01:30-05:00', '2027-11-08T01:30-05:00'],
        omissions: ['2027-11-07T05:30Z 2027-11-07 01:30 dst.fold'],
      },
    ],
    'in a fold, both fires twice': [
      {
        ...newYork,
        cron: '30 1 * * *',
        fold: 'both',
        fires: ['2027-11-07T01:30-04:00', '2027-11-07T01:30-05:00', '2027-11-08T01:30-05:00'],
      },
      {
        ...newYork,
        cron: '45 0-2 * * *',
        fold: 'both',
        fires: [
          '2027-11-07T00:45-04:00',
          '2027-11-07T01:45-04:00',
          '2027-11-07T01:45-05:00',
          '2027-11-07T02:45-05:00',
          '2027-11-08T00:45-05:00',
          '2027-11-08T01:45-05:00',
          '2027-11-08T02:45-05:00',
        ],
      },
    ],
    'the ends of a fold: its last wall time comes once': [
      {
        ...newYork,
        cron: '0 2 * * *',
        fold: 'both',
        fires: ['2027-11-07T02:00-05:00', '2027-11-08T02:00-05:00'],
      },
      {
        ...newYork,
        cron: '59 0 * * *',
        fold: 'both',
        fires: ['2027-11-07T00:59-04:00', '2027-11-08T00:59-05:00'],
      },
    ],
    'a range may begin and end within a fold or beside a gap': [
      {
        cron: '*/30 1 * * *',
        zone: 'America/New_York',
        fold: 'first',
        from: '2027-11-07T05:30Z',
        until: '2027-11-07T06:30Z',
        fires: ['2027-11-07T01:30-04:00'],
        omissions: ['2027-11-07T06:00Z 2027-11-07 01:00 dst.fold'],
      },
      {
        cron: '30 1 * * *',
        zone: 'Europe/London',
        gap: 'shift',
        from: '2027-03-28T01:30Z',
        until: '2027-03-28T01:31Z',
        fires: ['2027-03-28T02:30+01:00 2027-03-28 01:30'],
      },
      {
        cron: '30 1 * * *',
        zone: 'Europe/London',
        gap: 'next',
        from: '2027-03-28T01:00:01Z',
        until: '2027-03-28T03:00Z',
        fires: [],
      },
    ],
  });
});

describe('elapsed expressions follow real time', () => {
  groups({
    'every hour of real time fires once, whatever the clock does': [
      {
        cron: '0 * * * *',
        zone: 'Europe/London',
        from: '2027-03-28T00:00Z',
        until: '2027-03-28T03:00Z',
        gap: 'skip',
        fires: ['2027-03-28T00:00Z', '2027-03-28T02:00+01:00', '2027-03-28T03:00+01:00'],
      },
      {
        cron: '*/30 * * * *',
        zone: 'America/New_York',
        from: '2027-11-07T05:00Z',
        until: '2027-11-07T07:00Z',
        fold: 'first',
        fires: [
          '2027-11-07T01:00-04:00',
          '2027-11-07T01:30-04:00',
          '2027-11-07T01:00-05:00',
          '2027-11-07T01:30-05:00',
        ],
      },
    ],
    'the class is judged by the hours and not by a star': [
      {
        cron: '0 0-23 * * *',
        zone: 'America/New_York',
        from: '2027-11-07T05:00Z',
        until: '2027-11-07T07:00Z',
        fold: 'first',
        fires: ['2027-11-07T01:00-04:00', '2027-11-07T01:00-05:00'],
      },
      {
        cron: '0 */2 * * *',
        zone: 'Europe/London',
        from: '2027-03-28T00:00Z',
        until: '2027-03-28T05:00Z',
        fires: ['2027-03-28T00:00Z', '2027-03-28T02:00+01:00', '2027-03-28T04:00+01:00'],
      },
    ],
    'in a half-hour fold the half hours come twice': [
      {
        cron: '*/30 * * * *',
        zone: 'Australia/Lord_Howe',
        from: '2027-04-03T14:30Z',
        until: '2027-04-03T15:31Z',
        fires: ['2027-04-04T01:30+11:00', '2027-04-04T01:30+10:30', '2027-04-04T02:00+10:30'],
      },
    ],
    'with fixed ones in a list each keeps its class; a nominal time of both is one': [
      {
        cron: '0 * * * *|0 1 * * *',
        zone: 'America/New_York',
        from: '2027-11-07T05:00Z',
        until: '2027-11-07T07:00Z',
        fold: 'first',
        fires: ['2027-11-07T01:00-04:00', '2027-11-07T01:00-05:00'],
      },
      {
        cron: '30 * * * *|30 1 * * *',
        zone: 'Europe/London',
        from: '2027-03-28T00:00Z',
        until: '2027-03-28T02:00Z',
        gap: 'shift',
        fires: ['2027-03-28T00:30Z', '2027-03-28T02:30+01:00 2027-03-28 01:30'],
        omissions: ['2027-03-28T01:30Z 2027-03-28 02:30 dst.merged'],
      },
    ],
  });
});

describe('unusual zones are ordinary input', () => {
  groups({
    'Lord Howe changes by half an hour': [
      {
        cron: '15 2 * * *',
        zone: 'Australia/Lord_Howe',
        gap: 'shift',
        from: '2027-10-02T00:00Z',
        until: '2027-10-04T00:00Z',
        fires: ['2027-10-03T02:45+11:00 2027-10-03 02:15', '2027-10-04T02:15+11:00'],
      },
      {
        cron: '15 2 * * *',
        zone: 'Australia/Lord_Howe',
        gap: 'next',
        from: '2027-10-02T00:00Z',
        until: '2027-10-03T00:00Z',
        fires: ['2027-10-03T02:30+11:00 2027-10-03 02:15'],
      },
      {
        cron: '15,45 2 * * *',
        zone: 'Australia/Lord_Howe',
        gap: 'shift',
        from: '2027-10-02T00:00Z',
        until: '2027-10-03T00:00Z',
        fires: ['2027-10-03T02:45+11:00 2027-10-03 02:15'],
        omissions: ['2027-10-02T15:45Z 2027-10-03 02:45 dst.merged'],
      },
      {
        cron: '45 1 * * *',
        zone: 'Australia/Lord_Howe',
        fold: 'both',
        from: '2027-04-03T00:00Z',
        until: '2027-04-04T00:00Z',
        fires: ['2027-04-04T01:45+11:00', '2027-04-04T01:45+10:30'],
      },
    ],
    'in Cairo, Beirut, Santiago and Havana midnight itself is lost': [
      {
        cron: '0 0 * * *',
        zone: 'Africa/Cairo',
        gap: 'shift',
        from: '2025-04-24T00:00Z',
        until: '2025-04-26T00:00Z',
        fires: ['2025-04-25T01:00+03:00 2025-04-25 00:00', '2025-04-26T00:00+03:00'],
      },
      {
        cron: '30 0 * * 5',
        zone: 'Africa/Cairo',
        gap: 'skip',
        from: '2025-04-24T00:00Z',
        until: '2025-04-26T00:00Z',
        fires: [],
        omissions: ['2025-04-24T22:00Z 2025-04-25 00:30 dst.gap'],
      },
      {
        cron: '0 0 * * *',
        zone: 'Asia/Beirut',
        gap: 'next',
        from: '2026-03-28T00:00Z',
        until: '2026-03-30T00:00Z',
        fires: ['2026-03-29T01:00+03:00 2026-03-29 00:00', '2026-03-30T00:00+03:00'],
      },
      {
        cron: '0 0 * * *',
        zone: 'America/Santiago',
        gap: 'shift',
        from: '2026-09-05T12:00Z',
        until: '2026-09-07T12:00Z',
        fires: ['2026-09-06T01:00-03:00 2026-09-06 00:00', '2026-09-07T00:00-03:00'],
      },
      {
        cron: '@daily',
        zone: 'America/Havana',
        gap: 'shift',
        from: '2026-03-07T12:00Z',
        until: '2026-03-09T12:00Z',
        fires: ['2026-03-08T01:00-04:00 2026-03-08 00:00', '2026-03-09T00:00-04:00'],
      },
    ],
    'and the hour before midnight comes twice': [
      {
        cron: '30 23 * * *',
        zone: 'Africa/Cairo',
        fold: 'both',
        from: '2025-10-30T00:00Z',
        until: '2025-10-31T12:00Z',
        fires: ['2025-10-30T23:30+03:00', '2025-10-30T23:30+02:00'],
      },
      {
        cron: '30 23 * * 6',
        zone: 'America/Santiago',
        fold: 'second',
        from: '2026-04-04T12:00Z',
        until: '2026-04-06T00:00Z',
        fires: ['2026-04-04T23:30-04:00'],
        omissions: ['2026-04-05T02:30Z 2026-04-04 23:30 dst.fold'],
      },
      {
        cron: '30 0 * * *',
        zone: 'America/Havana',
        fold: 'first',
        from: '2026-10-31T12:00Z',
        until: '2026-11-01T12:00Z',
        fires: ['2026-11-01T00:30-04:00'],
        omissions: ['2026-11-01T05:30Z 2026-11-01 00:30 dst.fold'],
      },
    ],
    'Dublin, whose winter time is the negative DST, behaves like London': [
      {
        cron: '30 1 * * *',
        zone: 'Europe/Dublin',
        gap: 'shift',
        from: '2027-03-28T00:00Z',
        until: '2027-03-29T00:00Z',
        fires: ['2027-03-28T02:30+01:00 2027-03-28 01:30'],
      },
      {
        cron: '30 1 * * *',
        zone: 'Europe/Dublin',
        fold: 'second',
        from: '2027-10-31T00:00Z',
        until: '2027-11-01T00:00Z',
        fires: ['2027-10-31T01:30Z'],
        omissions: ['2027-10-31T00:30Z 2027-10-31 01:30 dst.fold'],
      },
    ],
    'Casablanca goes back for Ramadan and forth after it': [
      {
        cron: '30 2 * * *',
        zone: 'Africa/Casablanca',
        fold: 'both',
        from: '2026-02-15T00:00Z',
        until: '2026-02-16T00:00Z',
        fires: ['2026-02-15T02:30+01:00', '2026-02-15T02:30Z'],
      },
      {
        cron: '30 2 * * *',
        zone: 'Africa/Casablanca',
        gap: 'shift',
        from: '2026-03-22T00:00Z',
        until: '2026-03-23T00:00Z',
        fires: ['2026-03-22T03:30+01:00 2026-03-22 02:30'],
      },
    ],
    'Apia left out the whole of 2011-12-30': [
      {
        cron: '0 9 * * *',
        zone: 'Pacific/Apia',
        gap: 'shift',
        from: '2011-12-29T00:00Z',
        until: '2012-01-01T00:00Z',
        fires: [
          '2011-12-29T09:00-10:00',
          '2011-12-31T09:00+14:00 2011-12-30 09:00',
          '2012-01-01T09:00+14:00',
        ],
        omissions: ['2011-12-30T19:00Z 2011-12-31 09:00 dst.merged'],
      },
      {
        cron: '0 9 * * 5',
        zone: 'Pacific/Apia',
        gap: 'shift',
        from: '2011-12-29T00:00Z',
        until: '2012-01-01T00:00Z',
        fires: ['2011-12-31T09:00+14:00 2011-12-30 09:00'],
      },
      {
        cron: '0 9 * * 5',
        zone: 'Pacific/Apia',
        gap: 'next',
        from: '2011-12-29T00:00Z',
        until: '2012-01-01T00:00Z',
        fires: ['2011-12-31T00:00+14:00 2011-12-30 09:00'],
      },
      {
        cron: '0 9 * * *',
        zone: 'Pacific/Apia',
        gap: 'skip',
        from: '2011-12-29T00:00Z',
        until: '2012-01-01T00:00Z',
        fires: ['2011-12-29T09:00-10:00', '2011-12-31T09:00+14:00', '2012-01-01T09:00+14:00'],
        omissions: ['2011-12-30T10:00Z 2011-12-30 09:00 dst.gap'],
      },
      {
        cron: '0 */6 * * *',
        zone: 'Pacific/Apia',
        gap: 'next',
        from: '2011-12-30T10:00Z',
        until: '2011-12-30T17:00Z',
        fires: ['2011-12-31T00:00+14:00 2011-12-30 00:00', '2011-12-31T06:00+14:00'],
        omissions: [
          '2011-12-30T10:00Z 2011-12-30 06:00 dst.merged',
          '2011-12-30T10:00Z 2011-12-30 12:00 dst.merged',
          '2011-12-30T10:00Z 2011-12-30 18:00 dst.merged',
          '2011-12-30T10:00Z 2011-12-31 00:00 dst.merged',
        ],
      },
    ],
    'Monrovia had seconds in its offset until 1972': [
      {
        cron: '0 12 * * *',
        zone: 'Africa/Monrovia',
        from: '1972-01-06T00:00Z',
        until: '1972-01-08T00:00Z',
        fires: ['1972-01-06T12:44:30Z 1972-01-06 12:00', '1972-01-07T12:00Z'],
      },
      {
        cron: '15 0 * * *',
        zone: 'Africa/Monrovia',
        gap: 'shift',
        from: '1972-01-07T00:00Z',
        until: '1972-01-08T00:00Z',
        fires: ['1972-01-07T00:59:30Z 1972-01-07 00:15'],
      },
      {
        cron: '15 0 * * *',
        zone: 'Africa/Monrovia',
        gap: 'next',
        from: '1972-01-07T00:00Z',
        until: '1972-01-08T00:00Z',
        fires: ['1972-01-07T00:44:30Z 1972-01-07 00:15'],
      },
    ],
    'Troll changes by two hours': [
      {
        cron: '30 1,2 * * *',
        zone: 'Antarctica/Troll',
        gap: 'shift',
        from: '2026-03-29T00:00Z',
        until: '2026-03-30T00:00Z',
        fires: ['2026-03-29T03:30+02:00 2026-03-29 01:30', '2026-03-29T04:30+02:00 2026-03-29 02:30'],
      },
      {
        cron: '30 2 * * *',
        zone: 'Antarctica/Troll',
        fold: 'both',
        from: '2026-10-25T00:00Z',
        until: '2026-10-26T00:00Z',
        fires: ['2026-10-25T02:30+02:00', '2026-10-25T02:30Z'],
      },
    ],
    'Pyongyang repeated the half hour before midnight': [
      {
        cron: '45 23 * * *',
        zone: 'Asia/Pyongyang',
        fold: 'both',
        from: '2015-08-14T00:00Z',
        until: '2015-08-15T00:00Z',
        fires: ['2015-08-14T23:45+09:00', '2015-08-14T23:45+08:30'],
      },
    ],
  });
});

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
