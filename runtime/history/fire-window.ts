import { nextFire, previousFire, type RunWindow, runWindow } from '../../compiler/index.ts';
import type { Instant } from '../../schema/time.ts';
import type { Archive } from './archive.ts';
import { contextOf, type JobContext } from './job-context.ts';

/** Revisions whose schedule gave a job no fire are passed over; so many, and no more. */
const passedMost = 50;

/**
 * Returns the window of a fire that has no row yet. The first one of a revision begins where the job's last fire before
 * it ended, under whatever schedule that was (design section 5).
 */
export async function fireWindow(
  archive: Archive,
  context: JobContext,
  scheduled: Instant,
): Promise<RunWindow> {
  const { schedule } = context.subject;
  const { tenant } = context.job;
  const row = await archive.revision(tenant, context.revision);
  if (!row || (nextFire(schedule, row.inForceFrom) ?? scheduled) < scheduled)
    return runWindow(schedule, scheduled);
  return runWindow(schedule, scheduled, await lastBefore(archive, context, row.inForceFrom));
}

/** The job's last fire up to the instant at which a revision took force; undefined where it is new. */
async function lastBefore(
  archive: Archive,
  context: JobContext,
  inForceFrom: Instant,
): Promise<Instant | undefined> {
  let { name } = context.job;
  let { renamedFrom } = context.job.meaning;
  let until = inForceFrom;
  for (let back = 1; back <= passedMost; back++) {
    const number = context.revision - back;
    const before =
      (await contextOf(archive, context.job.tenant, name, number)) ??
      (await contextOf(archive, context.job.tenant, renamedFrom ?? name, number));
    if (!before) return undefined;
    const row = await archive.revision(context.job.tenant, number);
    const last = previousFire(before.subject.schedule, until + 1);
    // What it would have fired before it took force itself, it did not fire.
    if (last !== undefined && row && last > row.inForceFrom) return last;
    ({ name } = before.job);
    ({ renamedFrom } = before.job.meaning);
    until = row?.inForceFrom ?? until;
    if (number === 1) return last;
  }
  return undefined;
}
