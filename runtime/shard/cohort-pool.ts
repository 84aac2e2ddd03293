import { canonicalJson, type Schedule, scheduleOf } from '../../compiler/index.ts';
import type { JobMeaning, Manifest, TenantMeaning } from '../../schema/manifest.ts';
import { type Cohort, leave } from './cohort.ts';
import type { Job } from './in-force.ts';

/** All cohorts of a shard, by what their fires depend on. */
export interface CohortPool {
  readonly all: () => Iterable<Cohort>;
  /** Finds or makes a job's cohort. `strict` throws where its schedule can't be compiled. */
  cohortOf(manifest: Manifest, tenant: string, job: JobMeaning, strict: boolean): Cohort;
  /** Takes a job out of its cohort; returns whether that was the last one, and the cohort is gone. */
  leave(job: Job): boolean;
}

export function createCohortPool(): CohortPool {
  const cohorts = new Map<string, Cohort>();
  /** Shared by cohorts that differ in their place in the spread. */
  const schedules = new Map<string, { readonly schedule: Schedule | Error; users: number }>();

  const forget = (cohort: Cohort) => {
    if (!cohorts.delete(cohort.key)) return;
    const shared = schedules.get(scheduleKeyIn(cohort.key))!;
    if (--shared.users === 0) schedules.delete(scheduleKeyIn(cohort.key));
  };
  return {
    all: () => cohorts.values(),
    cohortOf(manifest, tenant, job, strict) {
      const spread = job.schedule.spread?.offset ?? 0;
      const scheduleKey = keyOf(manifest, manifest.tenants[tenant]!, job);
      const key = `${spread} ${scheduleKey}`;
      const known = cohorts.get(key);
      if (known && !(strict && known.schedule instanceof Error)) return known;
      let shared = schedules.get(scheduleKey);
      if (!shared) {
        shared = { schedule: compiled(manifest, tenant, job), users: 0 };
        schedules.set(scheduleKey, shared);
      }
      if (strict && shared.schedule instanceof Error) throw shared.schedule;
      shared.users++;
      const cohort: Cohort = {
        key,
        schedule: shared.schedule,
        spread,
        members: [],
        at: Number.POSITIVE_INFINITY,
        slot: -1,
      };
      cohorts.set(key, cohort);
      return cohort;
    },
    leave(job) {
      leave(job.cohort, job);
      if (job.cohort.members.length > 0) return false;
      forget(job.cohort);
      return true;
    },
  };
}

function scheduleKeyIn(key: string): string {
  return key.slice(key.indexOf(' ') + 1);
}

/**
 * Writes what a job's fires depend on, but for its place in the spread. Without a spread that is what its digest is
 * over, which spares the text; a manifest whose digests are wrong is refused long before.
 */
function keyOf(
  manifest: Manifest,
  { calendars }: TenantMeaning,
  { schedule, scheduleDigest }: JobMeaning,
): string {
  const { timing } = schedule;
  const zone = timing.kind === 'cron' || timing.kind === 'at' ? timing.zone : undefined;
  const table = zone === undefined ? '' : (manifest.zones[zone]?.digest ?? '');
  if (schedule.spread === undefined) return `${table} ${scheduleDigest}`;
  const { spread: _, ...shared } = schedule;
  const names = [...(shared.exclude ?? []), ...(shared.include ?? [])];
  return `${table} ${canonicalJson([shared, names.map((name) => calendars[name]?.digest ?? null)])}`;
}

function compiled(manifest: Manifest, tenant: string, job: JobMeaning): Schedule | Error {
  try {
    return scheduleOf(manifest, tenant, job);
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}
