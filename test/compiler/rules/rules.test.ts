// cspell:ignore sched
import { describe, expect, test } from 'vitest';
import { declare } from '../../support/declare.ts';
import { job, policy, tenant } from '../manifest/compile.ts';
import { findings, say } from './findings.ts';

const berlin = (cron: string | string[]) => ({ cron, zone: 'Europe/Berlin' });
const dst = (gap: string, fold: string) => ({ dst: { gap, fold } });

describe('gap-loses-fire', () => {
  const rule = 'gap-loses-fire';

  test('tells every fire that is left out, by date', () => {
    expect(say(rule, berlin('0,15,30,45 2 * * *'), dst('skip', 'first'))).toEqual([
      '02:00, 02:15, 02:30 and 1 more do not exist on 2027-03-28 in Europe/Berlin: `gap: skip` leaves out 4 fires',
    ]);
  });

  test('tells both of two gaps in sight', () => {
    expect(say(rule, { cron: '30 2 * * *', zone: 'Africa/Casablanca' }, dst('skip', 'first'))).toEqual([
      '02:30 does not exist on 2027-03-14 in Africa/Casablanca: `gap: skip` leaves out 1 fire',
    ]);
  });

  test('tells of wall times in a list', () => {
    const at = ['2027-03-28T02:30', '2027-04-01T02:30'];
    expect(say(rule, { at, zone: 'Europe/Berlin' }, dst('skip', 'first'))).toHaveLength(1);
  });

  test.each([
    ['with another answer', berlin('30 2 * * *'), dst('shift', 'first')],
    ['in a rhythm of every hour', berlin('30 * * * *'), dst('skip', 'first')],
    ['at another hour', berlin('30 3 * * *'), dst('skip', 'first')],
    ['on other days', berlin('30 2 * * 1-5'), dst('skip', 'first')],
    ['in a zone without summer time', { cron: '30 2 * * *', zone: 'Asia/Kolkata' }, dst('skip', 'first')],
    ['in elapsed time', { every: '1h', anchor: '2027-01-01T00:30:00Z' }, dst('skip', 'first')],
  ])('is silent %s', (_, schedule, answers) => {
    expect(say(rule, schedule, answers)).toEqual([]);
  });
});

describe('fold-doubles-fire', () => {
  const rule = 'fold-doubles-fire';

  test('tells a fire that comes twice', () => {
    expect(say(rule, { cron: '45 1 * * *', zone: 'Australia/Lord_Howe' }, dst('shift', 'both'))).toEqual([
      '01:45 occurs twice on 2027-04-04 in Australia/Lord_Howe: `fold: both` fires 1 time more',
    ]);
  });

  test('tells only of expressions that name their hours', () => {
    expect(say(rule, berlin(['30 2 * * *', '0 * * * *']), dst('shift', 'both'))).toEqual([
      '02:30 occurs twice on 2027-10-31 in Europe/Berlin: `fold: both` fires 1 time more',
    ]);
  });

  test.each([
    ['with another answer', berlin('30 2 * * *'), dst('shift', 'second')],
    ['in a rhythm of every hour', berlin('*/30 * * * *'), dst('shift', 'both')],
    ['at another hour', berlin('30 3 * * *'), dst('shift', 'both')],
  ])('is silent %s', (_, schedule, answers) => {
    expect(say(rule, schedule, answers)).toEqual([]);
  });
});

describe('fold-starves', () => {
  const rule = 'fold-starves';

  test.each([
    [
      berlin('*/30 1-4 * * *'),
      'after 2027-10-31 02:30 the job is silent for 1h30m, where it fires every 30m otherwise',
    ],
    [
      berlin('0 1-5 * * *'),
      'after 2027-10-31 02:00 the job is silent for 2h, where it fires every 1h otherwise',
    ],
  ])('tells how long %j is silent', (schedule, expected) => {
    expect(say(rule, schedule)).toEqual([`the clocks go back in Europe/Berlin, and ${expected}`]);
  });

  test('tells of the first pass where the second has the fires', () => {
    expect(say(rule, berlin('*/30 1-4 * * *'), dst('shift', 'second'))).toHaveLength(1);
  });

  test.each([
    ['where every hour is given', berlin('*/5 * * * *'), {}],
    ['where both passes fire', berlin('*/30 1-4 * * *'), dst('shift', 'both')],
    ['for a daily job', berlin('30 2 * * *'), {}],
    ['where the silence is shorter than twice the usual', berlin('0 0,2,4 * * *'), {}],
  ])('is silent %s', (_, schedule, answers) => {
    expect(say(rule, schedule, answers)).toEqual([]);
  });
});

describe('midnight-gap', () => {
  const rule = 'midnight-gap';

  test.each([
    ['Africa/Cairo', '00:00 does not exist on 2027-04-30 in Africa/Cairo'],
    ['America/Santiago', '00:00 does not exist on 2027-09-05 in America/Santiago'],
    ['America/Havana', '00:00 does not exist on 2027-03-14 in America/Havana'],
    ['Asia/Beirut', '00:00 does not exist on 2027-03-28 in Asia/Beirut'],
  ])('knows the gap of %s', (zone, said) => {
    expect(say(rule, { cron: '@daily', zone })).toEqual([
      `${said}, where the clocks go forward at midnight: \`gap: shift\` fires later`,
    ]);
  });

  test.each([
    ['in a gap at another hour', berlin('30 2 * * *'), {}],
    ['at another hour', { cron: '0 1 * * *', zone: 'Africa/Cairo' }, {}],
    [
      'where the fire is left out, which another rule tells',
      { cron: '@daily', zone: 'Africa/Cairo' },
      dst('skip', 'first'),
    ],
  ])('is silent %s', (_, schedule, answers) => {
    expect(say(rule, schedule, answers)).toEqual([]);
  });
});

describe('day-30-31', () => {
  const rule = 'day-30-31';
  const utc = (cron: string) => ({ cron, zone: 'UTC' });

  test.each([
    [
      '0 6 31 * *',
      '`0 6 31 * *` has no day 31 in 2026-11, 2027-02, 2027-04, 2027-06 and 2 more, and does not fire then',
    ],
    ['0 6 30 * *', '`0 6 30 * *` has no day 30 in 2027-02, and does not fire then'],
    ['0 6 29 * *', '`0 6 29 * *` has no day 29 in 2027-02, and does not fire then'],
    [
      '0 6 15,31 1-6 *',
      '`0 6 15,31 1-6 *` has no day 31 in 2027-02, 2027-04 and 2027-06, and does not fire then',
    ],
  ])('tells the months that %s leaves out', (cron, said) => {
    expect(say(rule, utc(cron))).toEqual([said]);
  });

  test.each([
    '0 6 28 * *',
    '0 6 L * *',
    '0 6 31 1,3 *',
    '0 6 29 2 *',
    '0 6 25-31 * *',
    '0 6 */2 * *',
    '0 6 L,15 * *',
    '0 6 1-31 * *',
  ])('is silent on %s', (cron) => {
    expect(say(rule, utc(cron))).toEqual([]);
  });
});

describe('burst', () => {
  const utc = (cron: string) => ({ cron, zone: 'UTC' });

  test.each([
    ['* 3 * * *', '60 times an hour, from 03:00 to 03:59'],
    ['* 0,12 * * 1-5', '60 times an hour, from 00:00 to 00:59'],
    ['1 * 1 * *', '24 times on day 1 of the month, and on no other'],
    ['* * 1 * *', '1,440 times on day 1 of the month, and on no other'],
    ['*/30 * 1,15 * *', '48 times on day 1 and 15 of the month, and on no other'],
  ])('%s fires %s', (cron, said) => {
    expect(say('burst', utc(cron))).toEqual([`\`${cron}\` fires ${said}`]);
  });

  test.each([
    '* * * * *',
    '*/5 * * * *',
    '* 9-17 * * 1-5',
    '0 3 * * *',
    '0 * * * 1',
    '0 * 1-7 * *',
    '0 3 1 * *',
    '0 * L * *',
  ])('is silent on %s', (cron) => {
    expect(say('burst', utc(cron))).toEqual([]);
  });
});

describe('uneven-step', () => {
  const utc = (cron: string) => ({ cron, zone: 'UTC' });

  test.each([
    ['*/7 * * * *', 'after minute 56 comes 0, 4m later instead of 7m'],
    ['*/40 9-17 * * *', undefined],
    ['*/25 9-17 * * *', 'after minute 50 comes 0, 10m later instead of 25m'],
    ['0 */5 * * *', 'after hour 20 comes 0, 4h later instead of 5h'],
    ['0 0,5,10,15 * * *', 'after hour 15 comes 0, 9h later instead of 5h'],
    [
      '0 12 */4 * *',
      'it begins again on the 1st of every month, however many days after the last one, and not 4 days after',
    ],
    ['*/7 9 * * *', undefined],
    ['*/15 * * * *', undefined],
    ['0 9,13,17 * * *', undefined],
    ['0 */6 * * *', undefined],
    ['0 0 */1 * *', undefined],
    ['0,30 * * * *', undefined],
  ])('%s: %s', (cron, said) => {
    expect(say('uneven-step', utc(cron))).toEqual(
      said ? [`\`${cron}\` does not keep its step: ${said}`] : [],
    );
  });
});

describe('zone-alias and etc-gmt-sign', () => {
  test.each([
    ['Asia/Calcutta', ['zone-alias']],
    ['US/Central', ['zone-alias']],
    ['Etc/UTC', []],
    ['GMT', []],
    ['UTC', []],
    ['Europe/Amsterdam', []],
    ['Etc/GMT+8', ['etc-gmt-sign']],
    ['Etc/GMT-14', ['etc-gmt-sign']],
  ])('%s: %j', (zone, expected) => {
    const found = findings(tenant, policy(), job({ cron: '30 6 * * *', zone }));
    expect(found.map(({ code }) => code)).toEqual(expected);
  });

  test('say on which side of UTC such a zone is', () => {
    expect(say('etc-gmt-sign', { cron: '30 6 * * *', zone: 'Etc/GMT+8' })).toEqual([
      '`Etc/GMT+8` is 8h behind UTC (UTC-8), the reverse of its sign',
    ]);
  });
});

describe('calendar-ends', () => {
  const withCalendar = (spec: object, using: object = { exclude: ['holidays'] }) =>
    findings(
      tenant,
      policy(),
      declare('Calendar', 'benefits/holidays', spec),
      job({ cron: '30 6 * * *', zone: 'UTC', ...using }),
      job({ cron: '30 7 * * *', zone: 'UTC', ...using }, {}, 'benefits/other'),
    ).map(({ message }) => message);

  test.each([
    [
      { dates: ['2026-12-25'], validUntil: '2026-11-28' },
      'calendar `holidays` ended on 2026-11-28, and 2 jobs rely on it',
    ],
    [
      { dates: ['2026-12-25'], validUntil: '2026-11-29' },
      'calendar `holidays` ends on 2026-11-29, and 2 jobs rely on it',
    ],
    [
      { dates: ['2026-12-25'], validUntil: '2027-02-26' },
      'calendar `holidays` ends on 2027-02-26, and 2 jobs rely on it',
    ],
    [
      { dates: ['2026-12-25'] },
      'calendar `holidays` ends on 2026-12-25, its last date, and 2 jobs rely on it',
    ],
  ])('tells of %j', (spec, said) => {
    expect(withCalendar(spec)).toEqual([said]);
  });

  test('is silent 90 days before the end, and on calendars that nobody uses', () => {
    expect(withCalendar({ dates: ['2026-12-25'], validUntil: '2027-02-27' })).toEqual([]);
    expect(withCalendar({ dates: ['2026-12-25'], validUntil: '2020-01-01' }, {})).toEqual([]);
  });
});

describe('dead-man-missing', () => {
  test('is told once for a policy, however many jobs use it, and for each in place', () => {
    const silent = { report: { lostAfter: '1h' } };
    const found = findings(
      tenant,
      policy(silent),
      policy(silent, 'benefits/unused'),
      job('0 1 * * *'),
      job('0 2 * * *', {}, 'benefits/b'),
      job('0 3 * * *', { policy: { ...(policy(silent).value as { spec: object }).spec } }, 'benefits/c'),
    );
    expect(found.map(({ subject, message }) => [subject, message])).toEqual([
      [
        'benefits/nightly',
        'policy `nightly` has no `report.finishWithin`: nobody is told if a run of its 2 jobs does not finish',
      ],
      ['benefits/c', 'the policy has no `report.finishWithin`: nobody is told if a run does not finish'],
    ]);
  });
});

describe('finish-within-beyond-spacing', () => {
  const rule = 'finish-within-beyond-spacing';

  test.each([
    [{ cron: '0 * * * *', zone: 'UTC' }, '1h', false],
    [{ cron: '0 * * * *', zone: 'UTC' }, '1h1s', true],
    [{ every: '10m', anchor: '2027-01-01T00:00:00Z' }, '10m', false],
    [{ every: '10m', anchor: '2027-01-01T00:00:00Z' }, '11m', true],
    [{ manual: true }, '10d', false],
    [{ at: ['2027-01-01T00:00:00Z'] }, '10d', false],
    // The night on which the clocks go forward has 23 hours.
    [{ cron: '30 2 * * *', zone: 'Europe/London' }, '24h', true],
  ])('%j with finishWithin %s: %s', (schedule, finishWithin, isTold) => {
    expect(say(rule, schedule, { report: { finishWithin, lostAfter: '30d' } }).length > 0).toBe(isTold);
  });
});

describe('seconds-field and fires-past-only', () => {
  test('six fields are told, and whether five would do', () => {
    const [found] = findings(tenant, policy(), job('*/10 30 1 * * *'));
    expect(found).toMatchObject({
      code: 'seconds-field',
      severity: 'info',
      message: '`*/10 30 1 * * *` has six fields: the first, `*/10`, is read as seconds',
    });
  });

  test.each([
    [{ at: ['2026-11-29T09:00:00Z'] }, false],
    [{ at: ['2026-11-29T08:59:59Z'] }, true],
    [{ cron: '0 0 * * *', zone: 'UTC', end: '2026-11-29T00:00:01Z' }, true],
    [{ cron: '0 0 * * *', zone: 'UTC', start: '2034-01-01T00:00:00Z' }, false],
    [{ manual: true }, false],
  ])('%j has only past fires: %s', (schedule, isTold) => {
    expect(say('fires-past-only', schedule).length > 0).toBe(isTold);
  });
});

describe('A schedule in real use', () => {
  // From the collection of real schedules (test/compiler/time/cases): what a good compiler says of them.
  test.each([
    ['sched-087', '1 * 1 * *', 'UTC', ['burst']],
    ['sched-103', '*/30 * * * *', 'US/Central', ['zone-alias']],
    ['sched-138', '0 0 * * * *', 'UTC', ['seconds-field']],
    ['sched-198', '0 12 */4 * *', 'UTC', ['uneven-step']],
    ['sched-238', '0,30 0-1 * * *', 'Etc/GMT-8', ['etc-gmt-sign']],
    ['sched-030', '*/10 7-19 * * 1-5', 'UTC', []],
    ['sched-042', '0 22 * * *', 'Europe/Amsterdam', []],
    ['imp-11', '0 0,5,10,15 * * *', 'UTC', ['uneven-step']],
    ['imp-17', '* 3 * * *', 'UTC', ['burst']],
  ])('%s, %s in %s: %j', (_, cron, zone, expected) => {
    const found = findings(tenant, policy({ report: { finishWithin: '1m' } }), job({ cron, zone }));
    expect(found.map(({ code }) => code)).toEqual(expected);
  });
});
