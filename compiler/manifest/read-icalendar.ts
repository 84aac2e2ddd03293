import ICAL from 'ical.js';
import type { DayNumber } from '../../schema/time.ts';
import { expandRecurrence, type Recurrence } from './expand-recurrence.ts';
import { parseDate } from './instant-text.ts';

/** What an iCalendar text says about whole days. */
export type ICalendarReading =
  | {
      readonly kind: 'days';
      /** Sorted, without repeats, inside the range asked for. */
      readonly days: readonly DayNumber[];
      /** How many events had a clock time, so that they are no days and were passed over. */
      readonly timedCount: number;
    }
  | { readonly kind: 'broken'; readonly message: string };

/** Longest text that is read, in UTF-16 code units. A national calendar of 20 years has about 100,000. */
const maxLength = 1_048_576;
/** How many dates all repeating events of one text may be tried on together; about a second's work. */
const maxTrials = 2_000_000;

/** Length of what is said of a text, in UTF-16 code units: ical.js quotes whole lines of it. */
const messageMax = 120;

type Property = readonly [name: string, parameters: unknown, type: string, ...values: unknown[]];

/** A text that cannot be read as days. Never leaves this file. */
class BrokenCalendar extends Error {}

/**
 * Reads the dates of all all-day events of an iCalendar text (RFC 5545) that lie in `[from, until)`:
 * events of several days, RRULE, RDATE, EXDATE, changed and cancelled occurrences. ical.js reads the text;
 * the dates are counted here, since they need no zone and must come to an end.
 */
export function readICalendar(text: string, range: { from: DayNumber; until: DayNumber }): ICalendarReading {
  try {
    return collectDays(text, range);
  } catch (error) {
    // ical.js throws at what it can't read, and a tenant's file is not our bug.
    return { kind: 'broken', message: complaint(error) };
  }
}

/** Says what ical.js trips over: its own words only where it has some, and no more of the text than one would read. */
function complaint(error: unknown): string {
  if (error instanceof TypeError || error instanceof RangeError) return 'it does not nest as iCalendar does';
  const { message } = error as Error;
  return message.length > messageMax ? `${message.slice(0, messageMax)}…` : message;
}

interface Event {
  readonly uid: string | undefined;
  readonly start: DayNumber;
  readonly length: number;
  readonly properties: readonly Property[];
  readonly replaces?: DayNumber;
  readonly isCancelled: boolean;
}

function collectDays(text: string, range: { from: DayNumber; until: DayNumber }): ICalendarReading {
  if (text.length > maxLength) throw new BrokenCalendar(`it has more than ${maxLength} characters`);
  const { events, timedCount } = eventsOf(text.replace(/^\uFEFF/, ''));

  const replaced = new Map<string, Set<DayNumber>>();
  for (const { uid, replaces } of events) {
    if (uid === undefined || replaces === undefined) continue;
    replaced.set(uid, (replaced.get(uid) ?? new Set()).add(replaces));
  }

  const days = new Set<DayNumber>();
  let trials = 0;
  for (const event of events) {
    if (event.isCancelled) continue;
    const repeats = event.properties.some(([name]) => name === 'rrule');
    if (repeats) trials += Math.max(0, range.until - event.start);
    if (trials > maxTrials) throw new BrokenCalendar('it has too many repeating events');
    const gone =
      event.replaces === undefined && event.uid !== undefined ? replaced.get(event.uid) : undefined;
    for (const start of startsOf(event, range.until)) {
      if (gone?.has(start)) continue;
      const end = Math.min(start + event.length, range.until);
      for (let day = Math.max(start, range.from); day < end; day++) days.add(day);
    }
  }
  return { kind: 'days', days: [...days].sort((a, b) => a - b), timedCount };
}

function eventsOf(text: string): { events: Event[]; timedCount: number } {
  const parsed = ICAL.parse(text) as unknown[];
  // One VCALENDAR is the component itself; several are a list of them.
  const components = (typeof parsed[0] === 'string' ? [parsed] : parsed) as [string, unknown, unknown[]][];
  if (!components.some(([name]) => name === 'vcalendar'))
    throw new BrokenCalendar('it has no BEGIN:VCALENDAR');

  const events: Event[] = [];
  let timedCount = 0;
  for (const [name, , children] of components) {
    if (name !== 'vcalendar') continue;
    for (const [child, properties] of children as [string, Property[]][]) {
      if (child !== 'vevent') continue;
      const event = eventOf(properties);
      if (event) events.push(event);
      else timedCount++;
    }
  }
  return { events, timedCount };
}

/** Returns undefined for an event that has a clock time. */
function eventOf(properties: readonly Property[]): Event | undefined {
  const find = (name: string) => properties.find(([own]) => own === name);
  const start = find('dtstart');
  if (!start) throw new BrokenCalendar('it has an event without DTSTART');
  if (start[2] !== 'date') return undefined;
  const startDay = dateOf(start[3], 'DTSTART');

  const end = find('dtend');
  const duration = find('duration');
  let length = 1;
  if (end) length = dateOf(end[3], 'DTEND') - startDay;
  else if (duration) length = daysOf(String(duration[3]));
  // RFC 5545 wants DTEND later than DTSTART; programs that write both equal mean one day.
  if (length < 0) throw new BrokenCalendar(`an event ends before it starts on \`${start[3]}\``);

  const replaces = find('recurrence-id');
  const uid = find('uid')?.[3];
  const status = find('status')?.[3];
  if (replaces && JSON.stringify(replaces[1]).toUpperCase().includes('THISANDFUTURE')) {
    throw new BrokenCalendar('it changes an event with RANGE=THISANDFUTURE, which Almanac does not read');
  }
  return {
    uid: typeof uid === 'string' ? uid : undefined,
    start: startDay,
    length: Math.max(1, length),
    properties,
    isCancelled: typeof status === 'string' && status.toUpperCase() === 'CANCELLED',
    ...(replaces && { replaces: dateOf(String(replaces[3]).slice(0, 10), 'RECURRENCE-ID') }),
  };
}

/** Lists the first days of an event's occurrences. */
function startsOf(event: Event, until: DayNumber): DayNumber[] {
  const starts = new Set([event.start]);
  const without = new Set<DayNumber>();
  for (const [name, , type, ...values] of event.properties) {
    if (name === 'rrule') {
      for (const value of values) {
        const rule = recurrenceOf(value as Readonly<Record<string, unknown>>);
        for (const day of expandRecurrence(rule, event.start, until)) starts.add(day);
      }
    } else if (name === 'rdate' && type === 'date') {
      for (const value of values) starts.add(dateOf(value, 'RDATE'));
    } else if (name === 'exdate') {
      for (const value of values) without.add(dateOf(String(value).slice(0, 10), 'EXDATE'));
    }
  }
  return [...starts].filter((day) => !without.has(day));
}

const weekdayNames = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];
const known = /^(freq|interval|count|until|wkst|bymonth|bymonthday|byyearday|byday|bysetpos)$/;

function recurrenceOf(value: Readonly<Record<string, unknown>>): Recurrence {
  const foreign = Object.keys(value).find((key) => !known.test(key));
  if (foreign)
    throw new BrokenCalendar(`it repeats by ${foreign.toUpperCase()}, which Almanac does not read`);
  const freq = String(value['freq']);
  if (freq !== 'DAILY' && freq !== 'WEEKLY' && freq !== 'MONTHLY' && freq !== 'YEARLY') {
    throw new BrokenCalendar(`it repeats whole days ${freq}`);
  }
  const { interval = 1, count, until, wkst } = value;
  return {
    freq,
    interval: Math.max(1, Number(interval)),
    // ical.js counts weekdays from 1, Sunday; Monday is the standard's own beginning.
    weekStart: typeof wkst === 'number' ? wkst - 1 : 1,
    months: numbersOf(value['bymonth']),
    monthDays: numbersOf(value['bymonthday']),
    yearDays: numbersOf(value['byyearday']),
    positions: numbersOf(value['bysetpos']),
    weekdays: listOf(value['byday']).map((text) => {
      const [, nth, name] = /^([+-]?\d+)?([A-Z]{2})$/.exec(String(text)) ?? [];
      const weekday = weekdayNames.indexOf(name ?? '');
      if (weekday < 0) throw new BrokenCalendar(`it repeats on \`${text}\`, which is no weekday`);
      return { nth: Number(nth ?? 0), weekday };
    }),
    ...(count !== undefined && { count: Number(count) }),
    ...(until !== undefined && { until: dateOf(String(until).slice(0, 10), 'UNTIL') }),
  };
}

function listOf(value: unknown): readonly unknown[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value];
}

function numbersOf(value: unknown): number[] {
  return listOf(value).map(Number);
}

function dateOf(value: unknown, property: string): DayNumber {
  const day = parseDate(String(value));
  if (day === undefined) throw new BrokenCalendar(`its ${property} \`${value}\` is not a date`);
  return day;
}

/** Reads a duration of whole days or weeks (RFC 5545, 3.3.6). */
function daysOf(text: string): number {
  const match = /^\+?P(?:(\d{1,5})W|(\d{1,5})D)$/.exec(text);
  if (!match) throw new BrokenCalendar(`an all-day event lasts \`${text}\`, which is not whole days`);
  return Number(match[1] ?? 0) * 7 + Number(match[2] ?? 0);
}
