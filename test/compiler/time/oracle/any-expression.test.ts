import { describe, expect, test } from 'vitest';
import {
  canonicalCron,
  classOf,
  compileSchedule,
  fires,
  neverFires,
  nextFire,
  parseCron,
  previousFire,
  type Schedule,
  zoneTable,
} from '../../../../compiler/time/index.ts';
import type { Instant } from '../../../../schema/time.ts';
import { readCron } from './read-cron.ts';
import { seededRandom } from './seeded-random.ts';

// Random expressions from the whole language against the oracle's reader, in UTC, where a nominal time is an instant:
// by the date over 28 years (all combinations of weekday and leap year) and by the minute over the first dates that fit.

const full = process.env['ALMANAC_ORACLE'] === 'full';
const day = 86_400;
const from = Date.UTC(2001, 0, 1) / 1000;
const until = Date.UTC(2029, 0, 1) / 1000;

function randomExpression(random: () => number): string {
  const pick = <T>(choices: readonly T[]): T => choices[Math.floor(random() * choices.length)]!;
  const between = (low: number, high: number) => low + Math.floor(random() * (high - low + 1));
  const list = (item: () => string) => Array.from({ length: pick([1, 1, 1, 2, 3]) }, item).join(',');
  const plain = (low: number, high: number) => (): string => {
    const start = between(low, high);
    const step = between(1, high - low);
    return pick([
      () => String(start),
      () => String(start),
      () => `${start}-${between(start, high)}`,
      () => `${start}-${between(start, high)}/${step}`,
      () => `${start}/${step}`,
      () => `*/${step}`,
    ])();
  };
  const named = (names: readonly string[], first: number) => (): string => {
    const start = between(0, names.length - 1);
    return pick([
      () => names[start]!,
      () => names[start]!.toLowerCase(),
      () => `${names[start]}-${names[between(start, names.length - 1)]}`,
      plain(first, first + names.length - 1),
    ])();
  };
  const months = named('JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC'.split(' '), 1);
  const weekdays = named('SUN MON TUE WED THU FRI SAT'.split(' '), 0);
  const date = () =>
    pick([plain(1, 31), () => 'L', () => `L-${between(1, 30)}`, () => `${between(1, 31)}W`, () => 'LW'])();
  const weekday = () =>
    pick([
      weekdays,
      weekdays,
      () => '7',
      () => `${between(1, 5)}-7`,
      () => `${between(0, 7)}L`,
      () => `${pick(['SUN', 'wed', '5', '7'])}#${between(1, 5)}`,
      () => `${between(0, 7)}#-${between(1, 5)}`,
    ])();
  return [
    list(plain(0, 59)),
    pick(['*', '*', list(plain(0, 23))]),
    pick(['*', list(date)]),
    pick(['*', '*', list(months)]),
    pick(['*', list(weekday)]),
  ].join(' ');
}

function compile(text: string, dayMatch: 'either' | 'both') {
  const parsed = parseCron(text);
  if (parsed.kind !== 'cron') {
    throw new Error(`\`${text}\` is refused: ${parsed.faults.map(({ message }) => message).join('; ')}`);
  }
  const expression = canonicalCron(parsed.cron);
  const schedule = compileSchedule(
    {
      timing: {
        kind: 'cron',
        expressions: [expression],
        ...(parsed.cron.restrictsBothDays ? { dayMatch } : {}),
        zone: 'Etc/UTC',
        gap: 'skip',
        fold: 'first',
      },
    },
    { table: zoneTable('Etc/UTC'), calendars: {} },
  );
  return { schedule, expression, cron: parsed.cron };
}

function scheduledIn(schedule: Schedule, from: Instant, until: Instant): Instant[] {
  const { count, scheduled } = fires(schedule, from, until);
  return [...scheduled.subarray(0, count)];
}

function differences(text: string, dayMatch: 'either' | 'both'): string[] {
  const { schedule, expression, cron } = compile(text, dayMatch);
  const oracle = readCron(text, dayMatch);
  const wrong: string[] = [];
  const compare = (what: string, ours: unknown, theirs: unknown) => {
    if (ours !== theirs) {
      wrong.push(`\`${text}\` ${dayMatch}: ${what} ${ours} instead of ${theirs}`);
    }
  };
  compare('class', classOf(cron), oracle.isElapsed ? 'elapsed' : 'fixed');
  const again = parseCron(expression);
  compare('canonical form', again.kind === 'cron' && canonicalCron(again.cron), expression);

  const dates: number[] = [];
  for (let date = from; date < until; date += day) {
    if (oracle.matchesDate(date)) {
      dates.push(date);
    }
  }
  // At midnight of the same dates, since at every minute of 28 years would be a long list.
  const midnights = compile(text.replace(/^\S+ \S+/, '0 0'), dayMatch).schedule;
  compare('dates', scheduledIn(midnights, from, until).join(), dates.join());
  if (dates.length > 0) {
    compare('neverFires', neverFires(schedule), false);
  }

  for (const date of [dates[0], dates.at(-1)].filter((date) => date !== undefined)) {
    const minutes: number[] = [];
    for (let at = date; at < date + day; at += 60) {
      if (oracle.matches(at)) {
        minutes.push(at);
      }
    }
    compare('minutes', scheduledIn(schedule, date, date + day).join(), minutes.join());
    const [first, last] = [minutes[0]!, minutes.at(-1)!];
    compare('next fire', nextFire(schedule, date - 1), first);
    compare('previous fire', previousFire(schedule, date + day), last);
  }
  for (let index = 1; index < dates.length; index += Math.ceil(dates.length / 7)) {
    compare('next date', nextFire(midnights, dates[index - 1]!), dates[index]);
    compare('previous date', previousFire(midnights, dates[index]!), dates[index - 1]);
  }
  return wrong;
}

describe('any expression gives the dates and minutes that the oracle reads in it', () => {
  const rounds = full ? 200 : 8;
  const each = 50;

  test.each(Array.from({ length: rounds }, (_, seed) => seed))(
    `${each} random expressions of seed %i`,
    (seed) => {
      const random = seededRandom(seed);
      const wrong = Array.from({ length: each }, () => randomExpression(random)).flatMap((text) => [
        ...differences(text, 'either'),
        ...differences(text, 'both'),
      ]);
      expect(wrong.slice(0, 10)).toEqual([]);
    },
  );
});
