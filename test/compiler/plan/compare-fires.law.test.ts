import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareFires, type SideFire } from '../../../compiler/plan/compare-fires.ts';
import { compileSchedule, fires, type Schedule, zoneTable } from '../../../compiler/time/index.ts';

const day = 86_400;
const zones = [
  'Europe/London',
  'America/New_York',
  'Australia/Lord_Howe',
  'Africa/Casablanca',
  'UTC',
  'Asia/Kolkata',
];
const crons = [
  '30 1 * * *',
  '0 2 * * *',
  '*/20 0-3 * * *',
  '0 9 * * 1-5',
  '15 */6 * * *',
  '0 0 1 * *',
  '59 23 * * 0',
];

const schedule = fc
  .record({
    cron: fc.constantFrom(...crons),
    zone: fc.constantFrom(...zones),
    gap: fc.constantFrom('shift' as const, 'next' as const, 'skip' as const),
    fold: fc.constantFrom('first' as const, 'second' as const, 'both' as const),
  })
  .map(({ cron, zone, gap, fold }) =>
    compileSchedule(
      { timing: { kind: 'cron', expressions: [cron], zone, gap, fold } },
      { table: zoneTable(zone), calendars: {} },
    ),
  );
/** A year of starts, so that every kind of transition is met. */
const from = fc.integer({ min: 1_795_942_800, max: 1_795_942_800 + 365 * day });

interface Collected {
  readonly keep: number[];
  readonly move: [SideFire, SideFire][];
  readonly remove: SideFire[];
  readonly add: SideFire[];
}

function collect(before: Schedule, after: Schedule, start: number, until: number, step: number): Collected {
  const found: Collected = { keep: [], move: [], remove: [], add: [] };
  const side = (schedule: Schedule) => ({ schedule, lastFire: start });
  compareFires({ before: side(before), after: side(after) }, { from: start, until, step }, true, {
    keep: (scheduled) => found.keep.push(scheduled),
    move: (was, is) => found.move.push([was, is]),
    remove: (was) => found.remove.push(was),
    add: (is) => found.add.push(is),
  });
  return found;
}

const instants = (of: Schedule, start: number, until: number) =>
  [...fires(of, start, until).scheduled].slice(0, fires(of, start, until).count);
const sorted = (numbers: number[]) => numbers.toSorted((a, b) => a - b);

test('carrying out the changes turns the fires before into the fires after', () => {
  fc.assert(
    fc.property(schedule, schedule, from, (before, after, start) => {
      const until = start + 60 * day;
      const { keep, move, remove, add } = collect(before, after, start, until, 7 * day);
      const was = [
        ...keep,
        ...move.map(([from_]) => from_.scheduled),
        ...remove.map((fire) => fire.scheduled),
      ];
      const is = [...keep, ...move.map(([, to]) => to.scheduled), ...add.map((fire) => fire.scheduled)];
      expect(sorted(was)).toEqual(instants(before, start, until));
      expect(sorted(is)).toEqual(instants(after, start, until));
    }),
    { seed: 7, numRuns: 150 },
  );
});

test('a moved fire stays on its wall date, and no date keeps both a removed and an added fire', () => {
  fc.assert(
    fc.property(schedule, schedule, from, (before, after, start) => {
      const { move, remove, add } = collect(before, after, start, start + 60 * day, 7 * day);
      const date = (fire: SideFire) => Math.floor(fire.nominal / day);
      for (const [was, is] of move) expect(date(is)).toBe(date(was));
      const removed = new Set(remove.map(date));
      expect(add.filter((fire) => removed.has(date(fire)))).toEqual([]);
    }),
    { seed: 8, numRuns: 150 },
  );
});

test('the step of the walk changes nothing', () => {
  fc.assert(
    fc.property(
      schedule,
      schedule,
      from,
      fc.integer({ min: day, max: 40 * day }),
      (before, after, start, step) => {
        const whole = collect(before, after, start, start + 45 * day, 400 * day);
        const stepped = collect(before, after, start, start + 45 * day, step);
        expect(sorted(stepped.keep)).toEqual(sorted(whole.keep));
        const names = ({ move, remove, add }: Collected) =>
          [
            ...move.map(([was, is]) => `${was.scheduled} ${was.windowFrom} ${is.scheduled} ${is.windowFrom}`),
            ...remove.map((fire) => `- ${fire.scheduled} ${fire.windowFrom}`),
            ...add.map((fire) => `+ ${fire.scheduled} ${fire.windowFrom}`),
          ].sort();
        expect(names(stepped)).toEqual(names(whole));
      },
    ),
    { seed: 9, numRuns: 100 },
  );
});
