import type { CalendarMeaning, Manifest, TenantMeaning } from '../../schema/manifest.ts';
import type { ChangeAction, DeclarationChange, FieldChange, Place } from '../../schema/plan.ts';
import { canonicalJson, formatDate } from '../manifest/index.ts';
import { diffFields, fieldsOf } from './diff-fields.ts';
import { placeIn, startOf } from './job-fields.ts';

type Record_ = Readonly<Record<string, unknown>>;

/** Kinds that are kept by name under a tenant, jobs apart, with the key they are kept under. */
const keptKinds = [
  ['Policy', 'policies'],
  ['Calendar', 'calendars'],
  ['Grant', 'grants'],
  ['Channel', 'channels'],
  ['Silence', 'silences'],
  ['Scenario', 'scenarios'],
] as const;

/** Lists what differs between two manifests apart from jobs: by tenant, kind and name. */
export function diffDeclarations(
  before: Manifest | undefined,
  after: Manifest,
  tenants: readonly string[],
): readonly DeclarationChange[] {
  return tenants.flatMap((tenant) => {
    const was = before?.tenants[tenant];
    const is = after.tenants[tenant];
    const found: DeclarationChange[] = [];
    const compare = (kind: string, name: string, old: unknown, young: unknown) => {
      if (canonicalJson(old ?? null) === canonicalJson(young ?? null)) return;
      const action: ChangeAction = old === undefined ? 'add' : young === undefined ? 'remove' : 'change';
      const key = `${kind} ${tenant}/${name}`;
      const source = (young === undefined ? before : after)?.sources[key];
      const governs = governed(kind, name, tenant, young === undefined ? before : after);
      found.push({
        action,
        kind,
        tenant,
        name,
        changes: action === 'change' ? changesOf(kind, old, young, placer(before, after, key)) : [],
        ...(source && { place: startOf(source) }),
        ...(governs && { governs }),
      });
    };
    compare('Tenant', tenant, was?.tenant, is?.tenant);
    for (const [kind, key] of keptKinds) {
      const names = new Set([...namesOf(was, key), ...namesOf(is, key)]);
      for (const name of [...names].sort()) compare(kind, name, was?.[key][name], is?.[key][name]);
    }
    return found;
  });
}

function namesOf(tenant: TenantMeaning | undefined, key: (typeof keptKinds)[number][1]): readonly string[] {
  return Object.keys(tenant?.[key] ?? {});
}

function placer(before: Manifest | undefined, after: Manifest, key: string) {
  return (path: string, side: 'before' | 'after'): Place | undefined => {
    const source = (side === 'before' ? before : after)?.sources[key];
    return source && placeIn(source, `/spec/${path.replaceAll('.', '/')}`);
  };
}

function changesOf(
  kind: string,
  was: unknown,
  is: unknown,
  placeOf: ReturnType<typeof placer>,
): readonly FieldChange[] {
  const omit = new Set(['digest', ...(kind === 'Calendar' ? ['days'] : [])]);
  const fields = diffFields(fieldsOf(was as Record_, omit), fieldsOf(is as Record_, omit), placeOf);
  return kind === 'Calendar'
    ? [...dateChanges(was as CalendarMeaning, is as CalendarMeaning), ...fields]
    : fields;
}

/** A calendar's dates as what came and what went; whole lists of bank holidays tell nobody anything. */
function dateChanges(was: CalendarMeaning, is: CalendarMeaning): readonly FieldChange[] {
  const old = new Set(was.days);
  const young = new Set(is.days);
  const gone = was.days.filter((day) => !young.has(day));
  const come = is.days.filter((day) => !old.has(day));
  if (gone.length + come.length === 0) return [];
  const text = (days: readonly number[]) =>
    `${days.slice(0, 4).map(formatDate).join(', ')}${days.length > 4 ? `, and ${days.length - 4} more` : ''}`;
  return [
    ...(gone.length > 0 ? [{ path: 'dates taken out', before: text(gone) }] : []),
    ...(come.length > 0 ? [{ path: 'dates put in', after: text(come) }] : []),
  ];
}

/** Names the jobs into whose meaning a policy or a calendar enters. */
function governed(
  kind: string,
  name: string,
  tenant: string,
  manifest: Manifest | undefined,
): readonly string[] | undefined {
  const jobs = Object.entries(manifest?.tenants[tenant]?.jobs ?? {});
  if (kind === 'Policy') {
    return jobs.flatMap(([job]) => (manifest?.sources[`Job ${tenant}/${job}`]?.policy === name ? [job] : []));
  }
  if (kind === 'Calendar') {
    return jobs.flatMap(([job, { schedule }]) =>
      schedule.exclude?.includes(name) || schedule.include?.includes(name) ? [job] : [],
    );
  }
  return undefined;
}
