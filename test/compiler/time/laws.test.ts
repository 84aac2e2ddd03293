import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  canonicalCron,
  classOf,
  compileSchedule,
  explainInstant,
  type Fires,
  fires,
  instantsOf,
  nextFire,
  omissions,
  parseCron,
  previousFire,
  type Schedule,
  zoneTable,
} from '../../../compiler/time/index.ts';
import type { CronTiming } from '../../../schema/manifest.ts';
import type { Instant } from '../../../schema/time.ts';
import { expression, fullSchedule, plainSchedule, type Tried } from './arbitrary-schedule.ts';
import { instant } from './clock.ts';

// Every law is tried on schedules of any sort in zones with changes of any sort, in ranges that begin and end near
// changes as often as not.

const DAY = 86_400;

const pairs = ({ scheduled, nominal }: Fires) =>
  [...scheduled].map((at, index) => [at, nominal[index]!] as const);
const law = (name: string, arbitrary: fc.Arbitrary<Tried>, check: (tried: Tried) => void, numRuns = 300) =>
  test(name, () => fc.assert(fc.property(arbitrary, check), { numRuns }));

describe('nothing is twice', () => {
  law('fires strictly increase and lie in the range', fullSchedule, ({ schedule, from, until }) => {
    let last = from - 1;
    for (const at of fires(schedule, from, until).scheduled) {
      expect(at).toBeGreaterThan(last);
      last = at;
    }
    expect(last).toBeLessThan(Math.max(until, from));
  });

  law(
    'omissions are sorted, in the range, each nominal time at an instant once, and none is a fire',
    fullSchedule,
    ({ schedule, from, until }) => {
      const fired = new Set(pairs(fires(schedule, from, until)).map(String));
      const keys = omissions(schedule, from, until).map(({ at, nominal }) => {
        expect(at).toBeGreaterThanOrEqual(from);
        expect(at).toBeLessThan(until);
        expect(fired.has(String([at, nominal]))).toBe(false);
        return [at, nominal] as const;
      });
      expect(keys).toEqual(keys.toSorted((a, b) => a[0] - b[0] || a[1] - b[1]));
      expect(new Set(keys.map(String)).size).toBe(keys.length);
    },
  );
});

describe('a range can be cut in two', () => {
  const cut =
    (list: (schedule: Schedule, from: Instant, until: Instant) => unknown[]) =>
    ({ schedule, from, until }: Tried) => {
      const whole = list(schedule, from, until);
      for (const share of [0.1, 0.5, 0.9]) {
        const middle = Math.floor(from + (until - from) * share);
        expect([...list(schedule, from, middle), ...list(schedule, middle, until)]).toEqual(whole);
      }
      // At a transition and beside it, which chance would seldom hit.
      for (const transition of schedule.table.transitions) {
        if (transition < from || transition > until) continue;
        for (const middle of [transition - 1, transition, transition + 1, transition + 1800]) {
          const at = Math.min(Math.max(middle, from), until);
          expect([...list(schedule, from, at), ...list(schedule, at, until)]).toEqual(whole);
        }
      }
    };
  law(
    'and the fires of the parts are those of the whole',
    fullSchedule,
    cut((...range) => pairs(fires(...range))),
  );
  law('and so are the omissions', fullSchedule, cut(omissions), 60);
});

describe('every fire has its reason', () => {
  law('its nominal time is given by an expression', plainSchedule, ({ schedule, from, until }) => {
    const { expressions, dayMatch } = schedule.meaning.timing as CronTiming;
    const utcSchedule = compileSchedule(
      {
        timing: {
          kind: 'cron',
          expressions,
          zone: 'UTC',
          gap: 'skip',
          fold: 'first',
          ...(dayMatch ? { dayMatch } : {}),
        },
      },
      {
        table: { zone: 'UTC', transitions: [], offsets: [0], until: Number.MAX_SAFE_INTEGER },
        calendars: {},
      },
    );
    for (const [, nominal] of pairs(fires(schedule, from, until)).slice(0, 50)) {
      if (nominal >= 0) expect(fires(utcSchedule, nominal, nominal + 1).count).toBe(1);
    }
  });

  law(
    'and each nominal time is told: as a fire, as an omission, or as both passes of a fold',
    plainSchedule,
    ({ schedule, from, until }) => {
      const { table } = schedule;
      const { expressions, dayMatch } = schedule.meaning.timing as CronTiming;
      const nominals = compileSchedule(
        {
          timing: {
            kind: 'cron',
            expressions,
            zone: 'UTC',
            gap: 'skip',
            fold: 'first',
            ...(dayMatch ? { dayMatch } : {}),
          },
        },
        { table: { ...table, zone: 'UTC', transitions: [], offsets: [0] }, calendars: {} },
      );
      const told = new Set([
        ...pairs(fires(schedule, from - 2 * DAY, until + 2 * DAY)).map(([, nominal]) => nominal),
        ...omissions(schedule, from - 2 * DAY, until + 2 * DAY).map(({ nominal }) => nominal),
      ]);
      const hasElapsed = expressions.some((text) => {
        const parsed = parseCron(text);
        return parsed.kind === 'cron' && classOf(parsed.cron) === 'elapsed';
      });
      // A day or two from the ends of the table a wall time may be the table's and its instant not.
      const walls = fires(
        nominals,
        Math.max(from, 2 * DAY),
        Math.min(until, table.until - 2 * DAY),
      ).scheduled;
      for (const wall of walls) {
        // An elapsed expression has nothing to say in a gap.
        if (hasElapsed && instantsOf(table, wall).length === 0) continue;
        expect(told.has(wall), `nominal ${wall}`).toBe(true);
      }
    },
  );

  law(
    'explained instants agree with the lists',
    fullSchedule,
    ({ schedule, from, until }) => {
      const { scheduled, nominal } = fires(schedule, from, until);
      if (scheduled.length > 0)
        expect(explainInstant(schedule, scheduled[0]!)).toMatchObject({ kind: 'fire', nominal: nominal[0] });
      const fired = new Set(scheduled);
      const omitted = omissions(schedule, from, until).find(({ at }) => !fired.has(at));
      if (omitted !== undefined)
        expect(explainInstant(schedule, omitted.at)).toMatchObject({
          kind: 'omission',
          omission: { at: omitted.at },
        });
    },
    100,
  );
});

describe('searches find what enumeration finds', () => {
  law('forwards', fullSchedule, ({ schedule, from, until }) => {
    const { scheduled } = fires(schedule, from, until);
    let at = from - 1;
    for (const expected of scheduled.subarray(0, 20)) {
      at = nextFire(schedule, at)!;
      expect(at).toBe(expected);
    }
    if (scheduled.length <= 20) expect(nextFire(schedule, at) ?? until).toBeGreaterThanOrEqual(until);
  });

  law('backwards', fullSchedule, ({ schedule, from, until }) => {
    const { scheduled } = fires(schedule, from, until);
    let at = until;
    for (const expected of scheduled.slice(-20).reverse()) {
      at = previousFire(schedule, at)!;
      expect(at).toBe(expected);
    }
    if (scheduled.length <= 20)
      expect(previousFire(schedule, Math.max(at, from)) ?? from - 1).toBeLessThan(from);
  });
});

describe('the canonical spelling', () => {
  test('is a fixed point and keeps the meaning', () => {
    const year = [instant('2027-01-01T00:00Z'), instant('2028-01-01T00:00Z')] as const;
    fc.assert(
      fc.property(expression, fc.constantFrom('either' as const, 'both' as const), (text, dayMatch) => {
        const parsed = parseCron(text);
        if (parsed.kind === 'invalid') throw new Error(JSON.stringify(parsed.faults));
        const canonical = canonicalCron(parsed.cron);
        const again = parseCron(canonical);
        if (again.kind === 'invalid') throw new Error(`${canonical} of ${text} is invalid`);
        expect(canonicalCron(again.cron)).toBe(canonical);
        expect(again.cron.restrictsBothDays).toBe(parsed.cron.restrictsBothDays);
        const all = (cron: string) => {
          const timing = {
            kind: 'cron',
            expressions: [cron],
            dayMatch,
            zone: 'UTC',
            gap: 'skip',
            fold: 'first',
          } as const;
          return fires(compileSchedule({ timing }, { table: zoneTable('UTC'), calendars: {} }), ...year)
            .scheduled;
        };
        expect(Buffer.from(all(canonical).buffer).equals(Buffer.from(all(text).buffer)), canonical).toBe(
          true,
        );
      }),
      { numRuns: 200 },
    );
  });

  test('of any text at all, parsing gives an expression or faults that lie in the text', () => {
    const piece = fc.oneof(
      expression,
      fc.string({ maxLength: 30 }),
      fc.stringMatching(/^[-*/,#LWH?0-9A-Z @]{0,30}$/),
    );
    fc.assert(
      fc.property(
        fc.oneof(
          piece,
          fc.tuple(piece, piece).map(([a, b]) => a + b),
        ),
        (text) => {
          const parsed = parseCron(text);
          if (parsed.kind === 'cron') {
            expect(parseCron(canonicalCron(parsed.cron)).kind).toBe('cron');
            return;
          }
          expect(parsed.faults.length).toBeGreaterThan(0);
          for (const { start, end, message, help } of parsed.faults) {
            expect(start).toBeGreaterThanOrEqual(0);
            expect(end).toBeGreaterThanOrEqual(start);
            expect(end).toBeLessThanOrEqual(text.length);
            expect(`${message}${help ?? ''}`).not.toMatch(/undefined|NaN|\n/);
          }
        },
      ),
      { numRuns: 2000 },
    );
  });
});
