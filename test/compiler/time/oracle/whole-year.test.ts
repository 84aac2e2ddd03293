import { describe, expect, test } from 'vitest';
import { compileSchedule, fires, omissions, zoneTable } from '../../../../compiler/time/index.ts';
import { expectFires, nominalTimes } from './expect-fires.ts';
import { readCron } from './read-cron.ts';
import { scanZone } from './scan-zone.ts';

// A year without a break, so that what lies between the changes, and where the two meet, is looked at too:
// the zone with the half-hour change, and the one that stops daylight saving for Ramadan.

const expressions = ['30 2 * * *', '*/20 1-3 * * *', '5 * * * *', '0 3 L * *', '15 2 * * SUN', '0 0 31 * *'];
const answers = (['shift', 'next', 'skip'] as const).flatMap((gap) =>
  (['first', 'second', 'both'] as const).map((fold) => ({ gap, fold })),
);

describe('a whole year agrees with a scan of the zone every 30 s', () => {
  test.each([
    ['Australia/Lord_Howe', 2027],
    ['Africa/Casablanca', 2026],
  ])('%s in %i', { timeout: 60_000 }, (zone, year) => {
    const [from, until] = [Date.UTC(year, 0, 1) / 1000, Date.UTC(year + 1, 0, 1) / 1000];
    const scan = scanZone(zone, from, until);
    for (const text of expressions) {
      const nominals = nominalTimes(scan, [readCron(text)]);
      for (const dst of answers) {
        const schedule = compileSchedule(
          { timing: { kind: 'cron', expressions: [text], zone, ...dst } },
          { table: zoneTable(zone), calendars: {} },
        );
        const expected = expectFires(scan, nominals, dst);
        const found = fires(schedule, from, until);
        const told = `\`${text}\`, gap ${dst.gap}, fold ${dst.fold}`;
        expect([...found.scheduled.subarray(0, found.count)], told).toEqual(
          expected.fires.map(({ at }) => at),
        );
        expect([...found.nominal.subarray(0, found.count)], told).toEqual(
          expected.fires.map(({ nominal }) => nominal),
        );
        expect(
          omissions(schedule, from, until).map(({ at, nominal, cause }) => ({ at, nominal, cause })),
          told,
        ).toEqual(expected.omissions);
      }
    }
  });
});
