import type { JobMeaning, Manifest } from '../../schema/manifest.ts';
import type { Seconds, ZoneTable } from '../../schema/time.ts';
import { scheduleOf, tableOf } from '../manifest/index.ts';
import type { Schedule } from '../time/index.ts';

/** What is told about: an expression, or a job. */
export interface Subject {
  readonly job?: string;
  readonly schedule: Schedule;
  /** Where wall times are read; UTC's where the schedule has no zone and the user named none. */
  readonly table: ZoneTable | undefined;
  /** From scheduled to due. */
  readonly spread: Seconds;
}

/** A job of a manifest. */
export interface FoundJob {
  readonly id: string;
  readonly tenant: string;
  readonly name: string;
  readonly meaning: JobMeaning;
}

/** Returns a job of a manifest by its name; undefined where it is not declared there. */
export function jobIn({ tenants }: Manifest, tenant: string, name: string): FoundJob | undefined {
  const jobs = Object.hasOwn(tenants, tenant) ? tenants[tenant]!.jobs : {};
  return Object.hasOwn(jobs, name)
    ? { id: `${tenant}/${name}`, tenant, name, meaning: jobs[name]! }
    : undefined;
}

/** Makes a job ready to be listed. */
export function subjectOf(manifest: Manifest, job: FoundJob): Subject {
  const { schedule } = job.meaning;
  return {
    job: job.id,
    schedule: scheduleOf(manifest, job.tenant, job.meaning),
    table: tableOf(manifest, schedule),
    spread: schedule.spread?.offset ?? 0,
  };
}
