import type { WallTime } from '../../../../schema/time.ts';

/** A cron expression of five fields as the oracle understands it. */
export interface ReadCron {
  readonly text: string;
  /** Fires in every hour of a day on which it fires at all. */
  readonly isElapsed: boolean;
  matchesDate(wall: WallTime): boolean;
  /** Whether a wall time at a whole minute is a nominal time. */
  matches(wall: WallTime): boolean;
}

const monthNames = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const dayNames = 'sun mon tue wed thu fri sat'.split(' ');
const day = 86_400;

/** Reads a valid expression; says nothing useful about an invalid one. Both day fields given need `dayMatch`. */
export function readCron(text: string, dayMatch?: 'either' | 'both'): ReadCron {
  const [minute, hour, date, month, weekday] = text.split(/\s+/) as [string, string, string, string, string];
  const minutes = numbers(minute, 0, 59);
  const hours = numbers(hour, 0, 23);
  const months = numbers(named(month, monthNames, 1), 1, 12);
  const dateOk = dateTest(date);
  const weekdayOk = weekdayTest(named(weekday, dayNames, 0));
  if (date !== '*' && weekday !== '*' && !dayMatch) {
    throw new Error(`${text} needs dayMatch`);
  }

  const datesSeen = new Map<number, boolean>();
  const matchesDate = (wall: WallTime): boolean => {
    const number = Math.floor(wall / day);
    let fits = datesSeen.get(number);
    if (fits === undefined) {
      const civil = new Date(number * day * 1000);
      const [byDate, byWeekday] = [dateOk(civil), weekdayOk(civil)];
      fits =
        months.has(civil.getUTCMonth() + 1) &&
        (dayMatch === 'either' && date !== '*' && weekday !== '*'
          ? byDate || byWeekday
          : byDate && byWeekday);
      datesSeen.set(number, fits);
    }
    return fits;
  };
  return {
    text,
    isElapsed: hours.size === 24,
    matchesDate,
    matches(wall) {
      const ofDay = wall - Math.floor(wall / day) * day;
      return (
        hours.has(Math.floor(ofDay / 3600)) && minutes.has(Math.floor(ofDay / 60) % 60) && matchesDate(wall)
      );
    },
  };
}

function named(field: string, names: readonly string[], first: number): string {
  return field.toLowerCase().replace(/[a-z]{3}/g, (word) => String(names.indexOf(word) + first));
}

function numbers(field: string, low: number, high: number): Set<number> {
  const found = new Set<number>();
  for (const item of field.split(',')) {
    const [range, step] = item.split('/') as [string, string?];
    const [start, end] = range === '*' ? [low, high] : range.split('-').map(Number);
    const last = end ?? (step === undefined ? start! : high);
    for (let value = start!; value <= last; value += Number(step ?? 1)) {
      found.add(value);
    }
  }
  return found;
}

type DateTest = (date: Date) => boolean;

function anyOf(tests: readonly DateTest[]): DateTest {
  return (date) => tests.some((test) => test(date));
}

function lastOf(date: Date): number {
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
}

/** `*`, numbers, `L`, `L-n`, `nW` and `LW`. */
function dateTest(field: string): DateTest {
  return anyOf(
    field.split(',').map((item): DateTest => {
      if (item === 'L') {
        return (date) => date.getUTCDate() === lastOf(date);
      }
      if (item.startsWith('L-')) {
        return (date) => date.getUTCDate() === lastOf(date) - Number(item.slice(2));
      }
      if (item.endsWith('W')) {
        return (date) => {
          const target = item === 'LW' ? lastOf(date) : Number(item.slice(0, -1));
          return target <= lastOf(date) && date.getUTCDate() === nearestWorkday(date, target);
        };
      }
      const wanted = numbers(item, 1, 31);
      return (date) => wanted.has(date.getUTCDate());
    }),
  );
}

/** The Monday to Friday nearest to day `target` of the date's month, inside that month. */
function nearestWorkday(date: Date, target: number): number {
  const candidates = [target, target - 1, target + 1, target - 2, target + 2];
  return candidates.find((candidate) => {
    const civil = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), candidate));
    return civil.getUTCMonth() === date.getUTCMonth() && civil.getUTCDay() % 6 !== 0;
  })!;
}

/** `*`, numbers with 0 and 7 for Sunday, `dL`, `d#n` and `d#-n`. */
function weekdayTest(field: string): DateTest {
  return anyOf(
    field.split(',').map((item): DateTest => {
      const ofMonth = /^(\d)(?:#(-?\d)|l)$/i.exec(item);
      if (ofMonth) {
        const nth = Number(ofMonth[2] ?? -1);
        return (date) =>
          date.getUTCDay() === Number(ofMonth[1]) % 7 &&
          (nth > 0
            ? Math.ceil(date.getUTCDate() / 7) === nth
            : Math.floor((lastOf(date) - date.getUTCDate()) / 7) === -nth - 1);
      }
      const wanted = numbers(item, 0, item.includes('-') ? 7 : 6);
      return (date) => wanted.has(date.getUTCDay()) || (wanted.has(7) && date.getUTCDay() === 0);
    }),
  );
}
