import type { Target } from '../../schema/index.ts';
import type { JobMeaning } from '../../schema/manifest.ts';
import { readDuration } from './read-scalar.ts';
import type { Remarks } from './remarks.ts';

type Fields = Readonly<Record<string, unknown>>;

/** What the schema says holds where a target does not. */
const defaults: Readonly<Record<string, Fields>> = {
  http: { method: 'POST', completion: 'response' },
};

/** Compiles a target: defaults filled in, durations in seconds, all else as it stands. */
export function targetMeaning(remarks: Remarks, target: Target): JobMeaning['target'] {
  const entries = Object.entries(target as Readonly<Record<string, Fields>>).map(([kind, fields]) => {
    const { timeout, ...rest } = fields;
    const seconds =
      typeof timeout === 'string'
        ? readDuration(remarks, `/spec/target/${kind}/timeout`, timeout)
        : undefined;
    return [
      kind,
      { ...defaults[kind], ...withoutEmpty(rest), ...(seconds !== undefined && { timeout: seconds }) },
    ];
  });
  return Object.fromEntries(entries);
}

/** Drops empty maps and lists: no headers are no headers, however they are written. */
function withoutEmpty(fields: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields).filter(
      ([key, value]) =>
        key === 'body' || typeof value !== 'object' || value === null || Object.keys(value).length > 0,
    ),
  );
}

/** Whether a target tells the end of a run by itself (design section 6.3). */
export function tellsEnd(target: JobMeaning['target']): boolean {
  if (target['http']) return target['http']['completion'] !== 'report';
  return target['cloudRunJob'] !== undefined || target['command'] !== undefined;
}

/** Whether a target can cancel a run that is going on. */
export function canCancel(target: JobMeaning['target']): boolean {
  return target['cloudRunJob'] !== undefined || target['command'] !== undefined;
}

/** Names a target as the tenant wrote it. */
export function targetName(target: JobMeaning['target']): string {
  return Object.keys(target)[0] ?? '';
}
