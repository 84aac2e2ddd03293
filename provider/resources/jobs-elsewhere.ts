import type { DeclaredDocument } from '../../schema/declared.ts';
import type { Instant } from '../../schema/time.ts';
import { keyOf, type TenantView } from '../backends/session.ts';
import { impactOf } from '../fires/impact.ts';
import { compileJobSide, jobSideOf } from '../fires/job-side.ts';
import { type Remark, warningRemark } from './remark.ts';

/** How many jobs are told by name. */
const TOLD = 10;

/**
 * Says which jobs that other sources declare have other fires after a change of a policy or a calendar: this plan shows
 * its own jobs only.
 */
export function jobsElsewhere(
  changed: DeclaredDocument,
  view: TenantView | undefined,
  source: string,
  from: Instant,
): readonly Remark[] {
  const manifest = view?.inForce?.manifest;
  if (!view || !manifest) return [];
  const { kind, tenant, name } = changed;
  const told: string[] = [];
  for (const { kind: other, document, source: owner } of view.seen.values()) {
    if (other !== 'Job' || owner === source) continue;
    const names = namesOf(document);
    if (!(kind === 'Policy' ? names.policy === name : names.calendars.includes(name))) continue;
    const before = jobSideOf(manifest, tenant, document.name);
    const named = [
      ...(names.policy === undefined ? [] : [{ kind: 'Policy' as const, name: names.policy }]),
      ...names.calendars.map((calendar) => ({ kind: 'Calendar' as const, name: calendar })),
      { kind: 'Tenant' as const, name: tenant },
    ].flatMap((key) => {
      const found =
        key.kind === kind && key.name === name ? changed : view.seen.get(keyOf(key.kind, key.name))?.document;
      return found ?? [];
    });
    const after = compileJobSide(document, named, [], manifest.zones).side;
    if (!before) continue;
    if (!after) told.push(`${tenant}/${document.name}: it compiles no more`);
    else {
      const { text, isAlteration } = impactOf(before, after, from);
      if (isAlteration) told.push(`${tenant}/${document.name}: ${text}`);
    }
  }
  if (told.length === 0) return [];
  const more = told.length > TOLD ? [`and ${told.length - TOLD} more`] : [];
  return [
    warningRemark(
      `${kind.toLowerCase()} ${tenant}/${name}: it also alters fires of ${told.length === 1 ? 'a job' : `${told.length} jobs`} declared elsewhere`,
      [...told.slice(0, TOLD), ...more].join('\n'),
    ),
  ];
}

function namesOf({ value }: DeclaredDocument): {
  readonly policy: string | undefined;
  readonly calendars: readonly string[];
} {
  const { policy, schedule } = (
    value as {
      spec: { policy: unknown; schedule: { exclude?: readonly string[]; include?: readonly string[] } };
    }
  ).spec;
  return {
    policy: typeof policy === 'string' ? policy : undefined,
    calendars: [...(schedule.exclude ?? []), ...(schedule.include ?? [])],
  };
}
