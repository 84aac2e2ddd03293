import type { CronTiming } from '../../schema/manifest.ts';
import type { Instant, WallTime } from '../../schema/time.ts';
import { civilOf, DAY, dayOf } from './civil-date.ts';
import { dateRuleOf, listDates } from './cron-dates.ts';
import { fires } from './fires.ts';
import { nextFire, previousFire } from './next-fire.ts';
import { instantsOf, offsetIndexAt, wallOf } from './offset-at.ts';
import { omissions } from './omissions.ts';
import { parseCron } from './parse-cron.ts';
import { type RunWindow, runWindow } from './run-window.ts';
import type { Omission, Schedule } from './schedule.ts';

/** Why a schedule fires at an instant, or does not. */
export type Explanation =
  | {
      readonly kind: 'fire';
      readonly nominal: WallTime;
      /** What the clock shows; differs from `nominal` after a gap. */
      readonly wall: WallTime;
      readonly window: RunWindow;
      readonly dst?: FireDst;
      /** The reason of the `extras` entry, where nothing else gives this fire. */
      readonly extra?: string;
      /** The reason of the pause that holds this fire. */
      readonly held?: string;
      /** Nominal times that would have stood at this instant too. */
      readonly omissions: readonly Omission[];
    }
  | {
      readonly kind: 'omission';
      readonly omission: Omission;
      /** Of other nominal times at the same instant: a gap passes over many at once. */
      readonly others: readonly Omission[];
    }
  | {
      readonly kind: 'none';
      readonly wall: WallTime;
      readonly reason: NoFireReason;
      readonly previous?: Instant;
      readonly next?: Instant;
    };

/** Gap: the nominal time does not exist. Fold: the clock shows it twice; this is one pass, `other` is the other one. */
type FireDst =
  | { readonly kind: 'gap'; readonly transition: Instant }
  | {
      readonly kind: 'fold';
      readonly transition: Instant;
      readonly pass: 'first' | 'second';
      readonly other: Instant;
    };

/** Why an instant is no occurrence at all. */
export type NoFireReason =
  | {
      readonly kind:
        | 'before-1970'
        | 'before-start'
        | 'past-end'
        | 'beyond-table'
        | 'manual'
        | 'not-listed'
        | 'not-a-multiple';
    }
  | { readonly kind: 'fields'; readonly expressions: readonly FieldMismatch[] };

/** The fields of one expression that the wall time does not match; `day` is both day fields by their `dayMatch`. */
interface FieldMismatch {
  readonly expression: string;
  readonly fields: readonly ('second' | 'minute' | 'hour' | 'day' | 'month')[];
}

/** Explains any instant, past or future, in whole seconds: the fire there, the omission there, or why there is none. */
export function explainInstant(schedule: Schedule, instant: Instant): Explanation {
  const wall = wallOf(schedule.table, instant);
  const omitted = omissions(schedule, instant, instant + 1);
  const [nominal] = fires(schedule, instant, instant + 1).nominal;
  if (nominal !== undefined) {
    const { extras, pause } = schedule.meaning;
    const window = runWindow(schedule, instant);
    const dst = dstOf(schedule, instant, nominal);
    const extra = isOnlyExtra(schedule, instant) ? extras?.find(({ at }) => at === instant) : undefined;
    const isHeld = pause?.fires === 'hold' && instant >= pause.from && instant < pause.until;
    return {
      kind: 'fire',
      nominal,
      wall,
      window,
      ...(dst === undefined ? {} : { dst }),
      ...(extra === undefined ? {} : { extra: extra.reason }),
      ...(isHeld ? { held: pause.reason } : {}),
      omissions: omitted,
    };
  }
  const [omission, ...others] = omitted;
  if (omission !== undefined) return { kind: 'omission', omission, others };
  const previous = previousFire(schedule, instant);
  const next = nextFire(schedule, instant);
  return {
    kind: 'none',
    wall,
    reason: reasonOf(schedule, instant, wall),
    ...(previous === undefined ? {} : { previous }),
    ...(next === undefined ? {} : { next }),
  };
}

function dstOf({ table }: Schedule, instant: Instant, nominal: WallTime): FireDst | undefined {
  const passes = instantsOf(table, nominal);
  if (passes.length === 0) {
    return { kind: 'gap', transition: table.transitions[offsetIndexAt(table, instant) - 1]! };
  }
  const other = passes.find((pass) => pass !== instant);
  if (other === undefined) return undefined;
  const isFirst = instant < other;
  const transition = table.transitions[offsetIndexAt(table, isFirst ? other : instant) - 1]!;
  return { kind: 'fold', transition, pass: isFirst ? 'first' : 'second', other };
}

function isOnlyExtra(schedule: Schedule, instant: Instant): boolean {
  return (
    schedule.extras.includes(instant) && fires({ ...schedule, extras: [] }, instant, instant + 1).count === 0
  );
}

function reasonOf(schedule: Schedule, instant: Instant, wall: WallTime): NoFireReason {
  const { meaning, table } = schedule;
  if (instant < 0) return { kind: 'before-1970' };
  if (instant < schedule.from) return { kind: 'before-start' };
  if (meaning.end !== undefined && instant >= meaning.end) return { kind: 'past-end' };
  if (instant >= table.until) return { kind: 'beyond-table' };
  switch (meaning.timing.kind) {
    case 'cron':
      return { kind: 'fields', expressions: mismatchesOf(meaning.timing, wall) };
    case 'every':
      return { kind: 'not-a-multiple' };
    case 'at':
      return { kind: 'not-listed' };
    case 'manual':
      return { kind: 'manual' };
  }
}

function mismatchesOf({ expressions, dayMatch }: CronTiming, wall: WallTime): FieldMismatch[] {
  const date = dayOf(wall);
  const time = wall - date * DAY;
  return expressions.map((expression) => {
    const parsed = parseCron(expression);
    if (parsed.kind === 'invalid') throw new Error(`\`${expression}\` is no expression`);
    const { cron } = parsed;
    const fields: FieldMismatch['fields'][number][] = [];
    if (!cron.seconds.includes(time % 60)) fields.push('second');
    if (!cron.minutes.includes(Math.floor(time / 60) % 60)) fields.push('minute');
    if (!cron.hours.includes(Math.floor(time / 3600))) fields.push('hour');
    const rule = { ...dateRuleOf(cron, dayMatch), months: 0xfff };
    if (listDates(rule, date, date + 1).length === 0) fields.push('day');
    if (!cron.months.includes(civilOf(date).month)) fields.push('month');
    return { expression, fields };
  });
}
