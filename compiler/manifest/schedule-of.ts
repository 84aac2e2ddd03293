import type { JobMeaning, Manifest } from '../../schema/manifest.ts';
import { compileSchedule, type Schedule } from '../time/index.ts';
import { canonicalJson } from './canonical-json.ts';
import { tableOf } from './zone-of.ts';

const known = new WeakMap<Manifest, Map<string, Schedule>>();

/**
 * Returns a job's schedule ready for enumeration, with the zone table and the calendars of its manifest.
 * Each distinct one is compiled once a manifest, and jobs that differ only in their spread share it, so that
 * the object can serve as a key: the same schedule has the same fires.
 */
export function scheduleOf(manifest: Manifest, tenant: string, job: JobMeaning): Schedule {
  let schedules = known.get(manifest);
  if (!schedules) {
    schedules = new Map();
    known.set(manifest, schedules);
  }
  const calendars = manifest.tenants[tenant]?.calendars ?? {};
  const { spread: _, ...meaning } = job.schedule;
  const names = [...(meaning.exclude ?? []), ...(meaning.include ?? [])];
  const key = canonicalJson([meaning, names.map((name) => calendars[name]?.digest)]);
  let schedule = schedules.get(key);
  if (!schedule) {
    const table = tableOf(manifest, meaning);
    schedule = compileSchedule(meaning, { calendars, ...(table && { table }) });
    schedules.set(key, schedule);
  }
  return schedule;
}
