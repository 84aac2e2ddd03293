import type { CalendarSpec, PolicySpec, TenantSpec } from '../../schema/index.ts';
import type { TenantMeaning } from '../../schema/manifest.ts';
import type { Arranged, TenantDeclarations } from './arrange-declarations.ts';
import type { Bench } from './bench.ts';
import { canonicalJson, canonicalRecord } from './canonical-json.ts';
import { checkReferences } from './check-references.ts';
import { type CalendarFrame, compileCalendar } from './compile-calendar.ts';
import { compileJob, type Named } from './compile-job.ts';
import { compilePolicy } from './compile-policy.ts';
import { digestOfText } from './digest-of.ts';
import {
  channelMeaning,
  grantMeaning,
  scenarioMeaning,
  silenceMeaning,
  tenantSpecMeaning,
} from './plain-meanings.ts';
import type { Remarks } from './remarks.ts';

/** What a tenant is compiled with. */
export interface TenantFrame {
  readonly bench: Bench;
  readonly calendarFile: CalendarFrame['calendarFile'];
}

/** Compiles a tenant's declarations. Those with an error are left out. */
export function compileTenant(
  tenant: string,
  declarations: TenantDeclarations,
  { bench, calendarFile }: TenantFrame,
): TenantMeaning {
  checkReferences(tenant, declarations, bench);
  const policies = compileAll(declarations.Policy, (remarks, spec: PolicySpec) =>
    compilePolicy(remarks, spec, '/spec'),
  );
  const calendarFrame = { range: bench.range, ...(calendarFile && { calendarFile }) };
  const calendars = compileAll(declarations.Calendar, (remarks, spec: CalendarSpec) =>
    compileCalendar(remarks, spec, calendarFrame),
  );
  const tenantValue = declarations.Tenant.get(tenant)?.document.value as { spec: TenantSpec } | undefined;
  const groups = tenantValue && new Set(Object.keys(tenantValue.spec.groups ?? {}));
  const jobFrame = { bench, policies, calendars, groups, isRefused: declarations.isRefused };
  const jobs = compileAll(declarations.Job, (remarks) => compileJob(remarks, jobFrame));
  const tenantMeaning = compileAll(declarations.Tenant, tenantSpecMeaning).get(tenant)?.meaning;

  const meaning = {
    ...(tenantMeaning && { tenant: tenantMeaning }),
    policies: recordOf(policies),
    calendars: recordOf(calendars),
    jobs: recordOf(jobs),
    grants: recordOf(compileAll(declarations.Grant, grantMeaning)),
    channels: recordOf(compileAll(declarations.Channel, channelMeaning)),
    silences: recordOf(compileAll(declarations.Silence, silenceMeaning)),
    scenarios: recordOf(compileAll(declarations.Scenario, scenarioMeaning)),
  };
  const { jobs: _, calendars: __, ...others } = meaning;
  // Jobs and calendars are long, and their own digests say all of them.
  const texts = Object.entries(others).map(([key, value]) => [key, canonicalJson(value)] as const);
  const digest = digestOfText(
    canonicalRecord([...texts, ['calendars', digestsText(calendars)], ['jobs', digestsText(jobs)]]),
  );
  return { digest, ...meaning };
}

function compileAll<Spec, Meaning>(
  declarations: ReadonlyMap<string, Arranged>,
  compile: (remarks: Remarks, spec: Spec) => Meaning | undefined,
): ReadonlyMap<string, Named<Meaning>> {
  const compiled = new Map<string, Named<Meaning>>();
  for (const [name, { document, remarks }] of declarations) {
    const meaning = compile(remarks, (document.value as { spec: Spec }).spec);
    compiled.set(name, { document, meaning: remarks.hasError() ? undefined : meaning });
  }
  return compiled;
}

/** Makes a record of the meanings that there are, by name in order. */
function recordOf<Meaning>(compiled: ReadonlyMap<string, Named<Meaning>>): Readonly<Record<string, Meaning>> {
  const record: Record<string, Meaning> = {};
  for (const name of [...compiled.keys()].sort()) {
    const { meaning } = compiled.get(name)!;
    // A name is a DNS label, so that it can't be `__proto__`.
    if (meaning !== undefined) record[name] = meaning;
  }
  return record;
}

function digestsText(compiled: ReadonlyMap<string, Named<{ readonly digest: string }>>): string {
  return canonicalRecord(
    [...compiled].flatMap(([name, { meaning }]) =>
      meaning ? [[name, canonicalJson(meaning.digest)] as const] : [],
    ),
  );
}
