import {
  type AttributePath,
  attributesOf,
  checkValues,
  compileManifest,
  platformTzdata,
  type RuleConfig,
  rules,
  runRules,
  standardConfig,
} from '../../compiler/index.ts';
import type { DeclaredDocument, Kind } from '../../schema/declared.ts';
import type { Diagnostic } from '../../schema/diagnostic.ts';
import type { Instant } from '../../schema/time.ts';
import { platformTable } from '../fires/job-side.ts';
import { unknown, type Values } from '../wire/value.ts';
import { readCalendarFile } from './calendar-file.ts';
import { remarkAt, remarkFrom } from './diagnostic-remark.ts';
import { fillUnknown } from './fill-unknown.ts';
import { policyDocument } from './policy-document.ts';
import type { Remark } from './remark.ts';

/** Rules that warn are for the plan. */
const errorsAlone: RuleConfig = {
  ...standardConfig,
  rules: Object.fromEntries(
    rules.filter(({ severity }) => severity !== 'error').map(({ name }) => [name, 'off'] as const),
  ),
};

/** What is wrong with one value whatever the others are. */
const ofOneValue: ReadonlySet<string> = new Set([
  'date-not-real',
  'duration-invalid',
  'zone-unknown',
  'cron-invalid',
]);

/** Names of declarations that stand elsewhere: whether they exist shows in the plan, or at apply. */
export const ofOtherDeclarations: ReadonlySet<string> = new Set([
  'tenant-undeclared',
  'policy-unknown',
  'calendar-unknown',
  'group-unknown',
  'channel-unknown',
  'job-unknown',
]);

/**
 * Holds a configuration against schema, compiler and rules, and tells the errors. Warnings are told by the plan, since
 * Terraform validates twice for one plan. A value that is not known yet is not judged, and neither is what depends on
 * another declaration.
 */
export function checkConfig(kind: Kind, config: Values, now: Instant): readonly Remark[] {
  const { attributes } = attributesOf(kind);
  const filled = fillUnknown(kind, attributes, config);
  const checked = checkValues(kind, filled.values);
  const told = checked.remarks
    .filter(({ path }) => !filled.unknown.some((place) => isAround(path, place)))
    .map(remarkFrom);
  if (checked.remarks.length > 0) return told;
  const isKnown = filled.unknown.length === 0;
  return compileAlone(checked.document, config, now)
    .filter(({ severity }) => severity === 'error')
    .filter(({ code }) => !ofOtherDeclarations.has(code) && (isKnown || ofOneValue.has(code)))
    .map((diagnostic) => remarkAt(checked.document, diagnostic, filled.values));
}

/** Compiles a declaration without its neighbours; of a job whose policy is elsewhere, with one that forbids nothing. */
function compileAlone(document: DeclaredDocument, config: Values, now: Instant): readonly Diagnostic[] {
  const documents = [document, ...(document.kind === 'Job' ? policyFor(document, config) : [])];
  const { manifest, diagnostics } = compileManifest(documents, {
    tzdata: platformTzdata(),
    zoneTable: platformTable,
    calendarFile: (_, path) => readCalendarFile(path),
    refused: namesIn(document),
  });
  return [...diagnostics, ...runRules(manifest, documents, errorsAlone, now)].filter(
    ({ span }) => span?.file === document.file,
  );
}

function policyFor({ tenant, value }: DeclaredDocument, config: Values): readonly DeclaredDocument[] {
  const { policy: name } = (value as { spec: { policy: unknown } }).spec;
  if (typeof name !== 'string') return [];
  const text = config['policy'];
  const written = typeof text === 'string' ? policyDocument(tenant, text) : undefined;
  if (written && text !== unknown) return [written];
  const spec = {
    lateAfter: '1m',
    horizon: 'unlimited',
    overlap: 'allow',
    catchUp: 'all',
    dst: { gap: 'shift', fold: 'first' },
  };
  const metadata = { tenant, name };
  const stand = { apiVersion: 'almanac/v1', kind: 'Policy', metadata, spec };
  return [{ kind: 'Policy', tenant, name, value: stand, file: 'almanac_policy', line: 1, positions: {} }];
}

/** Whatever a job names beside its policy, as declarations that nobody need know here. */
function namesIn({ kind, tenant, value }: DeclaredDocument) {
  const refused = [{ kind: 'Tenant' as const, tenant, name: tenant }];
  if (kind !== 'Job') return refused;
  const { schedule } = (value as { spec: { schedule?: { exclude?: unknown; include?: unknown } } }).spec;
  const calendars = [schedule?.exclude, schedule?.include].flatMap((names) =>
    Array.isArray(names) ? names : [],
  );
  return [
    ...refused,
    ...calendars.map((name) => ({ kind: 'Calendar' as const, tenant, name: String(name) })),
  ];
}

/** Whether a place is another, or an object around it, or inside it. */
function isAround(path: AttributePath, place: AttributePath): boolean {
  const length = Math.min(path.length, place.length);
  return JSON.stringify(path.slice(0, length)) === JSON.stringify(place.slice(0, length));
}
