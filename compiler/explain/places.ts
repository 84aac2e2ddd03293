import type { Manifest } from '../../schema/manifest.ts';
import type { FoundJob } from './subject.ts';

/** Finds where the words that decide about a job are written, as `file:line`. */
export interface Places {
  /** Name of the job's policy, where it has one. */
  readonly policy?: string;
  inJob(pointer: string): string | undefined;
  inPolicy(pointer: string): string | undefined;
  ofCalendar(name: string): string | undefined;
}

export function placesOf({ sources }: Manifest, { id, tenant }: FoundJob): Places {
  const find = (source: string, pointer: string) => {
    const declared = sources[source];
    if (!declared) return undefined;
    // The nearest value around it that has a place.
    for (let at = pointer; ; at = at.slice(0, at.lastIndexOf('/'))) {
      const place = declared.positions[at];
      if (place) return `${declared.file}:${place[0]}`;
      if (!at.includes('/')) return `${declared.file}:${declared.line}`;
    }
  };
  const policy = sources[`Job ${id}`]?.policy;
  return {
    ...(policy !== undefined && { policy }),
    inJob: (pointer) => find(`Job ${id}`, pointer),
    inPolicy: (pointer) =>
      policy === undefined
        ? find(`Job ${id}`, pointer.replace(/^\/spec/, '/spec/policy'))
        : find(`Policy ${tenant}/${policy}`, pointer),
    ofCalendar: (name) => find(`Calendar ${tenant}/${name}`, ''),
  };
}
