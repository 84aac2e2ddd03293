import type { CalendarMeaning, ScheduleMeaning } from '../../schema/manifest.ts';
import { compileSchedule, type Schedule } from '../time/index.ts';
import type { Bench } from './bench.ts';
import { canonicalJson } from './canonical-json.ts';
import { zoneOf } from './zone-of.ts';

/** The calendars that a schedule looks at, by name. */
export type Calendars = Readonly<Record<string, CalendarMeaning>>;

/** Compiles a schedule for enumeration; jobs that differ in their spread alone share one. */
export function compiledSchedule(meaning: ScheduleMeaning, calendars: Calendars, bench: Bench): Schedule {
  const { spread: _, ...shared } = meaning;
  const key = canonicalJson({ shared, calendars: calendarDigests(calendars) });
  return bench.schedule(key, () => {
    const zone = zoneOf(shared);
    return compileSchedule(shared, { calendars, ...(zone !== undefined && { table: bench.table(zone) }) });
  });
}

/** What calendars mean to the schedules that look at them, in short. */
export function calendarDigests(calendars: Calendars): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(calendars).map(([name, { digest }]) => [name, digest]));
}
