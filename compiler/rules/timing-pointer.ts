import type { ScheduleMeaning } from '../../schema/manifest.ts';

/** Returns the JSON pointer of what gives a schedule its times, in its job's document. */
export function timingPointer({ kind }: ScheduleMeaning['timing']): string {
  return `/spec/schedule/${kind}`;
}
