import fc from 'fast-check';
import { compileSchedule, dayOf, type Schedule, zoneTable } from '../../../compiler/time/index.ts';
import type { CronTiming, ScheduleMeaning } from '../../../schema/manifest.ts';
import type { Instant } from '../../../schema/time.ts';

const zones = [
  'Europe/London',
  'America/New_York',
  'Australia/Lord_Howe',
  'Africa/Cairo',
  'Africa/Casablanca',
  'America/Santiago',
  'Pacific/Apia',
  'Africa/Monrovia',
  'Antarctica/Troll',
  'Asia/Kolkata',
  'UTC',
];
const DAY = 86_400;

const numbers = (min: number, max: number) =>
  fc.uniqueArray(fc.integer({ min, max }), { minLength: 1, maxLength: 3 }).map((values) => values.join(','));
const steps = (min: number, max: number) => fc.integer({ min: 1, max: max - min }).map((step) => `*/${step}`);
const ranges = (min: number, max: number) =>
  fc
    .tuple(fc.integer({ min, max }), fc.integer({ min, max }))
    .map(([a, b]) => `${Math.min(a, b)}-${Math.max(a, b)}`);
const field = (min: number, max: number) =>
  fc.oneof(fc.constant('*'), numbers(min, max), steps(min, max), ranges(min, max));
const monthDays = fc.oneof(
  { weight: 3, arbitrary: fc.constant('*') },
  field(1, 31),
  fc.constantFrom('L', 'L-3', '15W', '1W', 'LW', '31W,5'),
);
const weekdays = fc.oneof(
  { weight: 3, arbitrary: fc.constant('*') },
  field(0, 6),
  fc.constantFrom('5L', 'FRI#1', '1#-2', 'SUN', 'MON-FRI'),
);
const hours = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom('0', '1', '2', '1,2', '0-3', '23', '*') },
  field(0, 23),
);
/** An expression that parses. */
export const expression = fc
  .tuple(
    field(0, 59),
    hours,
    monthDays,
    fc.oneof({ weight: 4, arbitrary: fc.constant('*') }, field(1, 12)),
    weekdays,
  )
  .map((fields) => fields.join(' '));

const timing: fc.Arbitrary<CronTiming> = fc.record({
  kind: fc.constant('cron' as const),
  expressions: fc.array(expression, { minLength: 1, maxLength: 3 }),
  dayMatch: fc.constantFrom('either' as const, 'both' as const),
  zone: fc.constantFrom(...zones),
  gap: fc.constantFrom('shift' as const, 'next' as const, 'skip' as const),
  fold: fc.constantFrom('first' as const, 'second' as const, 'both' as const),
});

/** An instant near one of the zone's changes, or anywhere. */
const near = (zone: string): fc.Arbitrary<Instant> => {
  const { transitions, until } = zoneTable(zone);
  const anywhere = fc.integer({ min: 0, max: until - 1 });
  if (transitions.length === 0) return anywhere;
  return fc.oneof(
    {
      weight: 4,
      arbitrary: fc
        .tuple(fc.constantFrom(...transitions), fc.integer({ min: -2 * DAY, max: 2 * DAY }))
        .map(([at, away]) => Math.max(0, at + away)),
    },
    { weight: 1, arbitrary: fc.constantFrom(...transitions) },
    { weight: 1, arbitrary: anywhere },
  );
};

/** A schedule, and a range to try it in. */
export interface Tried {
  readonly schedule: Schedule;
  readonly from: Instant;
  readonly until: Instant;
}

/** Expressions in a zone, and nothing else. */
export const plainSchedule: fc.Arbitrary<Tried> = timing.chain((timing) =>
  fc.tuple(near(timing.zone), fc.integer({ min: 0, max: 6 * DAY })).map(([from, length]) => ({
    schedule: compileSchedule({ timing }, { table: zoneTable(timing.zone), calendars: {} }),
    from,
    until: from + length,
  })),
);

/** With calendars, exceptions, a pause and bounds of its own, all within days of the range. */
export const fullSchedule: fc.Arbitrary<Tried> = timing.chain((timing) =>
  near(timing.zone).chain((from) => {
    const close = fc.integer({ min: -5 * DAY, max: 10 * DAY }).map((away) => from + away);
    const reasoned = fc.array(fc.record({ at: close, reason: fc.constant('because') }), { maxLength: 4 });
    const dates = fc.array(
      fc.integer({ min: -8, max: 15 }).map((away) => dayOf(from) + away),
      { maxLength: 8 },
    );
    const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 2 });
    return fc
      .record({
        length: fc.integer({ min: 0, max: 6 * DAY }),
        start: optional(close),
        end: optional(close),
        exclude: optional(fc.constant(['shut'])),
        include: optional(fc.constant(['open'])),
        onExcluded: optional(fc.constantFrom('skip' as const, 'next-day' as const, 'previous-day' as const)),
        skips: reasoned,
        extras: reasoned,
        pause: optional(
          fc.record({
            from: close,
            until: close,
            reason: fc.constant('move'),
            fires: fc.constantFrom('skip' as const, 'hold' as const),
          }),
        ),
        shut: dates,
        open: dates,
      })
      .map(({ length, shut, open, ...rest }) => {
        const meaning = Object.fromEntries(
          Object.entries({ timing, ...rest }).filter(([, value]) => value !== undefined),
        ) as unknown as ScheduleMeaning;
        const calendars = { shut: { days: shut }, open: { days: open } };
        return {
          schedule: compileSchedule(meaning, { table: zoneTable(timing.zone), calendars }),
          from,
          until: from + length,
        };
      });
  }),
);
