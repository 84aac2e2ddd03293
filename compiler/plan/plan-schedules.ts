import type { JobMeaning, Manifest } from '../../schema/manifest.ts';
import type { ZoneTable } from '../../schema/time.ts';
import { scheduleOf, tableOf } from '../manifest/index.ts';
import type { Schedule } from '../time/index.ts';

/** A job's schedule, compiled, and the key under which its fires are the same as another's. */
export interface PlannedSchedule {
  /** Schedule digest and table digest: equal keys mean equal fires. */
  readonly key: string;
  readonly schedule: Schedule;
  readonly table: ZoneTable | undefined;
}

export type ScheduleSource = (manifest: Manifest, tenant: string, job: JobMeaning) => PlannedSchedule;

/** Returns a source of compiled schedules that compiles each distinct one once. */
export function scheduleSource(): ScheduleSource {
  const known = new Map<string, PlannedSchedule>();
  return (manifest, tenant, job) => {
    const table = tableOf(manifest, job.schedule);
    const key = `${job.scheduleDigest} ${table?.digest ?? ''}`;
    let planned = known.get(key);
    if (!planned) {
      planned = { key, table, schedule: scheduleOf(manifest, tenant, job) };
      known.set(key, planned);
    }
    return planned;
  };
}
