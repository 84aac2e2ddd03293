import fc from 'fast-check';
import { expect, test } from 'vitest';
import { spacingFloor } from '../../../compiler/manifest/spacing-floor.ts';
import { compileSchedule, parseCron, smallestSpacing, zoneTable } from '../../../compiler/time/index.ts';

const day = 86_400;

test('a floor told from the fields is never above the smallest spacing', () => {
  const list = (max: number) =>
    fc.uniqueArray(fc.nat(max), { minLength: 1, maxLength: 4 }).map((one) => one.join(','));
  const cron = fc
    .tuple(list(59), list(23), fc.constantFrom('*', '1', '28-31', '*/3'), fc.constantFrom('*', '3', '3,10'))
    .map(([minute, hour, date, month]) => `${minute} ${hour} ${date} ${month} *`);
  const zone = fc.constantFrom(
    'UTC',
    'Europe/London',
    'America/New_York',
    'Australia/Lord_Howe',
    'Africa/Cairo',
    'Africa/Casablanca',
    'Antarctica/Troll',
  );
  const timings = fc.record({
    kind: fc.constant('cron' as const),
    expressions: fc.array(cron, { minLength: 1, maxLength: 2 }),
    zone,
    gap: fc.constantFrom('shift', 'next', 'skip'),
    fold: fc.constantFrom('first', 'second', 'both'),
  });
  let toldCount = 0;
  fc.assert(
    fc.property(timings, fc.integer({ min: 10_000, max: 23_000 }), (timing, startDay) => {
      const range = { from: startDay * day, until: (startDay + 400) * day };
      const table = zoneTable(timing.zone);
      const floor = spacingFloor(timing, parseCron, table, range);
      if (floor === undefined) return;
      toldCount++;
      const spacing = smallestSpacing(
        compileSchedule({ timing }, { table, calendars: {} }),
        range.from,
        range.until,
      );
      expect(floor).toBeLessThanOrEqual(spacing ?? Number.POSITIVE_INFINITY);
    }),
    { numRuns: 300 },
  );
  expect(toldCount).toBeGreaterThan(50);
});
