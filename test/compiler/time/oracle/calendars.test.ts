import { describe, expect, test } from 'vitest';
import { compileSchedule, fires, zoneTable } from '../../../../compiler/time/index.ts';
import type { DayNumber } from '../../../../schema/time.ts';
import { expectFires, type NominalTime } from './expect-fires.ts';
import { findChanges } from './find-changes.ts';
import { type ReadCron, readCron } from './read-cron.ts';
import { type Scan, scanZone } from './scan-zone.ts';
import { seededRandom } from './seeded-random.ts';

// Calendars around changes: dates are taken away or moved first, nominal times come of what is left, and only then are
// gap and fold looked at. Compared are the fires; how their omissions are told is for the unit tests.

const day = 86_400;
const zones = ['America/New_York', 'Australia/Lord_Howe', 'Africa/Cairo', 'Africa/Casablanca'];
const expressions = [
  '30 2 * * *',
  '0 0 * * *',
  '15 0-3 * * MON-FRI',
  '0 * * * *',
  '20 1,2 * * SAT,SUN',
  '0 2 29-31 * *',
];
const policies = [
  { gap: 'shift', fold: 'first' },
  { gap: 'next', fold: 'both' },
  { gap: 'skip', fold: 'second' },
] as const;

interface Calendars {
  readonly exclude?: ReadonlySet<DayNumber>;
  readonly include?: ReadonlySet<DayNumber>;
}

function stays(date: DayNumber, { exclude, include }: Calendars): boolean {
  return !exclude?.has(date) && (include?.has(date) ?? true);
}

/** The dates on which an expression fires once the calendars had their say. */
function datesLeft(
  cron: ReadCron,
  calendars: Calendars,
  onExcluded: 'skip' | 'next-day' | 'previous-day',
  span: { first: DayNumber; last: DayNumber },
): Set<DayNumber> {
  const dates = new Set<DayNumber>();
  for (let date = span.first; date <= span.last; date++) {
    if (!cron.matchesDate(date * day)) {
      continue;
    }
    if (stays(date, calendars)) {
      dates.add(date);
      continue;
    }
    const step = { skip: 0, 'next-day': 1, 'previous-day': -1 }[onExcluded];
    for (let away = 1; step !== 0 && away <= 31; away++) {
      if (stays(date + step * away, calendars)) {
        dates.add(date + step * away);
        break;
      }
    }
  }
  return dates;
}

function nominalsOn(scan: Scan, cron: ReadCron, dates: ReadonlySet<DayNumber>): NominalTime[] {
  const [minute, hour] = cron.text.split(' ');
  const times = readCron(`${minute} ${hour} * * *`);
  return scan.minutes
    .filter((wall) => dates.has(Math.floor(wall / day)) && times.matches(wall))
    .map((wall) => ({ wall, isElapsed: cron.isElapsed }));
}

describe('calendars take dates away before gap and fold are looked at', () => {
  test.each(zones)('in %s', { timeout: 60_000 }, (zone) => {
    const random = seededRandom(zone.length);
    const changes = findChanges(zone, {
      from: Date.UTC(2026, 0, 1) / 1000,
      until: Date.UTC(2028, 0, 1) / 1000,
      step: day,
    });
    expect(changes.length).toBeGreaterThan(3);
    const wrong: string[] = [];
    for (const { at, after } of changes) {
      const scan = scanZone(zone, at - 3 * day, at + 3 * day);
      const middle = Math.floor((at + after) / day);
      const around = Array.from({ length: 90 }, (_, index) => middle - 45 + index);
      const some = (share: number) => around.filter(() => random() < share);
      const tried: { exclude?: DayNumber[]; include?: DayNumber[] }[] = [
        { exclude: [middle] },
        { exclude: [middle - 1, middle, middle + 1] },
        { exclude: some(0.3) },
        { exclude: some(0.9) },
        { include: some(0.5) },
        { include: [middle, middle + 20] },
        { exclude: some(0.3), include: some(0.6) },
      ];
      for (const { exclude, include } of tried) {
        for (const text of expressions) {
          const cron = readCron(text);
          for (const onExcluded of ['skip', 'next-day', 'previous-day'] as const) {
            const calendars = {
              ...(exclude ? { exclude: new Set(exclude) } : {}),
              ...(include ? { include: new Set(include) } : {}),
            };
            const dates = datesLeft(cron, calendars, onExcluded, { first: middle - 40, last: middle + 40 });
            const nominals = nominalsOn(scan, cron, dates);
            for (const dst of policies) {
              const schedule = compileSchedule(
                {
                  timing: { kind: 'cron', expressions: [text], zone, ...dst },
                  ...(exclude ? { exclude: ['away'] } : {}),
                  ...(include ? { include: ['only'] } : {}),
                  onExcluded,
                },
                {
                  table: zoneTable(zone),
                  calendars: { away: { days: exclude ?? [] }, only: { days: include ?? [] } },
                },
              );
              const found = fires(schedule, scan.from, scan.until);
              const ours = [...found.scheduled.subarray(0, found.count)].map(
                (fire, index) => `${fire} ${found.nominal[index]}`,
              );
              const theirs = expectFires(scan, nominals, dst).fires.map(
                ({ at, nominal }) => `${at} ${nominal}`,
              );
              if (ours.join() !== theirs.join()) {
                wrong.push(
                  `${text} ${onExcluded} ${JSON.stringify(dst)} without ${exclude} only ${include}: ${ours} instead of ${theirs}`,
                );
              }
            }
          }
        }
      }
    }
    expect(wrong.slice(0, 5)).toEqual([]);
  });
});
