import type { JobMeaning, Manifest, Source } from '../../schema/manifest.ts';
import type { Place } from '../../schema/plan.ts';
import type { Fields } from './diff-fields.ts';
import { fieldsOf } from './diff-fields.ts';

const notMeaning = new Set(['digest', 'scheduleDigest', 'renamedFrom']);

/** Names under which a tenant knows what the manifest keeps elsewhere. */
const spoken: readonly (readonly [RegExp, string])[] = [
  [/^schedule\.timing\.expressions$/, 'schedule.cron'],
  [/^schedule\.timing\.(instants|walls)$/, 'schedule.at'],
  [/^schedule\.timing\.(gap|fold)$/, 'policy.dst.$1'],
  [/^schedule\.timing\.(.+)$/, 'schedule.$1'],
  [/^schedule\.spread\.within$/, 'schedule.spread'],
  [/^schedule\.spread\.offset$/, 'due'],
  [/^schedule\.pause\.(.+)$/, 'paused.$1'],
];

/**
 * Returns the fields of a job under the names that its tenant writes.
 * The kind of schedule is left out: the field that says when it fires tells it.
 */
export function jobFields(job: JobMeaning | undefined): Fields {
  const fields = new Map<string, unknown>();
  for (const [path, value] of fieldsOf(job, notMeaning)) {
    if (path === 'schedule.timing.kind') {
      if (value === 'manual') fields.set('schedule.manual', true);
      continue;
    }
    if (Array.isArray(value) && value.length === 0) continue;
    const rule = spoken.find(([pattern]) => pattern.test(path));
    const name = rule ? path.replace(rule[0], rule[1]) : path;
    // Gap and fold are part of the schedule and of the policy; they are one answer and shown once.
    if (!fields.has(name)) fields.set(name, value);
  }
  return fields;
}

/**
 * Returns where a job's field stands: in the job's document, or for `policy.*` in the policy that it names.
 * The nearest enclosing place is taken where the field was filled in and not written.
 */
export function jobFieldPlace(
  manifest: Manifest | undefined,
  tenant: string,
  job: string,
  path: string,
): Place | undefined {
  const source = manifest?.sources[`Job ${tenant}/${job}`];
  if (!source) return undefined;
  if (path.startsWith('policy.') && source.policy !== undefined) {
    const policy = manifest?.sources[`Policy ${tenant}/${source.policy}`];
    if (policy) return placeIn(policy, `/spec/${path.slice('policy.'.length).replaceAll('.', '/')}`);
  }
  if (path === 'due') return placeIn(source, '/spec/schedule/spread');
  return placeIn(source, `/spec/${path.replaceAll('.', '/')}`);
}

/** Returns the place of a pointer in a declaration, or of its nearest ancestor that has one. */
export function placeIn(source: Source, pointer: string): Place {
  for (let at = pointer; at !== ''; at = at.slice(0, at.lastIndexOf('/'))) {
    const position = source.positions[at];
    if (position) return { file: source.file, line: position[0], column: position[1] };
  }
  return startOf(source);
}

/** Returns where a declaration begins. */
export function startOf({ file, line }: Source): Place {
  return { file, line, column: 1 };
}
