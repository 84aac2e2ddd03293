import type { Diagnostic } from '../../schema/diagnostic.ts';
import type { Manifest } from '../../schema/manifest.ts';
import type { JobChange, Peak, Plan, PlanCounts, PlanSide } from '../../schema/plan.ts';
import type { Snapshot } from '../../schema/snapshot.ts';
import type { Instant } from '../../schema/time.ts';
import { backlogEffects, policyEffects, scenarioEffects } from '../effects/index.ts';
import { nextFire } from '../time/index.ts';
import { changeJob, type KnownTallies, type PlanFrame } from './change-job.ts';
import { diffDeclarations } from './diff-declarations.ts';
import { type JobPair, pairJobs } from './pair-jobs.ts';
import { findPeaks, type PeakEntry } from './peaks.ts';
import { planDigest } from './plan-digest.ts';
import { defaultUntil, tablesOf } from './plan-range.ts';
import { type PlannedSchedule, scheduleSource } from './plan-schedules.ts';
import { planScope } from './plan-scope.ts';
import { zoneDrift } from './zone-drift.ts';

export interface PlanInput {
  /** What is there now; absent when planning from nothing. */
  readonly before?: Manifest;
  readonly after: Manifest;
  /** How `before` was read, and from where. */
  readonly base: Pick<PlanSide, 'kind' | 'label'>;
  /** The same of `after`. */
  readonly target: Pick<PlanSide, 'kind' | 'label'>;
  /** Start of the range, and the instant as if at which the change is applied. */
  readonly from: Instant;
  /** End of the range, exclusive. @default far enough for two transitions, 90 to 400 days */
  readonly until?: Instant;
  readonly findings: readonly Diagnostic[];
  /** What waits and runs in a runtime at `from`. */
  readonly snapshot?: Snapshot;
}

/** A pair of jobs with its schedules. */
interface PlannedPair {
  readonly pair: JobPair;
  readonly planned: { readonly before?: PlannedSchedule; readonly after?: PlannedSchedule };
}

/**
 * Says what a change of declarations makes of the fires to come (design section 7).
 *
 * Equal schedule digests over equal zone tables mean equal fires, so only jobs that differ there are enumerated
 * to be compared; everything else is counted once per distinct schedule. `progress` is told how many of the
 * changed jobs are done.
 *
 * @throws {RangeError} where `until` is not after `from`.
 */
export function planChange(
  input: PlanInput,
  now: Instant,
  progress: (done: number, of: number) => void = () => {},
): Plan {
  const { before, after, from } = input;
  const tenants = planScope(before, after, input.base.kind);
  const pairs = pairJobs(before, after, tenants);
  const schedules = scheduleSource();
  const plannedOf = (pair: JobPair) => ({
    ...(pair.before && before && { before: schedules(before, pair.tenant, pair.before) }),
    ...(pair.after && { after: schedules(after, pair.tenant, pair.after) }),
  });
  const all = pairs.map((pair): PlannedPair => ({ pair, planned: plannedOf(pair) }));
  const changed = all.filter(({ pair, planned }) => {
    const equal = pair.before?.digest === pair.after?.digest && planned.before?.key === planned.after?.key;
    return !equal || pair.renamedFrom !== undefined;
  });
  const until = rangeEnd(input, changed);
  const range = { from, until };
  const frame: PlanFrame = {
    before,
    after,
    tzdata: { before: before?.tzdata, after: after.tzdata },
    range,
  };
  const known: KnownTallies = new Map();
  const effectsOf = policyEffects();
  const jobs = changed.map(({ pair, planned }, index) => {
    progress(index, changed.length);
    return changeJob(frame, pair, planned, known, effectsOf);
  });
  const declarations = diffDeclarations(before, after, tenants);
  const peaks = planPeaks(all, range);
  return {
    formatVersion: 1,
    digest: planDigest(before, after, pairs, declarations),
    now,
    range,
    before: sideOf(input.base, before),
    after: sideOf(input.target, after),
    tenants,
    jobs,
    declarations,
    drift: zoneDrift(before, after, pairs, input.base.kind === 'manifest' || input.base.kind === 'runtime'),
    counts: countPlan(jobs, pairs.length),
    peaks,
    scenarios: tenants
      .filter((tenant) => jobs.some((job) => job.tenant === tenant))
      .flatMap((tenant) => scenarioEffects(before, after, tenant, from)),
    backlog: input.snapshot ? backlogEffects(before, after, input.snapshot, tenants, from) : [],
    findings: input.findings,
    cost: {
      enumeratedJobs: changed.filter(({ planned }) => planned.before?.key !== planned.after?.key).length,
      distinctSchedules: new Set(
        all.flatMap(({ planned }) =>
          [planned.before?.key, planned.after?.key].filter((key) => key !== undefined),
        ),
      ).size,
    },
  };
}

function rangeEnd(input: PlanInput, changed: readonly PlannedPair[]): Instant {
  const { from } = input;
  if (input.until !== undefined) {
    if (input.until <= from) throw new RangeError('the range ends before it begins');
    return input.until;
  }
  const nextFires = changed.flatMap(({ planned }) =>
    [planned.before, planned.after].flatMap((side) => {
      const next = side && nextFire(side.schedule, from);
      return next === undefined ? [] : [next];
    }),
  );
  return defaultUntil(from, tablesOf([input.before, input.after]), nextFires);
}

function planPeaks(
  pairs: readonly PlannedPair[],
  range: PlanFrame['range'],
): { readonly before: Peak; readonly after: Peak } {
  const entries = new Map<
    string,
    { entry: Omit<PeakEntry, 'before' | 'after'>; before: string[]; after: string[] }
  >();
  for (const { pair, planned } of pairs) {
    for (const side of ['before', 'after'] as const) {
      const job = pair[side];
      const of = planned[side];
      if (!job || !of) continue;
      const { key, schedule } = of;
      const known = entries.get(key) ?? {
        entry: { schedule, offset: job.schedule.spread?.offset ?? 0 },
        before: [],
        after: [],
      };
      entries.set(key, known);
      known[side].push(`${pair.tenant}/${side === 'before' ? (pair.renamedFrom ?? pair.job) : pair.job}`);
    }
  }
  return findPeaks(
    [...entries.values()].map((known) => ({ ...known.entry, before: known.before, after: known.after })),
    range,
  );
}

function sideOf(side: Pick<PlanSide, 'kind' | 'label'>, manifest: Manifest | undefined): PlanSide {
  return { ...side, ...(manifest && { digest: manifest.digest, tzdata: manifest.tzdata }) };
}

function countPlan(jobs: readonly JobChange[], all: number): PlanCounts {
  const of = (action: JobChange['action']) => jobs.filter((job) => job.action === action).length;
  const fires = { before: 0, after: 0, added: 0, removed: 0, moved: 0, altered: 0, unchanged: 0 };
  for (const { counts } of jobs) {
    for (const key of Object.keys(fires) as (keyof typeof fires)[]) fires[key] += counts[key];
  }
  return {
    jobs: { added: of('add'), removed: of('remove'), changed: of('change'), unchanged: all - jobs.length },
    fires,
  };
}
