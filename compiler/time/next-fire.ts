import type { DayNumber, Instant, Seconds } from '../../schema/time.ts';
import { DAY, dayOf } from './civil-date.ts';
import { fires } from './fires.ts';
import { lowerBound } from './lower-bound.ts';
import type { Schedule } from './schedule.ts';
import { nextDate, previousDate } from './stream-dates.ts';

/** No step of a search enumerates more than this, whatever the schedule. */
const WIDTH_MAX = 32 * DAY;

/**
 * Returns the first fire after an instant, which may have a fraction; undefined where there is none before `end` and
 * the end of the table.
 *
 * Looks through windows that grow from about two fires' width. Where a window is empty it leaps to the next date that
 * the expressions give, or over the pause, so that rare fires cost dates and not windows.
 */
export function nextFire(schedule: Schedule, after: Instant): Instant | undefined {
  const narrow = narrowWidth(schedule);
  let width = narrow;
  let from = Math.max(Math.floor(after) + 1, schedule.from);
  while (from < schedule.until) {
    const until = Math.min(from + width, schedule.until);
    const found = fires(schedule, from, until);
    if (found.count > 0) return found.scheduled[0];
    from = leapForward(schedule, until);
    width = from > until ? narrow : Math.min(width * 4, WIDTH_MAX);
  }
  return undefined;
}

/** Returns the last fire before an instant; undefined where there is none from 1970 and `start` on. */
export function previousFire(schedule: Schedule, before: Instant): Instant | undefined {
  const narrow = narrowWidth(schedule);
  let width = narrow;
  let until = Math.min(Math.ceil(before), schedule.until);
  while (until > schedule.from) {
    const from = Math.max(until - width, schedule.from);
    const found = fires(schedule, from, until);
    if (found.count > 0) return found.scheduled[found.count - 1];
    until = leapBack(schedule, from);
    width = until < from ? narrow : Math.min(width * 4, WIDTH_MAX);
  }
  return undefined;
}

/** Twice the mean spacing on a day with fires. */
function narrowWidth({ source }: Schedule): Seconds {
  switch (source.kind) {
    case 'cron': {
      const perDay = source.streams.reduce((sum, { times }) => sum + times.length, 0);
      return Math.ceil((2 * DAY) / perDay);
    }
    case 'every':
      return 2 * source.every;
    case 'list':
      return WIDTH_MAX;
  }
}

/** Returns an instant from `from` on, before which there is no fire. */
function leapForward(schedule: Schedule, from: Instant): Instant {
  const { source, extras } = schedule;
  const pause = schedule.meaning.pause;
  const start = pause?.fires === 'skip' && from >= pause.from && from < pause.until ? pause.until : from;
  let next = start;
  if (source.kind === 'cron') {
    // A nominal time's instant is at most offsetMax before it and offsetMin after it.
    const low = dayOf(start + source.offsetMin);
    const date = earliest(
      source.streams.map(({ dates }) => nextDate(dates, source.calendar, low, lastDate(schedule))),
    );
    next = date * DAY - source.offsetMax;
  } else if (source.kind === 'every') {
    // Calendars may have moved the first ones back.
    next = source.anchor - (source.calendar === undefined ? 0 : WIDTH_MAX);
  } else {
    const { scheduled } = source.fires;
    next = scheduled[lowerBound(scheduled, start)] ?? Number.POSITIVE_INFINITY;
  }
  return Math.max(start, Math.min(next, extras[lowerBound(extras, start)] ?? Number.POSITIVE_INFINITY));
}

/** Returns an instant up to `until`, from which on there is no fire before it. */
function leapBack(schedule: Schedule, until: Instant): Instant {
  const { source, extras } = schedule;
  const pause = schedule.meaning.pause;
  const end = pause?.fires === 'skip' && until > pause.from && until <= pause.until ? pause.from : until;
  let last = end;
  if (source.kind === 'cron') {
    const high = dayOf(end + source.offsetMax) + 1;
    const low = dayOf(schedule.from + source.offsetMin);
    const date = latest(source.streams.map(({ dates }) => previousDate(dates, source.calendar, low, high)));
    last = (date + 1) * DAY - source.offsetMin;
  } else if (source.kind === 'list') {
    const { scheduled } = source.fires;
    last = (scheduled[lowerBound(scheduled, end) - 1] ?? Number.NEGATIVE_INFINITY) + 1;
  }
  const extra = extras[lowerBound(extras, end) - 1] ?? Number.NEGATIVE_INFINITY;
  return Math.min(end, Math.max(last, extra + 1));
}

function lastDate({ until, source }: Schedule): DayNumber {
  return dayOf(until + (source.kind === 'cron' ? source.offsetMax : 0)) + 1;
}

function earliest(dates: readonly (DayNumber | undefined)[]): DayNumber {
  return dates.reduce<number>((first, date) => Math.min(first, date ?? first), Number.POSITIVE_INFINITY);
}

function latest(dates: readonly (DayNumber | undefined)[]): DayNumber {
  return dates.reduce<number>((last, date) => Math.max(last, date ?? last), Number.NEGATIVE_INFINITY);
}
