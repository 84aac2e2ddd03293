import type { DeclaredDocument } from '../../schema/declared.ts';
import type { JobSpec } from '../../schema/index.ts';
import type { CalendarMeaning, JobMeaning, PolicyMeaning, ScheduleMeaning } from '../../schema/manifest.ts';
import type { TenantDeclarations } from './arrange-declarations.ts';
import type { Bench } from './bench.ts';
import { canonicalJson, canonicalRecord } from './canonical-json.ts';
import { checkFires } from './check-fires.ts';
import { compilePolicy } from './compile-policy.ts';
import { type Calendars, calendarDigests, compiledSchedule } from './compiled-schedule.ts';
import { digestOfText } from './digest-of.ts';
import { readDuration } from './read-scalar.ts';
import { type PlacedPolicy, refuseJob } from './refuse-job.ts';
import type { Remarks } from './remarks.ts';
import { scheduleMeaning } from './schedule-meaning.ts';
import { targetMeaning } from './target-meaning.ts';

/** A declaration that others name: its meaning is missing where it has an error of its own. */
export interface Named<Meaning> {
  readonly document: DeclaredDocument;
  readonly meaning: Meaning | undefined;
}

/** What of its tenant a job is compiled with. */
export interface JobFrame {
  readonly bench: Bench;
  readonly policies: ReadonlyMap<string, Named<PolicyMeaning>>;
  readonly calendars: ReadonlyMap<string, Named<CalendarMeaning>>;
  /** Names of the tenant's groups; undefined where its Tenant document is not at hand. */
  readonly groups: ReadonlySet<string> | undefined;
  readonly isRefused: TenantDeclarations['isRefused'];
}

/**
 * The meaning of a document without remarks, and what of its surroundings went into it. A plan compiles two sides
 * that mostly hold the same documents, and the reader gives equal texts as one value.
 */
const compiled = new WeakMap<object, { readonly frame: string; readonly meaning: JobMeaning }>();

/** Compiles a job. Returns undefined where it has an error, or where something that it names has one. */
export function compileJob(remarks: Remarks, frame: JobFrame): JobMeaning | undefined {
  const value = remarks.document.value as { spec: JobSpec };
  const surroundings = surroundingsOf(value.spec, frame);
  const known = compiled.get(value);
  if (known?.frame === surroundings) return known.meaning;
  const meaning = compileAnew(remarks, value.spec, frame);
  if (meaning && !remarks.hasAny()) compiled.set(value, { frame: surroundings, meaning });
  return meaning;
}

/** Writes down all that a job's meaning takes from outside its document. */
function surroundingsOf(
  { policy, group, schedule }: JobSpec,
  { bench, policies, calendars, groups }: JobFrame,
): string {
  const named = typeof policy === 'string' ? policies.get(policy)?.meaning : undefined;
  const digests = [...(schedule.exclude ?? []), ...(schedule.include ?? [])].map(
    (name) => calendars.get(name)?.meaning?.digest,
  );
  const hasGroup = group === undefined || groups?.has(group);
  return `${bench.yearStart} ${named ? bench.policyText(named) : ''} ${digests} ${hasGroup}`;
}

function compileAnew(remarks: Remarks, spec: JobSpec, frame: JobFrame): JobMeaning | undefined {
  const policy = policyOf(remarks, spec, frame);
  checkGroup(remarks, spec, frame);
  const target = targetMeaning(remarks, spec.target);
  const expectedDuration =
    spec.expectedDuration === undefined
      ? undefined
      : readDuration(remarks, '/spec/expectedDuration', spec.expectedDuration);
  // A broken policy must not hide what is wrong with the schedule, and what is wrong there does not depend
  // on the answers.
  const dst = policy?.meaning.dst ?? { gap: 'shift', fold: 'first' };
  const schedule = scheduleMeaning(remarks, spec, dst, frame);
  const calendars = schedule && calendarsOf(schedule, frame.calendars);
  if (!policy || !schedule || !calendars) return undefined;

  const ready = compiledSchedule(schedule, calendars, frame.bench);
  checkFires(remarks, spec, { meaning: schedule, calendars, compiled: ready }, frame.bench);
  refuseJob(remarks, { target, schedule }, policy, ready, frame.bench);
  if (remarks.hasError()) return undefined;

  const rest = {
    target,
    ...(expectedDuration !== undefined && { expectedDuration }),
    ...(spec.cost && { cost: spec.cost }),
    ...(spec.group !== undefined && { group: spec.group }),
    ...(spec.labels && Object.keys(spec.labels).length > 0 && { labels: spec.labels }),
  };
  return {
    ...digestsOf({ schedule, policy: policy.meaning, calendars }, rest, frame.bench),
    schedule,
    policy: policy.meaning,
    ...rest,
    ...(spec.renamedFrom !== undefined && { renamedFrom: spec.renamedFrom }),
  };
}

/** Writes each part once for both digests, and a policy once for all the jobs that name it. */
function digestsOf(
  { schedule, policy, calendars }: { schedule: ScheduleMeaning; policy: PolicyMeaning; calendars: Calendars },
  rest: Omit<JobMeaning, 'digest' | 'scheduleDigest' | 'schedule' | 'policy'>,
  bench: Bench,
): Pick<JobMeaning, 'digest' | 'scheduleDigest'> {
  const scheduleText = ['schedule', canonicalJson(schedule)] as const;
  const texts = Object.entries(rest).map(([key, value]) => [key, canonicalJson(value)] as const);
  const calendarText = canonicalJson(calendarDigests(calendars));
  return {
    digest: digestOfText(canonicalRecord([...texts, scheduleText, ['policy', bench.policyText(policy)]])),
    scheduleDigest: digestOfText(canonicalRecord([scheduleText, ['calendars', calendarText]])),
  };
}

function policyOf(
  remarks: Remarks,
  spec: JobSpec,
  { bench, policies, isRefused }: JobFrame,
): PlacedPolicy | undefined {
  const { document } = remarks;
  if (typeof spec.policy !== 'string') {
    const meaning = compilePolicy(remarks, spec.policy, '/spec/policy');
    return meaning && { meaning, document, at: '/spec/policy' };
  }
  const named = policies.get(spec.policy);
  if (!named && !isRefused('Policy', spec.policy)) {
    remarks.add('policy-unknown', {
      pointer: '/spec/policy',
      message: `tenant \`${document.tenant}\` has no policy \`${spec.policy}\``,
      help: bench.didYouMean(
        spec.policy,
        [...policies.keys()],
        `declare a Policy \`${spec.policy}\`, or read the folder in which it stands too`,
      ),
    });
  }
  return named?.meaning && { meaning: named.meaning, document: named.document, at: '/spec' };
}

function checkGroup(remarks: Remarks, { group }: JobSpec, { bench, groups, isRefused }: JobFrame): void {
  const { tenant } = remarks.document;
  if (group === undefined || groups?.has(group) || isRefused('Tenant', tenant)) return;
  remarks.add('group-unknown', {
    pointer: '/spec/group',
    message: `tenant \`${tenant}\` has no group \`${group}\``,
    help: groups
      ? bench.didYouMean(group, [...groups], `add it to \`groups\` of Tenant \`${tenant}\``)
      : `its Tenant document, which would say the group's cap, is not among what was read`,
  });
}

/** Returns the calendars that a schedule names; undefined where one of them has an error. */
function calendarsOf(schedule: ScheduleMeaning, known: JobFrame['calendars']): Calendars | undefined {
  const names = [...(schedule.exclude ?? []), ...(schedule.include ?? [])];
  const found = names.flatMap((name) => {
    const meaning = known.get(name)?.meaning;
    return meaning ? [[name, meaning] as const] : [];
  });
  return found.length === names.length ? Object.fromEntries(found) : undefined;
}
