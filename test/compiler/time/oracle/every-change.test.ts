import { describe, expect, test } from 'vitest';
import {
  compileSchedule,
  fires,
  nextFire,
  omissions,
  previousFire,
  resolveZone,
  zoneTable,
} from '../../../../compiler/time/index.ts';
import type { FoldAnswer, GapAnswer, Instant } from '../../../../schema/time.ts';
import { expectFires, type NominalTime, nominalTimes } from './expect-fires.ts';
import { type Change, findChanges } from './find-changes.ts';
import { readCron } from './read-cron.ts';
import { type Scan, scanZone } from './scan-zone.ts';

// Fires and omissions, forwards and backwards, around every change of every zone, against a scan of the zone.
//
// What is deduped: changes of one shape (offset before, offset after, wall time at which it happens) are the same
// arithmetic, so of each shape only one, the last found, is scanned, three days to either side. The tables
// themselves are compared in every zone around every change by zone-tables.test.ts. Nothing is deduped when
// ALMANAC_ORACLE=full.
//
// Shapes are collected from all zones 2021 to 2030, and since 1970 from zones with an odd past.

const full = process.env['ALMANAC_ORACLE'] === 'full';
const day = 86_400;

const oddZones = [
  'Africa/Cairo',
  'Africa/Casablanca',
  'Africa/Monrovia',
  'America/Caracas',
  'America/Havana',
  'America/Santiago',
  'America/Sao_Paulo',
  'Antarctica/Troll',
  'Asia/Beirut',
  'Asia/Gaza',
  'Asia/Kathmandu',
  'Asia/Pyongyang',
  'Australia/Lord_Howe',
  'Europe/Dublin',
  'Pacific/Apia',
];

interface Tried {
  readonly expressions: readonly string[];
  readonly dayMatch?: 'either' | 'both';
}

const schedules: readonly Tried[] = [
  { expressions: ['0 * * * *'] },
  { expressions: ['*/30 * * * *'] },
  { expressions: ['*/7 */1 * * *'] },
  { expressions: ['30 2 * * *'] },
  { expressions: ['0 0 * * *'] },
  { expressions: ['30 1 * * *'] },
  { expressions: ['15,45 0-3 * * *'] },
  { expressions: ['*/7 1-3 * * *'] },
  { expressions: ['*/20 2 * * *'] },
  { expressions: ['0 */2 * * *'] },
  { expressions: ['*/15 22-23,0 * * *'] },
  { expressions: ['59 23 * * *'] },
  { expressions: ['0 2 29-31 * *'] },
  { expressions: ['0 3 * * 0'] },
  { expressions: ['0 0 L * *'] },
  { expressions: ['30 2 * * SUN#-1,SUN#2'] },
  { expressions: ['*/10 0-4 25-31 * SUN'], dayMatch: 'both' },
  { expressions: ['30 0,1,2 1-7 * 5-6'], dayMatch: 'either' },
  // Two nominal times that a gap drives together may come from two expressions, and from both classes.
  { expressions: ['30 2 * * *', '30 3 * * *', '15 0,1 * * *'] },
  { expressions: ['15 1,2 * * *', '*/15 * * * *'] },
];

const answers = (['shift', 'next', 'skip'] as const).flatMap((gap) =>
  (['first', 'second', 'both'] as const).map((fold) => ({ gap, fold })),
);

function primary(name: string): string {
  const resolved = resolveZone(name);
  return resolved.kind === 'zone' ? resolved.zone : name;
}

function shapeOf({ at, before, after }: Change): string {
  return `${before} ${after} ${(((at + before) % day) + day) % day}`;
}

function collectShapes(): Map<string, Change[]> {
  const shapes = new Map<string, Change[]>();
  const collect = (zone: string, from: Instant, until: Instant) => {
    for (const change of findChanges(zone, { from, until, step: 6 * day })) {
      const shape = shapeOf(change);
      shapes.set(shape, [...(shapes.get(shape) ?? []), change]);
    }
  };
  for (const zone of oddZones) {
    collect(zone, 7 * day, Date.UTC(2031, 0, 1) / 1000);
  }
  for (const zone of Intl.supportedValuesOf('timeZone')) {
    collect(zone, Date.UTC(2021, 0, 1) / 1000, Date.UTC(2031, 0, 1) / 1000);
  }
  return shapes;
}

/** Says how one schedule differs from the scan; empty when it doesn't. */
function differences(
  scan: Scan,
  { expressions, dayMatch }: Tried,
  nominals: readonly NominalTime[],
  dst: { gap: GapAnswer; fold: FoldAnswer },
): string[] {
  const zone = primary(scan.zone);
  const schedule = compileSchedule(
    {
      timing: {
        kind: 'cron',
        expressions: [...expressions].sort(),
        ...(dayMatch ? { dayMatch } : {}),
        zone,
        ...dst,
      },
    },
    { table: zoneTable(zone), calendars: {} },
  );
  const expected = expectFires(scan, nominals, dst);
  const wrong: string[] = [];
  const compare = (what: string, ours: string, theirs: string) => {
    if (ours !== theirs) {
      wrong.push(
        `${scan.zone} ${expressions.join(' + ')} ${dst.gap} ${dst.fold}: ${what} ${ours} instead of ${theirs}`,
      );
    }
  };

  const compareInstant = (what: string, from: Instant, ours: Instant | undefined, theirs: Instant) => {
    if (ours !== theirs) {
      compare(`${what} ${from}`, String(ours), String(theirs));
    }
  };

  // A fire that a gap at the scan's edge would move is none of its business: no change is that near.
  const { from, until } = scan;
  const found = fires(schedule, from, until);
  const list: string[] = [];
  for (let index = 0; index < found.count; index++) {
    list.push(`${found.scheduled[index]} as ${found.nominal[index]}`);
  }
  compare('fires', list.join(), expected.fires.map(({ at, nominal }) => `${at} as ${nominal}`).join());
  compare(
    'omissions',
    omissions(schedule, from, until)
      .map(({ at, nominal, cause }) => `${at} as ${nominal} ${cause}`)
      .join(),
    expected.omissions.map(({ at, nominal, cause }) => `${at} as ${nominal} ${cause}`).join(),
  );

  // From each fire, from either side of it, and from halfway, the next and the previous one: of the fires nearest to
  // the change, which is in the middle.
  const instants = expected.fires.map(({ at }) => at);
  const middle = instants.findIndex((at) => at >= (from + until) / 2);
  for (let index = Math.max(0, middle - 24); index < Math.min(instants.length - 1, middle + 24); index++) {
    const [fire, next] = [instants[index]!, instants[index + 1]!];
    const between = Math.floor((fire + next) / 2);
    for (const after of [fire - 1, fire, between, next - 1]) {
      compareInstant('after', after, nextFire(schedule, after), after < fire ? fire : next);
    }
    for (const before of [next + 1, next, between + 1, fire + 1]) {
      compareInstant('before', before, previousFire(schedule, before), before > next ? next : fire);
    }
  }
  return wrong.slice(0, 3);
}

describe('fires and omissions agree with a scan of the zone every 30 s', () => {
  const crons = schedules.map(({ expressions, dayMatch }) =>
    expressions.map((text) => readCron(text, dayMatch)),
  );
  const shapes = collectShapes();

  test('there are changes of many shapes to look at', () => {
    expect(shapes.size).toBeGreaterThan(60);
  });

  test.each([...shapes])(
    'around changes of shape %s',
    { timeout: full ? 3_600_000 : 60_000 },
    (_, changes) => {
      const looked = full ? changes : changes.slice(-1);
      const wrong = looked.flatMap(({ zone, at }) => {
        const scan = scanZone(zone, at - 3 * day, at + 3 * day);
        return schedules.flatMap((schedule, index) => {
          const nominals = nominalTimes(scan, crons[index]!);
          return answers.flatMap((dst) => differences(scan, schedule, nominals, dst));
        });
      });
      expect(wrong.slice(0, 10)).toEqual([]);
    },
  );
});
