import type { DeclaredDocument } from '../../schema/declared.ts';
import type { JobSpec } from '../../schema/index.ts';
import type { CalendarMeaning, JobMeaning, PolicyMeaning, ScheduleMeaning } from '../../schema/manifest.ts';
import { compileSchedule, fires, nextFire, previousFire, type Schedule } from '../time/index.ts';
import type { TenantDeclarations } from './arrange-declarations.ts';
import type { Bench } from './bench.ts';
import { canonicalJson, canonicalRecord } from './canonical-json.ts';
import { compilePolicy } from './compile-policy.ts';
import { digestOfText } from './digest-of.ts';
import { formatInstant, parseInstant } from './instant-text.ts';
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

/** Compiles a job. Returns undefined where it has an error, or where something that it names has one. */
export function compileJob(remarks: Remarks, frame: JobFrame): JobMeaning | undefined {
  const { spec } = remarks.document.value as { spec: JobSpec };
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

  const compiled = compiledSchedule(schedule, calendars, frame.bench);
  const isMeantToFire = schedule.timing.kind !== 'manual';
  if (isMeantToFire && frame.bench.neverFires(compiled)) remarkNeverFires(remarks, spec, schedule);
  else checkSkips(remarks, schedule, calendars, frame.bench);
  refuseJob(remarks, { target, schedule }, policy, compiled, frame.bench);
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
  const scheduleText = canonicalJson(schedule);
  const texts = Object.entries(rest).map(([key, value]) => [key, canonicalJson(value)] as const);
  return {
    digest: digestOfText(
      canonicalRecord({
        ...Object.fromEntries(texts),
        schedule: scheduleText,
        policy: bench.policyText(policy),
      }),
    ),
    scheduleDigest: digestOfText(
      canonicalRecord({ schedule: scheduleText, calendars: canonicalJson(calendarDigests(calendars)) }),
    ),
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
      help: bench.didYouMean(spec.policy, [...policies.keys()], `declare a Policy \`${spec.policy}\``),
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

type Calendars = Readonly<Record<string, CalendarMeaning>>;

/** Returns the calendars that a schedule names; undefined where one of them has an error. */
function calendarsOf(schedule: ScheduleMeaning, known: JobFrame['calendars']): Calendars | undefined {
  const names = [...(schedule.exclude ?? []), ...(schedule.include ?? [])];
  const found = names.flatMap((name) => {
    const meaning = known.get(name)?.meaning;
    return meaning ? [[name, meaning] as const] : [];
  });
  return found.length === names.length ? Object.fromEntries(found) : undefined;
}

function calendarDigests(calendars: Calendars): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(calendars).map(([name, { digest }]) => [name, digest]));
}

/** Compiles a schedule for enumeration; jobs that differ in their spread alone share one. */
function compiledSchedule(meaning: ScheduleMeaning, calendars: Calendars, bench: Bench): Schedule {
  const { spread: _, ...shared } = meaning;
  const key = canonicalJson({ shared, calendars: calendarDigests(calendars) });
  return bench.schedule(key, () => {
    const zone = 'zone' in shared.timing ? shared.timing.zone : undefined;
    return compileSchedule(shared, { calendars, ...(zone !== undefined && { table: bench.table(zone) }) });
  });
}

function remarkNeverFires(remarks: Remarks, spec: JobSpec, { timing }: ScheduleMeaning): void {
  const { schedule } = spec;
  const keys = ['start', 'end', 'exclude', 'include', 'skips'] as const;
  const limits = [...keys.filter((key) => schedule[key]), ...(spec.paused ? ['paused'] : [])];
  const key = Object.keys(schedule).find((own) => own === timing.kind) ?? 'cron';
  const what = typeof schedule.cron === 'string' ? `\`${schedule.cron}\`` : 'the schedule';
  remarks.add('never-fires', {
    pointer: `/spec/schedule/${key}`,
    message:
      limits.length > 0
        ? `${what} never fires: ${limits.map((limit) => `\`${limit}\``).join(' and ')} leave${limits.length > 1 ? '' : 's'} no fire`
        : `${what} never fires: no date of any year matches`,
    help: 'write `manual: true` for a job that only runs by order',
  });
}

/** Remarks on skips that take nothing away: on the day, the fire that was meant would come. */
function checkSkips(remarks: Remarks, schedule: ScheduleMeaning, calendars: Calendars, bench: Bench): void {
  if (!schedule.skips) return;
  const { skips: _, pause: __, ...open } = schedule;
  const compiled = compiledSchedule(open, calendars, bench);
  const written = (remarks.document.value as { spec: JobSpec }).spec.schedule.skips ?? [];
  for (const [index, entry] of written.entries()) {
    const at = parseInstant(entry.at);
    if (at === undefined || fires(compiled, at, at + 1).count > 0) continue;
    const beside = [previousFire(compiled, at), nextFire(compiled, at)].filter((fire) => fire !== undefined);
    remarks.add('skips-without-fire', {
      pointer: `/spec/schedule/skips/${index}/at`,
      message: `the job does not fire at \`${formatInstant(at)}\`, so that there is nothing to skip`,
      help:
        beside.length > 0
          ? `the nearest fires are ${beside.map((fire) => `\`${formatInstant(fire)}\``).join(' and ')}`
          : 'take it away',
    });
  }
}
