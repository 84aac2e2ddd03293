import { previousFire, type RunWindow, runWindow } from '../../compiler/index.ts';
import type { Instant } from '../../schema/time.ts';
import type { JobContext } from './job-context.ts';
import type { TenantNotes } from './tenant-notes.ts';

/**
 * Returns the window of a fire of the revision in force that has no row yet. The first one begins where the job's last
 * fire before the revision ended, under whatever schedule that was (design section 5).
 */
export function fireWindow(
  { subject: { schedule }, job }: JobContext,
  { inForceFrom, carried }: TenantNotes,
  scheduled: Instant,
): RunWindow {
  const before = previousFire(schedule, scheduled);
  const isFirst = before === undefined || before <= inForceFrom;
  return runWindow(schedule, scheduled, isFirst ? carried.get(job.name) : undefined);
}
