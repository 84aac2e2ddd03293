import type { DayNumber, Instant, WallTime, ZoneTable } from '../../schema/time.ts';
import { type CalendarRule, MOVE_MAX, movedDate, takenBy } from './calendar-rule.ts';
import { DAY, dayOf } from './civil-date.ts';
import { mergeFires, refuseTooMany, takeFires } from './fire-list.ts';
import { instantsOf, offsetIndexAt } from './offset-at.ts';
import type { EverySource, Fires, Omission } from './schedule.ts';

/** Enumerates the fires of an interval in `[from, until)`. */
export function everyFires(source: EverySource, table: ZoneTable, from: Instant, until: Instant): Fires {
  const multiples = multiplesOf(source, table, from, until);
  const { calendar } = source;
  if (calendar === undefined) return multiples;
  const scheduled = new Float64Array(multiples.count);
  const nominal = new Float64Array(multiples.count);
  let count = 0;
  for (let i = 0; i < multiples.count; i++) {
    if (takenBy(calendar, dayOf(multiples.nominal[i]!)) !== undefined) continue;
    scheduled[count] = multiples.scheduled[i]!;
    nominal[count] = multiples.nominal[i]!;
    count++;
  }
  const kept = takeFires(scheduled, nominal, count);
  if (calendar.onExcluded === 'skip') return kept;
  return mergeFires(kept, movedFires(source, calendar, table, from, until));
}

/** Lists what calendars take from an interval in `[from, until)`. */
export function everyOmissions(
  source: EverySource,
  table: ZoneTable,
  from: Instant,
  until: Instant,
): Omission[] {
  const { calendar } = source;
  if (calendar === undefined) return [];
  return takenMultiples(source, calendar, table, from, until).map(({ at, nominal, taker, moved }) => {
    const movedTo = moved === undefined ? undefined : instantsOf(table, moved)[0];
    return { at, nominal, cause: 'calendar', calendar: taker, ...(movedTo === undefined ? {} : { movedTo }) };
  });
}

interface TakenMultiple {
  readonly at: Instant;
  readonly nominal: WallTime;
  readonly taker: string;
  /** The nominal time on the date it moves to. */
  readonly moved: WallTime | undefined;
}

function takenMultiples(
  source: EverySource,
  calendar: CalendarRule,
  table: ZoneTable,
  from: Instant,
  until: Instant,
): TakenMultiple[] {
  const multiples = multiplesOf(source, table, from, until);
  const taken: TakenMultiple[] = [];
  let date = Number.NaN;
  let taker: string | undefined;
  let target: DayNumber | undefined;
  for (let i = 0; i < multiples.count; i++) {
    const nominal = multiples.nominal[i]!;
    if (dayOf(nominal) !== date) {
      date = dayOf(nominal);
      taker = takenBy(calendar, date);
      target = taker === undefined ? undefined : movedDate(calendar, date);
      if (target !== undefined && givesDate(source, table, target)) target = undefined;
    }
    if (taker === undefined) continue;
    const moved = target === undefined ? undefined : nominal + (target - date) * DAY;
    taken.push({ at: multiples.scheduled[i]!, nominal, taker, moved });
  }
  return taken;
}

/** Lists the fires in `[from, until)` that calendars moved there, ascending. */
function movedFires(
  source: EverySource,
  calendar: CalendarRule,
  table: ZoneTable,
  from: Instant,
  until: Instant,
): Fires {
  const reach = (MOVE_MAX + 2) * DAY;
  const moved = new Map<Instant, WallTime>();
  for (const multiple of takenMultiples(source, calendar, table, from - reach, until + reach)) {
    if (multiple.moved === undefined) continue;
    for (const at of instantsOf(table, multiple.moved)) {
      if (at >= from && at < until) moved.set(at, multiple.moved);
    }
  }
  const scheduled = Float64Array.from(moved.keys()).sort();
  return { count: moved.size, scheduled, nominal: scheduled.map((at) => moved.get(at)!) };
}

function givesDate(source: EverySource, table: ZoneTable, date: DayNumber): boolean {
  // Without a zone the date is UTC's, and only with one are its ends up to a day away.
  const reach = table.transitions.length === 0 && table.offsets[0] === 0 ? 0 : DAY;
  const near = multiplesOf(source, table, date * DAY - reach, (date + 1) * DAY + reach);
  return near.nominal.some((nominal) => dayOf(nominal) === date);
}

/** Enumerates `anchor + k * every` in `[from, until)`, k from 0. */
function multiplesOf({ every, anchor }: EverySource, table: ZoneTable, from: Instant, until: Instant): Fires {
  const first = anchor + Math.max(0, Math.ceil((from - anchor) / every)) * every;
  const count = Math.max(0, Math.ceil((until - first) / every));
  refuseTooMany(count);
  const scheduled = new Float64Array(count);
  const nominal = new Float64Array(count);
  let index = offsetIndexAt(table, first);
  for (let i = 0, at = first; i < count; i++, at += every) {
    while (at >= (table.transitions[index] ?? Number.POSITIVE_INFINITY)) index++;
    scheduled[i] = at;
    nominal[i] = at + table.offsets[index]!;
  }
  return { count, scheduled, nominal };
}
