import { CronExpressionParser } from 'cron-parser';
import { parseCronExpression } from 'cron-schedule';
import { Cron } from 'croner';
import { DateTime } from 'luxon';
import { createTask } from 'node-cron';
import rrulePackage from 'rrule';

const { RRule } = rrulePackage;

/** An expression, what rrule calls it, and its fields for those who loop themselves. */
export interface BenchExpression {
  readonly text: string;
  readonly rule: Readonly<Record<string, unknown>>;
  readonly minutes: readonly number[];
  readonly hours: readonly number[];
  /** `weekday` is 1 for Monday to 7 for Sunday. */
  matchesDate(month: number, day: number, weekday: number): boolean;
}

const all = (count: number) => Array.from({ length: count }, (_, index) => index);

export const expressions: readonly BenchExpression[] = [
  {
    text: '*/5 * * * *',
    rule: { freq: RRule.MINUTELY, interval: 5 },
    minutes: all(12).map((index) => index * 5),
    hours: all(24),
    matchesDate: () => true,
  },
  {
    text: '0 9 * * 1-5',
    rule: { freq: RRule.WEEKLY, byweekday: [0, 1, 2, 3, 4], byhour: [9], byminute: [0], bysecond: [0] },
    minutes: [0],
    hours: [9],
    matchesDate: (_month, _day, weekday) => weekday < 6,
  },
  {
    text: '30 2 * * *',
    rule: { freq: RRule.DAILY, byhour: [2], byminute: [30], bysecond: [0] },
    minutes: [30],
    hours: [2],
    matchesDate: () => true,
  },
  {
    text: '0 0 29 2 *',
    rule: { freq: RRule.YEARLY, bymonth: [2], bymonthday: [29], byhour: [0], byminute: [0], bysecond: [0] },
    minutes: [0],
    hours: [0],
    matchesDate: (month, day) => month === 2 && day === 29,
  },
];

/** Takes a fire in milliseconds and says whether it wants another. */
export type Take = (fire: number) => boolean;

/** Lists the fires in `[from, until)` in order; `from` is a midnight in the zone. */
export type List = (from: Date, until: Date, take: Take) => void;

/** Another scheduler. What can be made ready once is made in `open`, and a bound of its own is used if it has one. */
export interface Peer {
  readonly name: string;
  open(expression: BenchExpression, zone: string): List;
}

/** Lists by asking for the next fire after the last one; all of them start after the instant they are given. */
function byNext(next: (after: Date) => Date | null | undefined): List {
  return (from, until, take) => {
    for (let fire = next(new Date(from.getTime() - 1000)); fire && fire < until && take(fire.getTime()); ) {
      fire = next(fire);
    }
  };
}

export const peers: readonly Peer[] = [
  {
    name: 'croner',
    open({ text }, zone) {
      const job = new Cron(text, { timezone: zone, paused: true });
      return byNext((after) => job.nextRun(after));
    },
  },
  {
    name: 'cron-parser',
    open({ text }, zone) {
      const parsed = CronExpressionParser.parse(text, { tz: zone });
      return (from, until, take) => {
        parsed.reset(new Date(from.getTime() - 1000));
        for (let fire = parsed.next().getTime(); fire < until.getTime() && take(fire); ) {
          fire = parsed.next().getTime();
        }
      };
    },
  },
  {
    // Knows the zone of the process only, so two zones in one process are out of its reach.
    name: 'cron-schedule',
    open({ text }, zone) {
      const parsed = parseCronExpression(text);
      const list = byNext((after) => parsed.getNextDate(after));
      return (from, until, take) => {
        process.env['TZ'] = zone;
        list(from, until, take);
        process.env['TZ'] = 'UTC';
      };
    },
  },
  {
    name: 'node-cron matcher',
    open({ text }, zone) {
      const task = createTask(text, () => {}, { timezone: zone });
      // Not part of its interface, which answers for the present only.
      const { timeMatcher } = task as unknown as { timeMatcher: { getNextMatch(after: Date): Date } };
      return byNext((after) => timeMatcher.getNextMatch(after));
    },
  },
  {
    name: 'rrule',
    open({ rule }, zone) {
      // Wall times stand as if they were UTC; instants come out only where the process runs in UTC.
      const wall = (date: Date) =>
        DateTime.fromJSDate(date, { zone }).setZone('UTC', { keepLocalTime: true }).toJSDate();
      return (from, until, take) => {
        const bounded = {
          ...rule,
          dtstart: wall(from),
          until: wall(new Date(until.getTime() - 1000)),
          tzid: zone,
        };
        new RRule(bounded, true).all((date: Date) => take(date.getTime()));
      };
    },
  },
  {
    // What is written by hand where there is luxon and no scheduler: the wall times of each date, as instants.
    name: 'luxon loop',
    open({ minutes, hours, matchesDate }, zone) {
      return (from, until, take) => {
        for (
          let date = DateTime.fromJSDate(from, { zone });
          date.toMillis() < until.getTime();
          date = date.plus({ days: 1 })
        ) {
          const { year, month, day, weekday } = date;
          if (!matchesDate(month, day, weekday)) {
            continue;
          }
          for (const hour of hours) {
            for (const minute of minutes) {
              if (!take(DateTime.fromObject({ year, month, day, hour, minute }, { zone }).toMillis())) {
                return;
              }
            }
          }
        }
      };
    },
  },
];
