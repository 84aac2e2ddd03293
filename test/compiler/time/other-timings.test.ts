import { describe, expect, test } from 'vitest';
import {
  compileSchedule,
  fires,
  nextFire,
  omissions,
  previousFire,
  zoneTable,
} from '../../../compiler/time/index.ts';
import type { AtTiming } from '../../../schema/manifest.ts';
import { checkFires } from './check-fires.ts';
import { instant, shown, utc, wall } from './clock.ts';

const every = (seconds: number, anchor: string, rest = {}) =>
  compileSchedule(
    { timing: { kind: 'every', every: seconds, anchor: instant(anchor) }, ...rest },
    { calendars: {} },
  );

describe('every', () => {
  test('counts elapsed time from its anchor, which is its first fire', () => {
    checkFires(every(5400, '2027-01-01T00:10Z'), {
      from: '2026-12-31T00:00Z',
      until: '2027-01-01T05:00Z',
      fires: ['2027-01-01T00:10Z', '2027-01-01T01:40Z', '2027-01-01T03:10Z', '2027-01-01T04:40Z'],
    });
  });

  test('an anchor long ago, or before 1970, keeps its rhythm', () => {
    checkFires(every(7 * 86_400, '1969-12-29T06:00Z'), {
      from: '1969-01-01T00:00Z',
      until: '1970-01-20T00:00Z',
      fires: ['1970-01-05T06:00Z', '1970-01-12T06:00Z', '1970-01-19T06:00Z'],
    });
    expect(utc(nextFire(every(7 * 86_400, '1970-01-05T06:00Z'), instant('2027-01-01T00:00Z'))!)).toBe(
      '2027-01-04T06:00:00Z',
    );
  });

  test('an anchor in the far future is found, and nothing before it', () => {
    const schedule = every(1, '2150-01-01T00:00Z');
    expect(utc(nextFire(schedule, instant('2027-01-01T00:00Z'))!)).toBe('2150-01-01T00:00:00Z');
    expect(previousFire(schedule, instant('2150-01-01T00:00Z'))).toBeUndefined();
  });

  test('ends with the year 2199, without a table', () => {
    expect(nextFire(every(86_400, '2027-01-01T00:00Z'), instant('2199-12-31T00:00Z'))).toBeUndefined();
  });
});

describe('at', () => {
  const zone = 'Europe/London';
  const list = (timing: Partial<AtTiming>) =>
    compileSchedule(
      { timing: { kind: 'at', instants: [], walls: [], ...timing } },
      { table: zoneTable(zone), calendars: {} },
    );

  test('fires at listed instants, which read the clock of the zone', () => {
    const schedule = list({ zone, instants: [instant('2027-01-01T09:00Z'), instant('2027-07-01T09:00Z')] });
    checkFires(schedule, {
      from: '2027-01-01T00:00Z',
      until: '2028-01-01T00:00Z',
      fires: ['2027-01-01T09:00Z', '2027-07-01T10:00+01:00'],
    });
  });

  test('places listed wall times by the answers to gap and fold', () => {
    const walls = [wall('2027-03-28 01:30'), wall('2027-03-28 02:30'), wall('2027-10-31 01:30')];
    checkFires(list({ zone, walls, gap: 'shift', fold: 'second' }), {
      from: '2027-01-01T00:00Z',
      until: '2028-01-01T00:00Z',
      fires: ['2027-03-28T02:30+01:00 2027-03-28 01:30', '2027-10-31T01:30Z'],
      omissions: [
        '2027-03-28T01:30Z 2027-03-28 02:30 dst.merged',
        '2027-10-31T00:30Z 2027-10-31 01:30 dst.fold',
      ],
    });
    checkFires(list({ zone, walls, gap: 'skip', fold: 'both' }), {
      from: '2027-01-01T00:00Z',
      until: '2028-01-01T00:00Z',
      fires: ['2027-03-28T02:30+01:00', '2027-10-31T01:30+01:00', '2027-10-31T01:30Z'],
      omissions: ['2027-03-28T01:00Z 2027-03-28 01:30 dst.gap'],
    });
  });

  test('an instant and a wall time that are the same are one fire', () => {
    const schedule = list({
      zone,
      instants: [instant('2027-10-31T01:30Z')],
      walls: [wall('2027-10-31 01:30')],
      gap: 'skip',
      fold: 'first',
    });
    checkFires(schedule, {
      from: '2027-10-31T00:00Z',
      until: '2027-11-01T00:00Z',
      fires: ['2027-10-31T01:30+01:00', '2027-10-31T01:30Z'],
    });
  });

  test('wall times without answers are a bug of the caller', () => {
    expect(() => list({ zone, walls: [0] })).toThrow('answers');
  });
});

describe('manual', () => {
  test('never fires by itself, but has extras', () => {
    const manual = (rest = {}) => compileSchedule({ timing: { kind: 'manual' }, ...rest }, { calendars: {} });
    expect(fires(manual(), 0, instant('2199-01-01T00:00Z')).count).toBe(0);
    expect(omissions(manual(), 0, instant('2199-01-01T00:00Z'))).toEqual([]);
    const extra = manual({ extras: [{ at: instant('2027-05-01T12:00Z'), reason: 'once' }] });
    expect([...fires(extra, 0, instant('2199-01-01T00:00Z')).nominal].map(shown)).toEqual([
      '2027-05-01 12:00',
    ]);
  });
});
