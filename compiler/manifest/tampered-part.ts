import type { Manifest, ScheduleMeaning } from '../../schema/manifest.ts';
import { digestOf } from './digest-of.ts';
import { zoneOf } from './zone-of.ts';

type Fields = Readonly<Record<string, unknown>>;

/**
 * Finds a part of a manifest from a file whose digest is not that of what it says: it was changed by hand, or cut off
 * and mended. Returns what it is, such as `job benefits/statement-run`; undefined where all is as it was compiled.
 *
 * Where a declaration stands and what it was renamed from are under no digest.
 */
export function tamperedPart(manifest: Manifest): string | undefined {
  const digests: Record<string, unknown> = {};
  for (const [name, tenant] of members(manifest.tenants)) {
    for (const [kind, parts] of [
      ['calendar', tenant['calendars']],
      ['job', tenant['jobs']],
    ] as const) {
      for (const [part, meaning] of members(parts)) {
        const { digest, scheduleDigest, renamedFrom: _, ...rest } = meaning;
        if (digestOf(rest) !== digest || scheduleDigest !== scheduleDigestOf(rest, tenant['calendars']))
          return `${kind} ${name}/${part}`;
      }
    }
    const { digest, ...rest } = tenant;
    const long = { calendars: digestsOf(tenant['calendars']), jobs: digestsOf(tenant['jobs']) };
    if (digestOf({ ...rest, ...long }) !== digest) return `tenant ${name}`;
    digests[name] = digest;
  }
  const zones = new Map(members(manifest.zones));
  for (const [name, { digest, ...table }] of zones) {
    if (digestOf(table) !== digest || table['zone'] !== name) return `zone ${name}`;
  }
  const used = Object.values(manifest.tenants).flatMap(({ jobs }) =>
    Object.values(jobs).map(({ schedule }) => zoneOf(schedule)),
  );
  const gone = used.find((zone) => zone !== undefined && !zones.has(zone));
  if (gone !== undefined) return `zone ${gone}`;
  return digestOf(digests) === manifest.digest ? undefined : 'list of tenants';
}

/** Returns undefined of what has no schedule, a calendar. Its meaning is known to be whole. */
function scheduleDigestOf(meaning: Fields, calendars: unknown): string | undefined {
  if (meaning['schedule'] === undefined) return undefined;
  const schedule = meaning['schedule'] as ScheduleMeaning;
  const used = new Set([...(schedule.exclude ?? []), ...(schedule.include ?? [])]);
  const known = Object.entries(digestsOf(calendars) ?? {}).filter(([name]) => used.has(name));
  return digestOf({ schedule, calendars: Object.fromEntries(known) });
}

/** Leaves what is no record as it is, so that it is not taken for an empty one. */
function digestsOf(parts: unknown): unknown {
  if (typeof parts !== 'object' || parts === null || Array.isArray(parts)) return parts;
  return Object.fromEntries(members(parts).map(([name, { digest }]) => [name, digest]));
}

/** Lists what has a name. Whatever is no record has no members, and then its digest tells. */
function members(value: unknown): (readonly [string, Fields])[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).map(([name, member]) => [
    name,
    typeof member === 'object' && member !== null ? member : {},
  ]);
}
