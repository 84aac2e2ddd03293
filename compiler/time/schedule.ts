import type { AtTiming, CronTiming, ScheduleMeaning } from '../../schema/manifest.ts';
import type { DayNumber, Instant, OmissionCause, Seconds, WallTime, ZoneTable } from '../../schema/time.ts';
import { type CalendarRule, calendarRuleOf } from './calendar-rule.ts';
import { canonicalCron } from './canonical-cron.ts';
import { DAY, dayFromCivil } from './civil-date.ts';
import { classOf } from './class-of.ts';
import type { Cron } from './cron.ts';
import { type DateRule, dateRuleOf } from './cron-dates.ts';
import { type ListSource, listSourceOf } from './list-source.ts';
import { parseCron } from './parse-cron.ts';
import type { DstAnswers } from './place-wall.ts';

/** A schedule made ready for enumeration. Plain data: made once, used for any range. */
export interface Schedule {
  readonly meaning: ScheduleMeaning;
  /** The zone's table; UTC's where the schedule has no zone. */
  readonly table: ZoneTable;
  /** The first instant at which it may fire: 1970, or its `start`. */
  readonly from: Instant;
  /** The first instant past the last at which it may fire: its `end`, or the end of the table. */
  readonly until: Instant;
  readonly source: CronSource | EverySource | ListSource;
  /** Instants of `extras` in `[from, until)`, ascending. */
  readonly extras: readonly Instant[];
  /** Instants of `skips`, with their reasons. */
  readonly skips: ReadonlyMap<Instant, string>;
}

/** Fires at wall times that expressions give. */
export interface CronSource {
  readonly kind: 'cron';
  readonly streams: readonly CronStream[];
  readonly answers: DstAnswers;
  readonly calendar: CalendarRule | undefined;
  /** The smallest and the largest offset in the table: how far an instant can be from its wall time. */
  readonly offsetMin: Seconds;
  readonly offsetMax: Seconds;
}

/** The expressions that give the same dates, as one: dates times times of day. */
export interface CronStream {
  readonly dates: DateRule;
  /** Seconds of the day, ascending. */
  readonly times: Int32Array;
  /** Follows real time through gap and fold (`classOf`). */
  readonly isElapsed: boolean;
}

/** Fires at `anchor + k * every`. */
export interface EverySource {
  readonly kind: 'every';
  readonly every: Seconds;
  readonly anchor: Instant;
  readonly calendar: CalendarRule | undefined;
}

/** Fires of a range, ascending: `scheduled[i]` is the instant, `nominal[i]` the wall time it stands for. */
export interface Fires {
  readonly count: number;
  readonly scheduled: Float64Array;
  readonly nominal: Float64Array;
}

/** A nominal time that gives no fire, with its cause. */
export interface Omission {
  /** The instant it would have had: for a gap the transition, for a fold its other pass. */
  readonly at: Instant;
  readonly nominal: WallTime;
  readonly cause: OmissionCause;
  /** Of a `skips` entry or of the pause. */
  readonly reason?: string;
  /** The calendar that took the date away; several that `include` names, separated by commas. */
  readonly calendar?: string;
  /** Where the fire went instead, by `onExcluded`. */
  readonly movedTo?: Instant;
}

/** What a schedule needs besides its meaning. */
export interface ScheduleParts {
  /** Of the timing's zone; needed where there is one. */
  readonly table?: ZoneTable;
  /** The tenant's, by name. */
  readonly calendars: Readonly<Record<string, { readonly days: readonly DayNumber[] }>>;
}

/** The end of what has no table: 2200-01-01. */
const WITHOUT_TABLE: ZoneTable = {
  zone: 'UTC',
  transitions: [],
  offsets: [0],
  until: dayFromCivil(2200, 1, 1) * DAY,
};

/**
 * Makes a schedule ready for enumeration.
 *
 * Throws where the meaning is not one that the compiler lets through: an expression that does not parse or lacks its
 * `dayMatch`, a zone without table, a calendar that is not there.
 */
export function compileSchedule(meaning: ScheduleMeaning, parts: ScheduleParts): Schedule {
  const { timing } = meaning;
  const zone = timing.kind === 'cron' || timing.kind === 'at' ? timing.zone : undefined;
  if (zone !== undefined && parts.table === undefined) throw new Error(`no table for the zone \`${zone}\``);
  const table = parts.table ?? WITHOUT_TABLE;
  const from = Math.max(0, meaning.start ?? 0);
  const until = Math.min(table.until, meaning.end ?? table.until);
  const extras = (meaning.extras ?? []).map(({ at }) => at).filter((at) => at >= from && at < until);
  return {
    meaning,
    table,
    from,
    until,
    source: sourceOf(meaning, table, calendarRuleOf(meaning, parts.calendars)),
    extras: [...new Set(extras)].sort((a, b) => a - b),
    skips: new Map((meaning.skips ?? []).map(({ at, reason }) => [at, reason])),
  };
}

function sourceOf({ timing }: ScheduleMeaning, table: ZoneTable, calendar: CalendarRule | undefined) {
  switch (timing.kind) {
    case 'cron':
      return cronSourceOf(timing, table, calendar);
    case 'every':
      return { kind: 'every', every: timing.every, anchor: timing.anchor, calendar } as const;
    case 'at':
      return listSourceOf(timing, table, calendar);
    case 'manual':
      return listSourceOf({ kind: 'at', instants: [], walls: [] } satisfies AtTiming, table, calendar);
  }
}

function cronSourceOf(timing: CronTiming, table: ZoneTable, calendar: CalendarRule | undefined): CronSource {
  const groups = new Map<string, { crons: Cron[]; isElapsed: boolean }>();
  for (const text of timing.expressions) {
    const parsed = parseCron(text);
    if (parsed.kind === 'invalid')
      throw new Error(`\`${text}\` is no expression: ${parsed.faults[0]!.message}`);
    const isElapsed = classOf(parsed.cron) === 'elapsed';
    // Expressions of one class that give the same dates are one product of dates and times.
    const key = `${isElapsed} ${canonicalCron(parsed.cron).split(' ').slice(-3).join(' ')}`;
    const group = groups.get(key) ?? { crons: [], isElapsed };
    group.crons.push(parsed.cron);
    groups.set(key, group);
  }
  return {
    kind: 'cron',
    streams: [...groups.values()].map(({ crons, isElapsed }) => ({
      dates: dateRuleOf(crons[0]!, timing.dayMatch),
      times: timesOf(crons),
      isElapsed,
    })),
    answers: { gap: timing.gap, fold: timing.fold },
    calendar,
    offsetMin: Math.min(...table.offsets),
    offsetMax: Math.max(...table.offsets),
  };
}

/** Lists the seconds of the day that expressions give, ascending, without repeats. */
function timesOf(crons: readonly Cron[]): Int32Array {
  const times: number[] = [];
  for (const { hours, minutes, seconds } of crons) {
    for (const hour of hours) {
      for (const minute of minutes) {
        for (const second of seconds) times.push(hour * 3600 + minute * 60 + second);
      }
    }
  }
  const sorted = Int32Array.from(times).sort();
  return crons.length === 1 ? sorted : sorted.filter((time, index) => time !== sorted[index - 1]);
}
