import {
  type Clock,
  type FoundJob,
  formatInstant,
  isoWall,
  jobIn,
  offsetOf,
  offsetText,
  type Places,
  placesOf,
  type Subject,
  subjectOf,
} from '../../compiler/index.ts';
import type { OffsetText, UtcText } from '../../schema/fires.ts';
import type { Manifest } from '../../schema/manifest.ts';
import type { Instant, Seconds } from '../../schema/time.ts';
import type { Archive } from './archive.ts';

/** A job as one revision has it: how its clock is read, and where its words stand. */
export interface JobContext {
  readonly job: FoundJob;
  readonly manifest: Manifest;
  readonly subject: Subject;
  readonly places: Places;
  readonly revision: number;
}

/** Returns a job as a revision has it; undefined where it is not declared there, or nothing is kept of it. */
export async function contextOf(
  archive: Archive,
  tenant: string,
  name: string,
  revision: number | undefined,
): Promise<JobContext | undefined> {
  if (revision === undefined) return undefined;
  const manifest = await archive.manifest(tenant, revision);
  const job = manifest && jobIn(manifest, tenant, name);
  if (!job) return undefined;
  return { job, manifest, subject: subjectOf(manifest, job), places: placesOf(manifest, job), revision };
}

/** Reads a job's clock: its zone's, whose name stands beside what is read; UTC where it has none. */
export function clockOf(context: JobContext | undefined): Clock {
  const subject = context?.subject;
  if (!subject?.table) return { wallOf: (instant) => instant, suffix: 'Z' };
  return { wallOf: (instant) => instant + offsetOf(subject, instant), suffix: '' };
}

/** Returns the zone in which a job's clock is read; undefined for UTC. */
export function zoneNameOf(context: JobContext | undefined): string | undefined {
  return context?.subject.table?.zone;
}

/** Writes an instant in a job's zone with its offset: `2026-11-30T01:30:00+00:00`. */
export function wallIn(context: JobContext | undefined, instant: Instant): OffsetText {
  const offset: Seconds = context ? offsetOf(context.subject, instant) : 0;
  return isoWall(instant + offset) + offsetText(offset);
}

/** Writes a span of time, half open. */
export function windowText({ from, to }: { readonly from: Instant; readonly to: Instant }): {
  readonly from: UtcText;
  readonly to: UtcText;
} {
  return { from: formatInstant(from), to: formatInstant(to) };
}
