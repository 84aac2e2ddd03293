import { compileSchedule, type Schedule, zoneTable } from '../../../compiler/time/index.ts';
import type { CronTiming, ScheduleMeaning } from '../../../schema/manifest.ts';
import type { DayNumber, FoldAnswer, GapAnswer } from '../../../schema/time.ts';
import { date } from './clock.ts';

/** A schedule as a test's row has it. */
export interface Row extends Omit<ScheduleMeaning, 'timing'> {
  /** Several are separated by `|`. */
  readonly cron: string;
  readonly zone: string;
  readonly gap?: GapAnswer;
  readonly fold?: FoldAnswer;
  readonly dayMatch?: 'either' | 'both';
  /** Name -> dates, `2027-12-25`. */
  readonly calendars?: Readonly<Record<string, readonly string[]>>;
}

/** Compiles a row; `shift` and `first` where it does not say. */
export function scheduleOf(row: Row): Schedule {
  const { cron, zone, gap = 'shift', fold = 'first', dayMatch, calendars = {}, ...rest } = row;
  const timing: CronTiming = {
    kind: 'cron',
    expressions: cron.split('|'),
    zone,
    gap,
    fold,
    ...(dayMatch === undefined ? {} : { dayMatch }),
  };
  return compileSchedule({ ...rest, timing }, { table: zoneTable(zone), calendars: calendarsOf(calendars) });
}

/** Turns dates into calendars' days. */
export function calendarsOf(
  calendars: Readonly<Record<string, readonly string[]>>,
): Record<string, { days: DayNumber[] }> {
  return Object.fromEntries(
    Object.entries(calendars).map(([name, dates]) => [name, { days: dates.map(date) }]),
  );
}
