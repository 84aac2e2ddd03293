import { expect, test } from 'vitest';
import { fires } from '../../../compiler/time/index.ts';
import { date, shown } from './clock.ts';
import { scheduleOf } from './schedule-of.ts';

// Expected dates are read off a calendar. 2027: 1 January is a Friday; 2028 is a leap year.

/** Lists the days on which the day fields of an expression fire, as `month-day`. */
function daysOf(days: string, year: number, dayMatch?: 'either' | 'both'): string[] {
  const schedule = scheduleOf({ cron: `0 0 ${days}`, zone: 'UTC', ...(dayMatch ? { dayMatch } : {}) });
  const { nominal } = fires(schedule, date(`${year}-01-01`) * 86_400, date(`${year + 1}-01-01`) * 86_400);
  return [...nominal].map((wall) => shown(wall).slice(5, 10));
}

test.each([
  [
    'L * *',
    2027,
    [
      '01-31',
      '02-28',
      '03-31',
      '04-30',
      '05-31',
      '06-30',
      '07-31',
      '08-31',
      '09-30',
      '10-31',
      '11-30',
      '12-31',
    ],
  ],
  ['L 2 *', 2028, ['02-29']],
  ['L-1 2,4 *', 2027, ['02-27', '04-29']],
  ['L-30 * *', 2027, ['01-01', '03-01', '05-01', '07-01', '08-01', '10-01', '12-01']],
  ['L-28 2 *', 2028, ['02-01']],
  ['L-28 2 *', 2027, []],
  ['29 2 *', 2027, []],
  ['29 2 *', 2028, ['02-29']],
  ['31 4,6 *', 2027, []],
])('days counted from the end: `%s` in %i', (days, year, expected) => {
  expect(daysOf(days, year)).toEqual(expected);
});

test.each([
  // 1 May 2027 is a Saturday: not 30 April, but Monday the 3rd.
  ['1W 5 *', ['05-03']],
  // 31 October 2027 is a Sunday: not 1 November, but Friday the 29th.
  ['31W 10 *', ['10-29']],
  // 15 May is a Saturday, 15 August a Sunday, 15 June a Tuesday.
  ['15W 5,6,8 *', ['05-14', '06-15', '08-16']],
  // A month without a 31st has no nearest weekday to it.
  ['31W 4-6 *', ['05-31']],
  ['30W 2 *', []],
  // The last weekday: 31 July 2027 is a Saturday, 28 February a Sunday, 31 March a Wednesday.
  ['LW 2,3,7 *', ['02-26', '03-31', '07-30']],
])('weekdays do not leave their month: `%s`', (days, expected) => {
  expect(daysOf(days, 2027)).toEqual(expected);
});

test.each([
  ['* 1 FRI', ['01-01', '01-08', '01-15', '01-22', '01-29']],
  ['* 1 5#1', ['01-01']],
  ['* 1 5#5', ['01-29']],
  ['* 2 5#5', []],
  ['* 1 5L', ['01-29']],
  ['* 2 5L', ['02-26']],
  ['* 1 5#-2', ['01-22']],
  ['* 1 4#-4', ['01-07']],
  ['* 1 4#-5', []],
  ['* 1 5#-5', ['01-01']],
  ['* 2 SUN#1,7L', ['02-07', '02-28']],
])('the nth weekday of a month: `%s`', (days, expected) => {
  expect(daysOf(days, 2027)).toEqual(expected);
});

test.each([
  ['13 * FRI', 'both', ['08-13']],
  ['13 8 FRI', 'either', ['08-06', '08-13', '08-20', '08-27']],
  ['1,15 2 SUN', 'either', ['02-01', '02-07', '02-14', '02-15', '02-21', '02-28']],
  [
    '1-7 * MON',
    'both',
    [
      '01-04',
      '02-01',
      '03-01',
      '04-05',
      '05-03',
      '06-07',
      '07-05',
      '08-02',
      '09-06',
      '10-04',
      '11-01',
      '12-06',
    ],
  ],
  ['*/10 2 MON', 'both', ['02-01']],
  ['*/10 2 MON', 'either', ['02-01', '02-08', '02-11', '02-15', '02-21', '02-22']],
  ['L 2 SUNL', 'both', ['02-28']],
] as const)('both day fields: `%s`, %s', (days, dayMatch, expected) => {
  expect(daysOf(days, 2027, dayMatch)).toEqual(expected);
});
