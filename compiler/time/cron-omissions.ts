import type { Instant, WallTime, ZoneTable } from '../../schema/time.ts';
import type { CalendarRule } from './calendar-rule.ts';
import { DAY, dayOf } from './civil-date.ts';
import { nominalAt, numberAt } from './nominal-times.ts';
import { offsetIndexAt } from './offset-at.ts';
import { instantsOfTaken, movedToOf, placeWall } from './place-wall.ts';
import type { CronSource, CronStream, Omission } from './schedule.ts';
import { nominalDates, takenDates } from './stream-dates.ts';

/** Lists the nominal times of expressions that give no fire in `[from, until)`, in no order. */
export function cronOmissions(
  source: CronSource,
  table: ZoneTable,
  from: Instant,
  until: Instant,
): Omission[] {
  const found: Omission[] = [];
  const keep = (omitted: Iterable<Omission>) => {
    for (const omission of omitted) if (omission.at >= from && omission.at < until) found.push(omission);
  };
  keep(dstOmissions(source, table, from, until));
  const { calendar } = source;
  if (calendar !== undefined) {
    for (const stream of source.streams) {
      keep(calendarOmissions(stream, source, calendar, table, from, until));
    }
  }
  return found;
}

/** Looks at each transition whose gap or fold touches the range. */
function* dstOmissions(
  source: CronSource,
  table: ZoneTable,
  from: Instant,
  until: Instant,
): Iterable<Omission> {
  // No gap or fold is longer than a day (Apia 2011, Kwajalein 1993).
  const last = offsetIndexAt(table, until + DAY);
  for (let i = offsetIndexAt(table, from - DAY - 1); i < last; i++) {
    const transition = table.transitions[i]!;
    const before = table.offsets[i]!;
    const after = table.offsets[i + 1]!;
    if (before < after) yield* gapOmissions(source, transition, before, after);
    else yield* foldOmissions(source, transition, before, after);
  }
}

function* gapOmissions(
  { streams, answers, calendar }: CronSource,
  transition: Instant,
  before: number,
  after: number,
): Iterable<Omission> {
  const placed: { at: Instant; nominal: WallTime }[] = [];
  for (const stream of streams) {
    if (stream.isElapsed) continue;
    for (const nominal of nominalsIn(stream, calendar, transition + before, transition + after)) {
      if (answers.gap === 'skip') yield { at: transition, nominal, cause: 'dst.gap' };
      else placed.push({ at: answers.gap === 'shift' ? nominal - before : transition, nominal });
    }
  }
  if (placed.length === 0) return;
  // Lost times went where regular ones may be: within the gap's length after it, with `next` only at its very end.
  const reach = answers.gap === 'shift' ? after - before : 1;
  for (const stream of streams) {
    for (const nominal of nominalsIn(stream, calendar, transition + after, transition + after + reach)) {
      placed.push({ at: nominal - after, nominal });
    }
  }
  placed.sort((a, b) => a.at - b.at || a.nominal - b.nominal);
  for (const [index, { at, nominal }] of placed.entries()) {
    const earlier = placed[index - 1];
    if (earlier?.at === at && earlier.nominal !== nominal) yield { at, nominal, cause: 'dst.merged' };
  }
}

function* foldOmissions(
  { streams, answers, calendar }: CronSource,
  transition: Instant,
  before: number,
  after: number,
): Iterable<Omission> {
  if (answers.fold === 'both') return;
  const otherPass = answers.fold === 'first' ? after : before;
  for (const stream of streams) {
    if (stream.isElapsed) continue;
    for (const nominal of nominalsIn(stream, calendar, transition + after, transition + before)) {
      yield { at: nominal - otherPass, nominal, cause: 'dst.fold' };
    }
  }
}

function* calendarOmissions(
  stream: CronStream,
  { answers }: CronSource,
  calendar: CalendarRule,
  table: ZoneTable,
  from: Instant,
  until: Instant,
): Iterable<Omission> {
  const placesOf = (wall: WallTime) => placeWall(table, wall, stream.isElapsed ? undefined : answers);
  // A wall time and the instant it becomes are less than two days apart.
  const taken = takenDates(stream.dates, calendar, dayOf(from) - 2, dayOf(until) + 3);
  for (const { date, calendar: name, movedTo } of taken) {
    for (const time of stream.times) {
      const nominal = date * DAY + time;
      const moved = movedTo === undefined ? {} : movedToOf(placesOf(movedTo * DAY + time));
      for (const at of instantsOfTaken(placesOf(nominal))) {
        yield { at, nominal, cause: 'calendar', calendar: name, ...moved };
      }
    }
  }
}

/** Lists a stream's nominal times in `[from, until)`. */
function* nominalsIn(
  stream: CronStream,
  calendar: CalendarRule | undefined,
  from: WallTime,
  until: WallTime,
): Iterable<WallTime> {
  const dates = nominalDates(stream.dates, calendar, dayOf(from), dayOf(until - 1) + 1);
  const nominals = { dates, times: stream.times };
  const end = numberAt(nominals, until);
  for (let number = numberAt(nominals, from); number < end; number++) yield nominalAt(nominals, number);
}
