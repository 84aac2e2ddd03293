import {
  type Because,
  type Clause,
  clauseFields,
  type FateCause,
  type WaitingCause,
} from '../../compiler/index.ts';
import type { JobContext } from './job-context.ts';

/** Finds where the words stand that decided: the place in the declarations of the revision, and its number. */
export function clauseOf(
  cause: FateCause | WaitingCause,
  because: Because | undefined,
  context: JobContext | undefined,
  revision: number | undefined,
): Clause {
  const place = context && placeOf(cause, because, context);
  return {
    ...(place !== undefined && { place }),
    // What has no place was written by nobody, except that a job which is gone was taken away by the revision.
    ...(revision !== undefined && (place !== undefined || cause === 'revision-removed') && { revision }),
  };
}

function placeOf(
  cause: FateCause | WaitingCause,
  because: Because | undefined,
  { places, job, manifest }: JobContext,
): string | undefined {
  const field = clauseFields[cause];
  switch (field) {
    case undefined:
      return undefined;
    case 'target':
      return places.inJob('/spec/target');
    case 'schedule.spread':
      return places.inJob('/spec/schedule/spread');
    case 'paused': {
      // An operational hold does the same as a pause, and stands in no declaration.
      const { pause } = job.meaning.schedule;
      const isDeclared = pause !== undefined && because?.pause?.until === pause.until;
      return isDeclared ? places.inJob('/spec/paused') : undefined;
    }
    case 'tenant.groups':
    case 'tenant.lanes':
      return inTenant(manifest, job.tenant, because?.cap?.name ?? field.slice('tenant.'.length));
    default:
      return places.inPolicy(`/spec/${field.slice('policy.'.length)}`);
  }
}

/** The nearest value around `lanes.scheduled.maxConcurrent` in the Tenant document that has a place. */
function inTenant({ sources }: JobContext['manifest'], tenant: string, path: string): string | undefined {
  const source = sources[`Tenant ${tenant}/${tenant}`];
  if (!source) return undefined;
  for (let at = `/spec/${path.replaceAll('.', '/')}`; at !== ''; at = at.slice(0, at.lastIndexOf('/'))) {
    const position = source.positions[at];
    if (position) return `${source.file}:${position[0]}`;
  }
  return `${source.file}:${source.line}`;
}
