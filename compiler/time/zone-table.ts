import type { Instant, Seconds, ZoneTable } from '../../schema/time.ts';
import { DAY, dayFromCivil } from './civil-date.ts';
import { aliasesOf, primaryNameOf } from './zone-names.ts';

/**
 * Between two probes. Two transitions within a step that cancel out would go unseen; the closest pair that any zone
 * has is 6 days 23 hours apart (Recife in 2000, Gaza in 2040).
 */
const STEP = 6 * DAY;

/** Nearly every transition is on a quarter of an hour of UTC, so the search tries those first. */
const QUARTER = 900;

const WEEK = 7 * DAY;

/** Reads the UTC offset at an instant. */
type Probe = (instant: Instant) => Seconds;

/** Returns the name of the platform's time-zone data, for instance `2025c`. */
export function platformTzdata(): string {
  return process.versions.tz ?? '';
}

const tables = new Map<string, ZoneTable>();

/**
 * Returns a zone's table as the platform has it, from 1970 to 1 January of the year of its data plus 11.
 *
 * `zone` is a name that `resolveZone` takes; the table stands under the primary one. Kept once read.
 * `span` reads another stretch instead, which is not kept. Throws a RangeError where the platform has no such zone.
 */
export function zoneTable(
  zone: string,
  span?: { readonly from: Instant; readonly until: Instant },
): ZoneTable {
  const primary = primaryNameOf(zone);
  // The platform would take names that are none, such as `BST` for Dhaka.
  if (primary === undefined) throw new RangeError(`\`${zone}\` is no zone of the IANA list`);
  if (span !== undefined) return readTable(primary, span.from, span.until);
  let table = tables.get(primary);
  if (table === undefined) {
    table = readTable(primary, 0, endOfTables());
    tables.set(primary, table);
  }
  return table;
}

function endOfTables(): Instant {
  const year = Number.parseInt(platformTzdata(), 10);
  if (Number.isNaN(year)) throw new RangeError('this platform does not name its time-zone data');
  return dayFromCivil(year + 11, 1, 1) * DAY;
}

const platformNames = new Map<string, string | undefined>();

/**
 * Returns the name under which the platform knows a primary name's zone: a place that was renamed lately may be there
 * under its former name only. Returns undefined where it is not there at all.
 */
export function platformNameOf(primary: string): string | undefined {
  if (!platformNames.has(primary)) {
    platformNames.set(primary, [primary, ...aliasesOf(primary)].find(isKnownToPlatform));
  }
  return platformNames.get(primary);
}

function isKnownToPlatform(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    // A RangeError is the platform's only way to say that it does not know a zone.
    return false;
  }
}

function readTable(primary: string, from: Instant, until: Instant): ZoneTable {
  const name = platformNameOf(primary);
  if (name === undefined) throw new RangeError(`this platform has no time-zone data for \`${primary}\``);
  const offsetAt = openProbe(name);
  const transitions: Instant[] = [];
  const offsets: Seconds[] = [offsetAt(from)];
  for (let low = from; low < until - 1; ) {
    const high = Math.min(low + STEP, until - 1);
    const before = offsets.at(-1)!;
    const after = offsetAt(high);
    if (after !== before) {
      transitions.push(findTransition(offsetAt, before, low, high, transitions.at(-1) ?? 0));
      offsets.push(after);
    }
    low = high;
  }
  return { zone: primary, transitions, offsets, until };
}

/** Finds the first instant in `(low, high]` at which the offset is not `before`, knowing that there is one. */
function findTransition(
  offsetAt: Probe,
  before: Seconds,
  low: Instant,
  high: Instant,
  previous: Instant,
): Instant {
  // Most clocks change at the same time of the week as the last time: two probes then stand for ten.
  const guess = low + mod(previous - low, WEEK);
  if (guess > low && guess <= high && offsetAt(guess) !== before && offsetAt(guess - 1) === before)
    return guess;
  const [first, last] = bisect(offsetAt, before, low, high, QUARTER);
  if (last - first === 1 || offsetAt(last - 1) === before) return last;
  return bisect(offsetAt, before, first, last - 1, 1)[1];
}

/** Narrows `(low, high]`, trying multiples of `grain` only. */
function bisect(
  offsetAt: Probe,
  before: Seconds,
  low: Instant,
  high: Instant,
  grain: Seconds,
): [low: Instant, high: Instant] {
  for (;;) {
    const middle = Math.ceil((low + high) / 2 / grain) * grain;
    if (middle <= low || middle >= high) return [low, high];
    if (offsetAt(middle) === before) low = middle;
    else high = middle;
  }
}

/**
 * Opens a zone for reading. The format's cost is the table's cost; it asks for the month's letter beside the offset
 * because a bare offset brings a whole date with it, which takes half as long again.
 */
function openProbe(name: string): Probe {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: name,
    timeZoneName: 'longOffset',
    month: 'narrow',
  });
  // Neighbouring probes mostly agree: comparing the text saves reading it.
  let ending = '';
  let offset = Number.NaN;
  return (instant) => {
    const text = format.format(instant * 1000);
    if (ending === '' || !text.endsWith(ending)) {
      ending = text.slice(text.indexOf(' GMT'));
      offset = offsetOf(ending);
    }
    return offset;
  };
}

function mod(dividend: number, divisor: number): number {
  return ((dividend % divisor) + divisor) % divisor;
}

/** Reads ` GMT`, ` GMT+05:30` or ` GMT-00:44:30`. */
function offsetOf(ending: string): Seconds {
  const match = /^ GMT(?:([+-])(\d{2}):(\d{2})(?::(\d{2}))?)?$/.exec(ending);
  if (match === null) throw new Error(`the platform wrote an offset as \`${ending}\``);
  const size = Number(match[2] ?? 0) * 3600 + Number(match[3] ?? 0) * 60 + Number(match[4] ?? 0);
  return match[1] === '-' ? -size : size;
}
