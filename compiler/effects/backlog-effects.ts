import type { JobMeaning, Manifest } from '../../schema/manifest.ts';
import type { BacklogEffect, OutcomeChange } from '../../schema/plan.ts';
import type { Snapshot, TenantSnapshot } from '../../schema/snapshot.ts';
import type { Instant, Seconds, ZoneTable } from '../../schema/time.ts';
import {
  advance,
  type Decision,
  decide,
  fireName,
  nextInstant,
  type OpenFire,
  type Run,
  rulesOf,
  type TenantState,
} from '../decide/index.ts';
import { parseInstant, tableOf } from '../manifest/index.ts';
import { dayAndClockText, offsetIn } from '../time/index.ts';
import { capsOf } from './caps-of.ts';
import { readingAfter } from './outcome-text.ts';

/** Differing fires that are listed; the others are counted. */
const listedMost = 50;
/** Instants at which one backlog is decided, at most; what waits then is told as waiting. */
const stepsMost = 20_000;

/**
 * Says what would become of the fires that wait right now, under the revision before and under the one after: both
 * are decided from `now` on, with the runs that go on, until each has a fate. Nothing new falls due meanwhile, and a
 * run lasts as long as its job expects, else no time.
 */
export function backlogEffects(
  before: Manifest | undefined,
  after: Manifest,
  snapshot: Snapshot,
  tenants: readonly string[],
  now: Instant,
): readonly BacklogEffect[] {
  return tenants.flatMap((tenant): BacklogEffect[] => {
    const state = Object.hasOwn(snapshot.tenants, tenant) ? snapshot.tenants[tenant] : undefined;
    if (!state) return [];
    const runs = goingRuns(state, (before ?? after).tenants[tenant]?.jobs ?? {}, now);
    const were = settle(before, tenant, { fires: openFires(state), runs }, now);
    const are = settle(after, tenant, { fires: openFires(state), runs }, now);
    const fires = openFires(state).flatMap((fire): OutcomeChange[] => {
      const name = fireName(fire);
      const [was, is] = [were.get(name) ?? 'waits', are.get(name) ?? 'waits'];
      if (was === is) return [];
      const table = tableOfJob(after, tenant, fire.job) ?? (before && tableOfJob(before, tenant, fire.job));
      const wall = dayAndClockText(fire.scheduled + offsetIn(table, fire.scheduled));
      return [{ job: fire.job, scheduled: fire.scheduled, wall, before: was, after: is }];
    });
    return [
      {
        tenant,
        waiting: state.fires.length,
        running: state.runs.length,
        differ: fires.length,
        fires: fires.slice(0, listedMost),
      },
    ];
  });
}

/** By the fire's name, what becomes of it in words. */
type Fates = ReadonlyMap<string, string>;

/** What a snapshot says of a tenant, as `decide` knows it. */
interface Standing {
  readonly fires: readonly OpenFire[];
  readonly runs: readonly GoingRun[];
}

interface GoingRun {
  readonly run: Run;
  readonly endsAt: Instant;
}

function settle(
  manifest: Manifest | undefined,
  tenant: string,
  { fires, runs }: Standing,
  start: Instant,
): Fates {
  const meaning = manifest?.tenants[tenant];
  const jobs = Object.entries(meaning?.jobs ?? {});
  const lasts = new Map(jobs.map(([name, job]): [string, Seconds] => [name, job.expectedDuration ?? 0]));
  const fates = new Map<string, string>();
  const endsAt = new Map(runs.map(({ run, endsAt }): [string, Instant] => [run.id, endsAt]));
  let state: TenantState = {
    jobs: Object.fromEntries(jobs.map(([name, job]) => [name, rulesOf(job)])),
    fires,
    backfills: [],
    runs: runs.map(({ run }) => run),
    caps: capsOf(meaning),
    holds: [],
    minute: { start: 0, scheduled: 0, backfill: 0 },
  };
  const note = (decision: Decision, now: Instant) => {
    if (decision.kind === 'fate') fates.set(fireName(decision.fire), decision.cause);
    if (decision.kind !== 'dispatch') return;
    const { job, scheduled } = decision.fire;
    const table = manifest && tableOfJob(manifest, tenant, job);
    fates.set(fireName(decision.fire), `dispatched ${readingAfter(scheduled, now, table)}`);
    endsAt.set(decision.run.id, now + (lasts.get(job) ?? 0));
  };
  let now: Instant | undefined = start;
  for (let step = 0; now !== undefined && state.fires.length > 0 && step < stepsMost; step++) {
    const at: Instant = now;
    state = { ...state, runs: state.runs.filter(({ id }) => (endsAt.get(id) ?? at) > at) };
    const decisions = decide(state, at);
    for (const decision of decisions) note(decision, at);
    state = advance(state, decisions, at);
    const ends = state.runs.map(({ id }) => endsAt.get(id) ?? at);
    // A run that lasts no time is over now; what waited for it is decided again at once.
    const next = Math.min(nextInstant(state, at) ?? Number.POSITIVE_INFINITY, ...ends);
    now = Number.isFinite(next) && (next > at || decisions.length > 0) ? Math.max(next, at) : undefined;
  }
  return fates;
}

function openFires({ fires }: TenantSnapshot): readonly OpenFire[] {
  return fires.map(({ job, scheduled, due, waiting }) => {
    const instant = parseInstant(scheduled)!;
    return {
      job,
      scheduled: instant,
      due: due === undefined ? instant : parseInstant(due)!,
      // Only whether it is dispatched is told, not what its run covers.
      window: { from: instant, to: instant },
      ...(waiting !== undefined && { waiting: waiting as NonNullable<OpenFire['waiting']> }),
    };
  });
}

/**
 * Returns the runs that go on, with what was recorded at their dispatch by the revision in force then: their group,
 * and when they count as lost. None of it changes by an apply.
 */
function goingRuns(
  { runs }: TenantSnapshot,
  jobs: Readonly<Record<string, JobMeaning>>,
  now: Instant,
): readonly GoingRun[] {
  return runs.map(({ job, scheduled, dispatched }): GoingRun => {
    const instant = parseInstant(scheduled)!;
    const begun = parseInstant(dispatched)!;
    const meaning = Object.hasOwn(jobs, job) ? jobs[job] : undefined;
    const lostAfter = meaning?.policy.report?.lostAfter;
    const run: Run = {
      id: fireName({ job, scheduled: instant }),
      job,
      scheduled: instant,
      lane: 'scheduled',
      window: { from: instant, to: instant },
      dispatched: begun,
      started: true,
      ...(lostAfter !== undefined && { lostAt: begun + lostAfter }),
      attempt: { number: 1, state: 'sent' },
      attemptCountMax: 1,
      ...(meaning?.group !== undefined && { group: meaning.group }),
    };
    return { run, endsAt: Math.max(now, begun + (meaning?.expectedDuration ?? 0)) };
  });
}

function tableOfJob(manifest: Manifest, tenant: string, job: string): ZoneTable | undefined {
  const schedule = manifest.tenants[tenant]?.jobs[job]?.schedule;
  return schedule && tableOf(manifest, schedule);
}
