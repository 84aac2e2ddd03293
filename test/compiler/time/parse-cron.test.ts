import { describe, expect, test } from 'vitest';
import { classOf, parseCron } from '../../../compiler/time/index.ts';

function parsed(text: string) {
  const result = parseCron(text);
  if (result.kind === 'invalid') throw new Error(result.faults.map(({ message }) => message).join('; '));
  return result.cron;
}

/** `piece: message | help`, for each fault. */
function faultsOf(text: string): string[] {
  const result = parseCron(text);
  if (result.kind === 'cron') return [];
  return result.faults.map(
    ({ start, end, message, help }) =>
      `${text.slice(start, end)}: ${message}${help === undefined ? '' : ` | ${help}`}`,
  );
}

const each = (from: number, to: number, by = 1) =>
  Array.from({ length: Math.floor((to - from) / by) + 1 }, (_, index) => from + index * by);

describe('what each field gives', () => {
  test.each([
    ['* * * * *', each(0, 59)],
    ['5 * * * *', [5]],
    ['05 * * * *', [5]],
    ['*/20 * * * *', [0, 20, 40]],
    ['5/20 * * * *', [5, 25, 45]],
    ['10-20/5 * * * *', [10, 15, 20]],
    ['30,10,10-12 * * * *', [10, 11, 12, 30]],
    ['59/2 * * * *', [59]],
  ])('minutes of `%s`', (text, minutes) => {
    expect(parsed(text).minutes).toEqual(minutes);
  });

  test.each([
    ['0 0 * * 0', [0]],
    ['0 0 * * 7', [0]],
    ['0 0 * * sun', [0]],
    ['0 0 * * MON-FRI', [1, 2, 3, 4, 5]],
    ['0 0 * * Fri,Sat', [5, 6]],
    ['0 0 * * 5-7', [0, 5, 6]],
    ['0 0 * * 1-7/2', [0, 1, 3, 5]],
    ['0 0 * * 0-7', each(0, 6)],
    ['0 0 * * 1/2', [1, 3, 5]],
    ['0 0 * * */2', [0, 2, 4, 6]],
  ])('weekdays of `%s`', (text, days) => {
    expect(parsed(text).dayOfWeek.days).toEqual(days);
  });

  test.each([
    ['0 0 1 JAN *', [1]],
    ['0 0 1 jan-mar,Dec *', [1, 2, 3, 12]],
    ['0 0 1 2/5 *', [2, 7, 12]],
  ])('months of `%s`', (text, months) => {
    expect(parsed(text).months).toEqual(months);
  });

  test.each([
    ['@yearly', '0 0 1 1 *'],
    ['@annually', '0 0 1 1 *'],
    ['@monthly', '0 0 1 * *'],
    ['@weekly', '0 0 * * 0'],
    ['@daily', '0 0 * * *'],
    ['@midnight', '0 0 * * *'],
    ['@Hourly', '0 * * * *'],
  ])('`%s` is `%s`', (nickname, fields) => {
    expect({ ...parsed(nickname), text: '' }).toEqual({ ...parsed(fields), text: '' });
  });

  test('a sixth field comes first and is for seconds', () => {
    expect(parsed('*/30 5 4 * * *')).toMatchObject({
      hasSeconds: true,
      seconds: [0, 30],
      minutes: [5],
      hours: [4],
    });
    expect(parsed('5 4 * * *')).toMatchObject({ hasSeconds: false, seconds: [0], minutes: [5], hours: [4] });
  });

  test('fields may be apart by any white space', () => {
    expect(parsed('\t0  9 *\n* 1 ')).toMatchObject({ minutes: [0], hours: [9] });
  });

  test('the letters of days are read in either case', () => {
    expect(parsed('0 0 l,l-2,15w,lw * *').dayOfMonth).toMatchObject({
      days: [],
      beforeLast: [0, 2],
      nearestWeekday: [15],
      lastWeekday: true,
    });
    expect(parsed('0 0 * * fril,MON#2,7#-1,2L').dayOfWeek.nth).toEqual([
      { weekday: 0, nth: -1 },
      { weekday: 1, nth: 2 },
      { weekday: 2, nth: -1 },
      { weekday: 5, nth: -1 },
    ]);
  });

  test.each([
    ['0 0 1 * 1', true],
    ['0 0 */2 * 1', true],
    ['0 0 1-31 * 1', true],
    ['0 0 L * 1L', true],
    ['0 0 * * 1', false],
    ['0 0 1 * *', false],
    ['0 0 * * *', false],
  ])('`%s` restricts both day fields: %s', (text, isBoth) => {
    expect(parsed(text).restrictsBothDays).toBe(isBoth);
  });

  test.each([
    ['* * * * *', 'elapsed'],
    ['0 * * * *', 'elapsed'],
    ['0 0-23 * * *', 'elapsed'],
    ['0 */1 1 1 *', 'elapsed'],
    ['0 */2 * * *', 'fixed'],
    ['* 0-22 * * *', 'fixed'],
    ['@daily', 'fixed'],
    ['@hourly', 'elapsed'],
  ] as const)('`%s` is %s', (text, kind) => {
    expect(classOf(parsed(text))).toBe(kind);
  });
});

describe('what is refused, and what to write instead', () => {
  test.each([
    // Backward ranges.
    ['0 0 * * FRI-MON', ['FRI-MON: `FRI-MON` runs backwards | write `FRI,SAT,SUN,MON`']],
    ['0 0 * * 5-1', ['5-1: `5-1` runs backwards | write `5-6,0-1`']],
    ['0 0 * * 6-0', ['6-0: `6-0` runs backwards | write `6-7`']],
    ['0 0 * * 7-2', ['7-2: `7-2` runs backwards | write `0-2`']],
    ['0 22-4 * * *', ['22-4: `22-4` runs backwards | write `22-23,0-4`']],
    ['0 23-4 * * *', ['23-4: `23-4` runs backwards | write `23,0-4`']],
    ['0 22-4/2 * * *', ['22-4/2: `22-4/2` runs backwards | write `22,0,2,4`']],
    [
      '0 0 25-5 NOV-FEB *',
      [
        '25-5: `25-5` runs backwards | write `25-31,1-5`',
        'NOV-FEB: `NOV-FEB` runs backwards | write `NOV,DEC,JAN,FEB`',
      ],
    ],
    // Steps that leave one value.
    [
      '*/60 * * * *',
      ['*/60: a step of 60 leaves only one minute | write `0`, or `every: 60m` for elapsed time'],
    ],
    [
      '10-20/90 */24 * * *',
      [
        '10-20/90: a step of 90 leaves only one minute | write `10`, or `every: 90m` for elapsed time',
        '*/24: a step of 24 leaves only one hour | write `0`, or `every: 24h` for elapsed time',
      ],
    ],
    [
      '0 0 */31 */12 */7',
      [
        '*/31: a step of 31 leaves only one day of month | write `1`',
        '*/12: a step of 12 leaves only one month | write `1`',
        '*/7: a step of 7 leaves only one day of week | write `0`',
      ],
    ],
    ['*/0 * * * *', ['0: `0` is no step | a step is a whole number from 1 to 59, as in `*/2`']],
    ['*/ * * * *', ['/: a slash without a step | a step is a whole number from 1 to 59, as in `*/2`']],
    [
      '0 0 * * 7/2',
      ['7/2: `7/2` starts at the end of the week | write `0/2` to start on Sunday, or `0` for Sundays'],
    ],
    // Other dialects.
    ['0 0 ? * 1', ['?: `?` is not part of the language | write `*` for any day of month']],
    [
      '0 0 0 1 1 ? 2027',
      [
        '?: `?` is not part of the language | write `*` for any day of week',
        '2027: a seventh field, for years | write six fields, and the years as `start` and `end`',
      ],
    ],
    [
      'H(0-29)/10 H * * *',
      [
        'H(0-29)/10: `H(0-29)/10` lets the scheduler choose the minute | write the value, and `spread` to keep jobs from starting together',
        'H: `H` lets the scheduler choose the hour | write the value, and `spread` to keep jobs from starting together',
      ],
    ],
    [
      '@reboot',
      [
        '@reboot: `@reboot` has no time | a job of Almanac fires at declared times only: write when it should',
      ],
    ],
    ['@every 5m', ['@every: `@every` is not cron | write `every: 5m` with an `anchor` instead of `cron`']],
    ['@every', ['@every: `@every` is not cron | write `every: 90m` with an `anchor` instead of `cron`']],
    [
      'rate(5 minutes)',
      [
        'rate(5 minutes): `rate(` is how EventBridge writes a schedule | write `every: 90m` with an `anchor` instead of `cron`',
      ],
    ],
    [
      'cron(0 2 ? * 2 *)',
      [
        'cron(0 2 ? * 2 *): `cron(` is how EventBridge writes a schedule | write the first five fields without the parentheses, `*` for `?`, and 0 for Sunday, which is 1 there',
      ],
    ],
    [
      '@fortnightly',
      [
        '@fortnightly: `@fortnightly` is no nickname | it is one of @yearly, @annually, @monthly, @weekly, @daily, @midnight, @hourly',
      ],
    ],
    [
      'CRON_TZ=Europe/Rome 0 9 * * *',
      [
        'CRON_TZ=Europe/Rome: `CRON_TZ=Europe/Rome` is not part of an expression | write the zone beside it: `zone: Europe/London`',
      ],
    ],
    [
      '0 9 * * * /usr/bin/backup',
      [
        '/usr/bin/backup: `/usr/bin/backup` looks like a command | write it as the `target`; the expression ends after the day of week',
      ],
    ],
    [
      '0 0 L-3W * L',
      [
        'L-3W: `L-3W` is no day of month | `15W` is the weekday nearest to the 15th, `LW` the last weekday',
        'L: `L` alone is no day of week | write `6` for Saturdays, or `6L` for the last Saturday of the month',
      ],
    ],
    ['0 0 25-L * *', ['25-L: `25-L` is no range | write `25-31`: a month that is shorter ends it']],
    // Values out of range, and words.
    [
      '60 24 0 13 8',
      [
        '60: `60` is no minute | it is 0 to 59; the full hour is 0',
        '24: `24` is no hour | it is 0 to 23; midnight is 0, of the day that begins then',
        '0: `0` is no day of month | it is 1 to 31',
        '13: `13` is no month | it is 1 to 12, or JAN to DEC',
        '8: `8` is no day of week | it is 0 to 7, or SUN to SAT; 0 and 7 are Sunday',
      ],
    ],
    [
      '0 0 32W * 5#6',
      [
        '32: `32` is no day of month | it is 1 to 31',
        '5#6: `5#6` is no day of week | `5#2` is the second Friday, `5#-1` the last; the number is 1 to 5',
      ],
    ],
    [
      '0 0 L-31 * *',
      ['L-31: `L-31` is no day of month | `L-1` is the last day but one, and so on to `L-30`'],
    ],
    [
      '0 0 * sept thursday',
      [
        'sept: `sept` is no month | did you mean `SEP`?',
        'thursday: `thursday` is no day of week | did you mean `THU`?',
      ],
    ],
    ['MON * * * *', ['MON: `MON` is no minute | it is 0 to 59']],
    [
      '1.5 -1 +2 1e1 0x1',
      [
        '1.5: `1.5` is no minute | it is 0 to 59',
        '-1: `-1` is no hour | it is 0 to 23',
        '+2: `+2` is no day of month | it is 1 to 31',
        '1e1: `1e1` is no month | it is 1 to 12, or JAN to DEC',
        '0x1: `0x1` is no day of week | it is 0 to 7, or SUN to SAT; 0 and 7 are Sunday',
      ],
    ],
    // Empty items and pieces.
    [
      '1,,2 * * * 1,',
      [
        ',: an empty item in a list | take the extra comma away',
        ',: an empty item in a list | take the extra comma away',
      ],
    ],
    ['1- * * * *', ['-: a range without an end | write both ends, for instance `0-4`']],
    [
      '1-2-3 1/2/3 * * *',
      [
        '2-3: `2-3` is no minute | it is 0 to 59',
        '1/2/3: `1/2/3` is no hour | a step is a whole number from 1 to 23, as in `*/2`',
      ],
    ],
    // The number of fields.
    ['', [': an empty expression | write five fields: minute, hour, day of month, month, day of week']],
    [
      '0 9 * *',
      [
        '0 9 * *: 4 fields where five are wanted | write minute, hour, day of month, month, day of week; a sixth field, for seconds, comes first',
      ],
    ],
    [
      '* * * * * * * *',
      [
        '* * * * * * * *: 8 fields where five are wanted | write minute, hour, day of month, month, day of week; a sixth field, for seconds, comes first',
      ],
    ],
  ])('`%s`', (text, faults) => {
    expect(faultsOf(text)).toEqual(faults);
  });

  test('each rewrite that a fault proposes parses', () => {
    for (const text of [
      '0 0 * * FRI-MON',
      '0 22-4/2 * * *',
      '0 0 25-5 * *',
      '*/60 * * * *',
      '0 0 31-L * *',
    ]) {
      const result = parseCron(text);
      if (result.kind === 'cron') throw new Error(`${text} parses`);
      const [{ start, end, help }] = result.faults as [(typeof result.faults)[number]];
      const rewrite = /write `([^`]+)`/.exec(help ?? '')?.[1];
      expect(parseCron(text.slice(0, start) + rewrite + text.slice(end)).kind, rewrite).toBe('cron');
    }
  });
});

describe('hostile text', () => {
  test.each([
    ['a long one', `${'1,'.repeat(5_000_000)}1 * * * *`],
    ['many items', `${'1,'.repeat(300)}1 * * * *`],
    ['many commas', `${','.repeat(900)} * * * *`],
    ['many fields', '* '.repeat(499)],
    ['many digits', `${'9'.repeat(900)} * * * *`],
    ['many slashes', `${'/'.repeat(900)} * * * *`],
    ['many dashes', `${'1-'.repeat(400)} * * * *`],
    ['nested parentheses', `H${'('.repeat(900)} * * * *`],
    ['a surrogate', '\ud800 \udfff * * *'],
    ['a prototype key', '@__proto__'],
    ['a constructor', 'constructor constructor * * *'],
  ])('%s is refused at once, with few faults', (_, text) => {
    const result = parseCron(text);
    expect(result.kind).toBe('invalid');
    if (result.kind === 'invalid') expect(result.faults.length).toBeLessThanOrEqual(20);
  });
});
