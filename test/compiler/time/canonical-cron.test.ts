import { describe, expect, test } from 'vitest';
import { canonicalCron, describeCron, parseCron } from '../../../compiler/time/index.ts';

function parsed(text: string) {
  const result = parseCron(text);
  if (result.kind === 'invalid') throw new Error(`\`${text}\` is invalid`);
  return result.cron;
}

describe('a meaning has one spelling', () => {
  test.each([
    [
      '0 2 * * *',
      ['00 02 * * *', '0 2 */1 * *', '0 2 1-31 * *', '0 2 * 1-12 0-7', '0 0 2 * * *', ' 0\t2 * * * '],
    ],
    ['0 0 * * *', ['@daily', '@midnight']],
    ['0 0 1 1 *', ['@yearly', '@annually', '0 0 1 JAN *']],
    ['*/5 * * * *', ['0-59/5 * * * *', '0/5 * * * *', '0,5,10,15,20,25,30,35,40,45,50,55 * * * *']],
    ['*/30 * * * *', ['0,30 * * * *', '30,0 * * * *']],
    ['5-50/15 * * * *', ['5/15 * * * *', '5-59/15 * * * *', '5,20,35,50 * * * *']],
    ['0 9-17 * * 1-5', ['0 9-17 * * MON-FRI', '0 9,10,11,12,13,14,15,16,17 * * 5,4,3,2,1']],
    ['0 0 * * 0,6', ['0 0 * * 6-7', '0 0 * * SAT,SUN', '0 0 * * 0,6,7']],
    ['0 0 * * 1,3,5', ['0 0 * * 1-5/2', '0 0 * * 1/2']],
    ['0 0 * * 5L', ['0 0 * * FRIL', '0 0 * * 5#-1', '0 0 * * fri#-1']],
    ['0 0 * * 5', ['0 0 * * 5,5#2', '0 0 * * FRI,5L']],
    ['0 0 1,L,L-2,15W,LW * *', ['0 0 LW,15W,L-2,L,1 * *']],
    ['*/10 * * * * *', ['0/10 * * * * *']],
  ])('`%s`', (canonical, spellings) => {
    for (const text of [canonical, ...spellings]) expect(canonicalCron(parsed(text)), text).toBe(canonical);
  });

  test('a day field of all days stays restricted beside a restricted one', () => {
    expect(canonicalCron(parsed('0 0 */1 * MON'))).toBe('0 0 1-31 * 1');
    expect(canonicalCron(parsed('0 0 13 * 0-7'))).toBe('0 0 13 * 0-6');
  });
});

describe('an expression in words', () => {
  test.each([
    ['30 2 * * *', 'every day at 02:30'],
    ['0 9 * * MON-FRI', 'Mon-Fri at 09:00'],
    ['0 9,17 * * 1,3', 'Mon and Wed at 09:00 and 17:00'],
    ['*/5 * * * *', 'every 5 minutes'],
    ['* * * * *', 'every minute'],
    ['*/10 * * * * *', 'every 10 seconds'],
    ['@hourly', 'every hour'],
    ['17 * * * *', 'every hour at minute 17'],
    ['0 */2 * * *', 'every 2 hours'],
    ['*/15 9-17 * * 1-5', 'every 15 minutes from 09:00 to 17:59, Mon-Fri'],
    ['0 0 1 */3 *', 'on day 1 of the month in Jan, Apr, Jul and Oct at 00:00'],
    ['0 0 L * *', 'on the last day of the month at 00:00'],
    ['0 8 * * 5L', 'the last Fri of the month at 08:00'],
    ['0 8 * * MON#1', 'the first Mon of the month at 08:00'],
    ['30 5 0 15W * *', 'on the weekday nearest to day 15 of the month at 00:05:30'],
  ])('`%s` is %s', (text, words) => {
    expect(describeCron(parsed(text))).toBe(words);
  });

  test('both day fields are told by dayMatch', () => {
    const cron = parsed('0 0 13 * FRI');
    expect(describeCron(cron, 'both')).toBe('on day 13 of the month if it is Fri at 00:00');
    expect(describeCron(cron, 'either')).toBe('on day 13 of the month and on Fri at 00:00');
    expect(describeCron(cron)).toBe('0 0 13 * FRI');
  });

  test('an expression that words make no clearer stays as written', () => {
    expect(describeCron(parsed('*/7 3,5,9 2-11 * *'))).toBe('*/7 3,5,9 2-11 * *');
  });
});
