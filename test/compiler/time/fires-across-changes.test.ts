import { describe } from 'vitest';
import { checkRows } from './check-rows.ts';

const london = { zone: 'Europe/London', from: '2027-03-27T12:00Z', until: '2027-03-29T12:00Z' } as const;
const newYork = { zone: 'America/New_York', from: '2027-11-06T12:00Z', until: '2027-11-08T12:00Z' } as const;

describe('fixed expressions follow the clock on the wall', () => {
  checkRows({
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
  checkRows({
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
