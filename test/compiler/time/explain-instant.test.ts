import { describe, expect, test } from 'vitest';
import { compileSchedule, explainInstant, zoneTable } from '../../../compiler/time/index.ts';
import { instant, wall } from './clock.ts';
import { type Row, scheduleOf } from './schedule-of.ts';

const zone = 'Europe/London';
const explain = (row: Omit<Row, 'zone'>, at: string) =>
  explainInstant(scheduleOf({ zone, ...row }), instant(at));

describe('a fire', () => {
  test('on an ordinary day', () => {
    expect(explain({ cron: '0 9 * * *' }, '2027-07-01T08:00Z')).toEqual({
      kind: 'fire',
      nominal: wall('2027-07-01 09:00'),
      wall: wall('2027-07-01 09:00'),
      window: { from: instant('2027-06-30T08:00Z'), to: instant('2027-07-01T08:00Z') },
      omissions: [],
    });
  });

  test('moved out of a gap, and what it was merged with', () => {
    expect(explain({ cron: '30 1,2 * * *', gap: 'shift' }, '2027-03-28T01:30Z')).toMatchObject({
      kind: 'fire',
      nominal: wall('2027-03-28 01:30'),
      wall: wall('2027-03-28 02:30'),
      dst: { kind: 'gap', transition: instant('2027-03-28T01:00Z') },
      omissions: [{ nominal: wall('2027-03-28 02:30'), cause: 'dst.merged' }],
    });
  });

  test('in either pass of a fold', () => {
    const transition = instant('2027-10-31T01:00Z');
    expect(explain({ cron: '30 1 * * *', fold: 'both' }, '2027-10-31T00:30Z')).toMatchObject({
      kind: 'fire',
      dst: { kind: 'fold', transition, pass: 'first', other: instant('2027-10-31T01:30Z') },
    });
    expect(explain({ cron: '30 1 * * *', fold: 'both' }, '2027-10-31T01:30Z')).toMatchObject({
      kind: 'fire',
      dst: { kind: 'fold', transition, pass: 'second', other: instant('2027-10-31T00:30Z') },
    });
  });

  test('of extras, and not of extras where the schedule gives it anyway', () => {
    const extras = [
      { at: instant('2027-01-01T09:00Z'), reason: 'anyway' },
      { at: instant('2027-01-01T10:00Z'), reason: 'rerun' },
    ];
    expect(explain({ cron: '0 9 * * *', extras }, '2027-01-01T10:00Z')).toMatchObject({
      kind: 'fire',
      extra: 'rerun',
    });
    expect(explain({ cron: '0 9 * * *', extras }, '2027-01-01T09:00Z')).not.toHaveProperty('extra');
  });

  test('that a pause holds', () => {
    const pause = {
      from: instant('2027-01-01T00:00Z'),
      until: instant('2027-02-01T00:00Z'),
      reason: 'move',
      fires: 'hold',
    } as const;
    expect(explain({ cron: '0 9 * * *', pause }, '2027-01-05T09:00Z')).toMatchObject({
      kind: 'fire',
      held: 'move',
    });
    expect(explain({ cron: '0 9 * * *', pause }, '2027-02-05T09:00Z')).not.toHaveProperty('held');
  });
});

describe('an omission', () => {
  test('at a transition, with the others that it passes over', () => {
    expect(explain({ cron: '0,30 1 * * *', gap: 'skip' }, '2027-03-28T01:00Z')).toMatchObject({
      kind: 'omission',
      omission: { nominal: wall('2027-03-28 01:00'), cause: 'dst.gap' },
      others: [{ nominal: wall('2027-03-28 01:30'), cause: 'dst.gap' }],
    });
  });

  test('by a calendar, with where it went', () => {
    const row = {
      cron: '0 9 25 12 *',
      calendars: { christmas: ['2027-12-25'] },
      exclude: ['christmas'],
      onExcluded: 'next-day',
    } as const;
    expect(explain(row, '2027-12-25T09:00Z')).toMatchObject({
      kind: 'omission',
      omission: { cause: 'calendar', calendar: 'christmas', movedTo: instant('2027-12-26T09:00Z') },
    });
  });
});

describe('no occurrence', () => {
  test('names the fields that do not match, of each expression, and the neighbours', () => {
    expect(explain({ cron: '0 9 * * MON|30 9 1 5 *' }, '2027-07-01T08:00:10Z')).toEqual({
      kind: 'none',
      wall: wall('2027-07-01 09:00:10'),
      reason: {
        kind: 'fields',
        expressions: [
          { expression: '0 9 * * MON', fields: ['second', 'day'] },
          { expression: '30 9 1 5 *', fields: ['second', 'minute', 'month'] },
        ],
      },
      previous: instant('2027-06-28T08:00Z'),
      next: instant('2027-07-05T08:00Z'),
    });
  });

  test.each([
    ['1969-12-31T09:00Z', 'before-1970'],
    ['2027-01-01T09:00Z', 'before-start'],
    ['2028-01-01T09:00Z', 'past-end'],
  ])('at %s: %s', (at, kind) => {
    const row = { cron: '0 9 * * *', start: instant('2027-01-01T09:01Z'), end: instant('2028-01-01T09:00Z') };
    expect(explain(row, at)).toMatchObject({ kind: 'none', reason: { kind } });
  });

  test('beyond the end of the table', () => {
    expect(explainInstant(scheduleOf({ cron: '* * * * *', zone }), zoneTable(zone).until)).toMatchObject({
      kind: 'none',
      reason: { kind: 'beyond-table' },
    });
  });

  test.each([
    [{ kind: 'every', every: 3600, anchor: 0 }, 'not-a-multiple'],
    [{ kind: 'at', instants: [3600], walls: [] }, 'not-listed'],
    [{ kind: 'manual' }, 'manual'],
  ] as const)('of another timing', (timing, kind) => {
    expect(explainInstant(compileSchedule({ timing }, { calendars: {} }), 1800)).toMatchObject({
      kind: 'none',
      reason: { kind },
    });
  });
});
