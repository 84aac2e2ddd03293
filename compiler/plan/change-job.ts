import type { Manifest } from '../../schema/manifest.ts';
import type { Alteration, FieldChange, FirstFire, JobChange, PlanSide } from '../../schema/plan.ts';
import type { Instant } from '../../schema/time.ts';
import type { policyEffects } from '../effects/index.ts';
import { zoneOf } from '../manifest/index.ts';
import {
  dayAndClockText,
  nextFire,
  offsetIn,
  offsetText,
  omissions,
  previousFire,
  type Schedule,
} from '../time/index.ts';
import { sharedAlterations } from './alterations.ts';
import { applyDates } from './apply-dates.ts';
import { compareFires, stepFor } from './compare-fires.ts';
import { diffFields } from './diff-fields.ts';
import { jobFieldPlace, jobFields, placeIn, startOf } from './job-fields.ts';
import type { JobPair } from './pair-jobs.ts';
import type { PlannedSchedule } from './plan-schedules.ts';
import { type TallyResult, tallyWindows } from './tally-windows.ts';

/** Both manifests and the stretch of time that is compared; `from` is also the instant of apply. */
export interface PlanFrame {
  readonly before: Manifest | undefined;
  readonly after: Manifest;
  readonly tzdata: { readonly before: PlanSide['tzdata']; readonly after: PlanSide['tzdata'] };
  readonly range: { readonly from: Instant; readonly until: Instant };
}

/** Counts by both sides' schedule keys: jobs that change in the same way are counted once. */
export type KnownTallies = Map<string, TallyResult>;

/** Says what a change makes of one job. */
export function changeJob(
  frame: PlanFrame,
  pair: JobPair,
  planned: { readonly before?: PlannedSchedule; readonly after?: PlannedSchedule },
  known: KnownTallies,
  effectsOf: ReturnType<typeof policyEffects>,
): JobChange {
  const { before, after, tenant, job, renamedFrom } = pair;
  const same = planned.before !== undefined && planned.before.key === planned.after?.key;
  const drifted = !same && before !== undefined && before.scheduleDigest === after?.scheduleDigest;
  const changes = fieldChanges(frame, pair, drifted);
  const shared = before && after ? sharedAlterations(before, after, changes) : [];
  const tally = tallyPair(frame, pair, planned, shared.length > 0, known);
  const kept = tally.counts.unchanged + tally.counts.moved;
  const altered: Alteration[] = shared.map(({ kind, message }) => ({ kind, message, count: kept }));
  if (tally.windowAltered > 0) {
    altered.push({
      kind: 'window',
      count: tally.windowAltered,
      message: 'the run covers another span of time than before',
    });
  }
  const source = (after ? frame.after : frame.before)?.sources[`Job ${tenant}/${job}`];
  const zoneBefore = before && zoneOf(before.schedule);
  const zoneAfter = after && zoneOf(after.schedule);
  const firstBefore = firstFire(planned.before, before?.schedule.spread?.offset ?? 0, frame.range.from);
  const firstAfter = firstFire(planned.after, after?.schedule.spread?.offset ?? 0, frame.range.from);
  return {
    action: before ? (after ? 'change' : 'remove') : 'add',
    tenant,
    job,
    ...(renamedFrom !== undefined && { renamedFrom }),
    ...(source && { place: placeIn(source, '/metadata/name') }),
    digest: { ...(before && { before: before.digest }), ...(after && { after: after.digest }) },
    changes,
    zone: { ...(zoneBefore && { before: zoneBefore }), ...(zoneAfter && { after: zoneAfter }) },
    counts: tally.counts,
    altered,
    windows: tally.windows,
    soon: tally.soon,
    firstFire: { ...(firstBefore && { before: firstBefore }), ...(firstAfter && { after: firstAfter }) },
    applyDates:
      !same && planned.before && planned.after && hasDates(pair)
        ? applyDates(planned.before.schedule, planned.after.schedule, frame.range.from)
        : [],
    effects:
      before && after && planned.after
        ? effectsOf({
            name: job,
            before,
            after,
            schedule: planned.after.schedule,
            table: planned.after.table,
            range: frame.range,
            governs: tally.counts.after,
          })
        : [],
  };
}

function fieldChanges(frame: PlanFrame, pair: JobPair, drifted: boolean): readonly FieldChange[] {
  const { tenant, job, renamedFrom } = pair;
  const fields = diffFields(jobFields(pair.before), jobFields(pair.after), (path, side) =>
    side === 'before'
      ? jobFieldPlace(frame.before, tenant, renamedFrom ?? job, path)
      : jobFieldPlace(frame.after, tenant, job, path),
  );
  if (!pair.before || !pair.after) return namedPolicy(frame, pair, fields);
  const changes = [...fields, ...calendarChanges(frame, pair)];
  if (!drifted) return changes;
  const { before, after } = frame.tzdata;
  return [...changes, { path: 'tzdata', ...(before && { before }), ...(after && { after }) }];
}

/** A job that comes or goes is told with the name of its policy, where it has one, instead of all its answers. */
function namedPolicy(
  frame: PlanFrame,
  { tenant, job, after }: JobPair,
  fields: readonly FieldChange[],
): readonly FieldChange[] {
  const source = (after ? frame.after : frame.before)?.sources[`Job ${tenant}/${job}`];
  if (source?.policy === undefined) return fields;
  const named: FieldChange = {
    path: 'policy',
    ...(after ? { after: source.policy } : { before: source.policy }),
    place: placeIn(source, '/spec/policy'),
  };
  return [...fields.filter(({ path }) => !path.startsWith('policy.')), named];
}

/** A job can change through the dates of a calendar that it names as before. */
function calendarChanges(frame: PlanFrame, { tenant, before, after }: JobPair): readonly FieldChange[] {
  const namesOf = (job: JobPair['after']) => [
    ...(job?.schedule.exclude ?? []),
    ...(job?.schedule.include ?? []),
  ];
  const kept = new Set(namesOf(before));
  return namesOf(after).flatMap((name) => {
    const was = frame.before?.tenants[tenant]?.calendars[name];
    const is = frame.after.tenants[tenant]?.calendars[name];
    if (!kept.has(name) || !was || !is || was.digest === is.digest) return [];
    const source = frame.after.sources[`Calendar ${tenant}/${name}`];
    const text = ({ days }: typeof is) => `${days.length} dates`;
    return [
      {
        path: `calendar ${name}`,
        before: text(was),
        after: text(is),
        ...(source && { place: startOf(source) }),
      },
    ];
  });
}

interface TalliedSide {
  readonly schedule: Schedule;
  readonly table: PlannedSchedule['table'];
}

function tallyPair(
  frame: PlanFrame,
  pair: JobPair,
  planned: { readonly before?: PlannedSchedule; readonly after?: PlannedSchedule },
  altersAll: boolean,
  known: KnownTallies,
): TallyResult {
  const key = `${planned.before?.key} ${planned.after?.key} ${altersAll}`;
  const counted = known.get(key);
  if (counted) return counted;
  const schedules = [pair.before?.schedule, pair.after?.schedule].filter(
    (schedule) => schedule !== undefined,
  );
  const step = stepFor(schedules);
  const pairs = pair.before !== undefined && pair.after !== undefined && hasDates(pair);
  const result = tallySides(frame, planned.before, planned.after, pairs, altersAll, step);
  known.set(key, result);
  return result;
}

function tallySides(
  frame: PlanFrame,
  before: TalliedSide | undefined,
  after: TalliedSide | undefined,
  pairs: boolean,
  altersAll: boolean,
  step: number,
): TallyResult {
  // A fire at the very instant of apply still belongs to the old schedule.
  const from = frame.range.from + 1;
  const range = { from, until: frame.range.until };
  const lastBefore = before && previousFire(before.schedule, from);
  const lastAfter = lastBefore ?? (after && previousFire(after.schedule, from));
  const shared = before !== undefined && after !== undefined && sameTable(before.table, after.table);
  const tally = tallyWindows(
    { before: before?.table, after: after?.table },
    { before: before !== undefined, after: after !== undefined, shared },
    range,
    altersAll,
  );
  compareFires(
    {
      ...(before && { before: { schedule: before.schedule, lastFire: lastBefore ?? from } }),
      ...(after && { after: { schedule: after.schedule, lastFire: lastAfter ?? from } }),
    },
    { ...range, step },
    pairs,
    tally.sink,
  );
  for (let at = range.from; at < range.until; at += step) {
    const until = Math.min(at + step, range.until);
    const omitted = (side: TalliedSide | undefined) => (side ? omissions(side.schedule, at, until) : []);
    tally.omit(omitted(before), omitted(after));
  }
  return tally.finish();
}

function sameTable(before: PlannedSchedule['table'], after: PlannedSchedule['table']): boolean {
  if (before === after) return true;
  if (!before || !after || before.zone !== after.zone || before.until !== after.until) return false;
  return (
    String(before.transitions) === String(after.transitions) &&
    String(before.offsets) === String(after.offsets)
  );
}

/** Whether fires pair by wall date: an interval has none. */
function hasDates({ before, after }: JobPair): boolean {
  return before?.schedule.timing.kind !== 'every' && after?.schedule.timing.kind !== 'every';
}

function firstFire(
  planned: PlannedSchedule | undefined,
  offset: number,
  from: Instant,
): FirstFire | undefined {
  const scheduled = planned && nextFire(planned.schedule, from);
  if (planned === undefined || scheduled === undefined) return undefined;
  const zoneOffset = offsetIn(planned.table, scheduled);
  const wall = `${dayAndClockText(scheduled + zoneOffset)} ${offsetText(zoneOffset)}`;
  return { scheduled, due: scheduled + offset, wall, in: scheduled + offset - from };
}
