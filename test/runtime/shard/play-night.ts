import { capsOf, scheduleOf, simulate, simulatedJob, type Timeline } from '../../../compiler/index.ts';
import type { FireRow } from '../../../runtime/ledger/index.ts';
import type { Manifest } from '../../../schema/manifest.ts';
import type { Instant } from '../../../schema/time.ts';
import { dusk, type Night } from './any-night.ts';
import { makeManifest } from './make-manifest.ts';
import { type Answers, createStage, type Stage, type StageOptions } from './stage.ts';

const tenant = 'acme';

/** The same night as `simulate` sees it. */
function timelineOf(night: Night): Timeline {
  const { length, outages, circuits, holds, applies } = night;
  const first = manifestOf(night, night.tenant.jobs);
  return {
    from: dusk + 1,
    until: dusk + length,
    jobs: simulatedJobs(night, first),
    caps: capsOf(first.tenants[tenant]!),
    outages: [
      ...outages.map((one) => ({ ...one, of: 'platform' as const })),
      ...circuits.map((one) => ({ ...one, of: 'target' as const })),
    ],
    holds: holds.map((one) => ({ ...one, reason: 'held' })),
    applies: applies.map(({ at, jobs }) => ({ at, jobs: simulatedJobs(night, manifestOf(night, jobs)) })),
  };
}

function manifestOf(night: Night, jobs: Night['tenant']['jobs']): Manifest {
  return makeManifest(tenant, { ...night.tenant, jobs });
}

function simulatedJobs(night: Night, manifest: Manifest): Timeline['jobs'] {
  return Object.fromEntries(
    Object.entries(manifest.tenants[tenant]!.jobs).map(([name, job]) => [
      name,
      {
        ...simulatedJob(job, scheduleOf(manifest, tenant, job), durationOf(night, name)),
        cancelTakes: night.cancelTakes,
      },
    ]),
  );
}

function durationOf({ durations }: Night, job: string): number {
  return Object.hasOwn(durations, job) ? durations[job]! : 0;
}

/** Targets that answer as a night says. */
function answersOf(night: Night): Answers {
  return ({ tenant: of, run, attempt }) => {
    const about = { tenant: of, run: run.id, attempt };
    if (run.ends) return { after: 0, letter: (at) => ({ ...about, kind: 'delivered', at }) };
    const outcome = 'succeeded';
    return { after: durationOf(night, run.job), letter: (at) => ({ ...about, kind: 'ended', at, outcome }) };
  };
}

export interface PlayOptions extends Partial<StageOptions> {
  /** Called after each tick. */
  readonly afterTick?: (stage: Stage) => void;
  /** Most entries of one tick, so that ticks and entries don't coincide. */
  readonly entriesMost?: number;
  /** Jobs say how they ended when their runs are over. */
  readonly reportsLate?: boolean;
}

/** Plays a night on a shard: letters as they come, a tick at each wake. */
export function playNight(
  night: Night,
  { afterTick, entriesMost, reportsLate = false, ...options }: PlayOptions = {},
): Stage {
  const stage = createStage({
    start: dusk,
    answers: answersOf(night),
    cancelTakes: () => night.cancelTakes,
    ...options,
  });
  stage.apply(tenant, manifestOf(night, night.tenant.jobs));
  stage.tick(dusk);
  const until = dusk + night.length - 1;
  const letters = lettersOf(night, stage).sort((a, b) => a.at - b.at);
  const outages = night.outages;
  const reported = new Set<string>();
  for (let now = dusk; ; ) {
    const next = Math.min(stage.next(), letters[0]?.at ?? Number.POSITIVE_INFINITY);
    now = Math.max(now, next);
    for (let again = true; again; ) {
      const outage = outages.find((one) => one.from <= now && now < one.until);
      again = outage !== undefined;
      if (outage) now = outage.until;
    }
    if (now > until) return stage;
    while (letters.length > 0 && letters[0]!.at <= now) letters.shift()!.post();
    stage.tick(now, entriesMost);
    if (reportsLate) reportEnds(stage, now, reported);
    afterTick?.(stage);
  }
}

/** Lets each job whose run has ended report once. */
function reportEnds(stage: Stage, at: Instant, reported: Set<string>): void {
  for (const { body } of stage.rows.values()) {
    const { run } = body;
    if (run?.outcome === undefined || reported.has(run.id)) continue;
    reported.add(run.id);
    const report = { message: run.id };
    stage.post({ kind: 'finished', tenant, run: run.id, at, outcome: 'failed', report });
  }
}

/** What comes from outside, by when. */
function lettersOf(night: Night, stage: Stage): { readonly at: Instant; readonly post: () => void }[] {
  const circuit = (open: boolean) => () => {
    for (const target of ['http https://sink.example', 'command', 'pubsub projects/p/topics/t'])
      stage.post({ kind: 'circuit', tenant, target, open, reason: 'down' });
  };
  return [
    ...night.circuits.flatMap(({ from, until }) => [
      { at: from, post: circuit(true) },
      { at: until, post: circuit(false) },
    ]),
    ...night.holds.map(({ from, until, job }, index) => ({
      at: from,
      post: () =>
        stage.post({
          kind: 'hold',
          tenant,
          request: `hold-${index}`,
          principal: 'ann',
          hold: `h${index}`,
          ...(job !== undefined && { job }),
          until,
          reason: 'held',
        }),
    })),
    ...night.applies.map(({ at, jobs }) => ({
      at,
      post: () => stage.apply(tenant, manifestOf(night, jobs)),
    })),
  ];
}

/** A fate as prediction and fact can be compared. */
export interface PlainFate {
  readonly job: string;
  readonly scheduled: Instant;
  readonly fate: string;
}

export function predicted(night: Night): PlainFate[] {
  return simulate(timelineOf(night), { stepByStep: true })
    .map(({ job, scheduled, fate }) => ({ job, scheduled, fate: factOf(night, fate) }))
    .filter(({ fate }) => fate !== 'undecided')
    .sort(byFire);
}

function factOf(night: Night, fate: ReturnType<typeof simulate>[number]['fate']): string {
  switch (fate.kind) {
    case 'dispatched': {
      const { at, window, ended } = fate;
      const heard = ended && heardAt(night, ended.at);
      const isHeard = heard !== undefined && heard < dusk + night.length;
      const end = isHeard ? ` ${ended!.outcome} ${heard - dusk}` : '';
      return `dispatched ${at - dusk} for ${window.from - dusk} to ${window.to - dusk}${end}`;
    }
    case 'ended':
      return `${fate.cause} ${fate.at - dusk}`;
    case 'waiting':
      return fate.cause;
    case 'undecided':
      return 'undecided';
  }
}

/** What comes while nothing is decided is heard after it. */
function heardAt({ outages }: Night, at: Instant): Instant {
  const outage = outages.find((one) => one.from <= at && at < one.until);
  return outage ? heardAt({ outages } as Night, outage.until) : at;
}

/** What the ledger says, fire by fire: stretches are spread out by the schedule that made them. */
export function recorded(night: Night, stage: Stage): PlainFate[] {
  return [...stage.rows.values()].flatMap((row) => spreadOut(night, stage, row)).sort(byFire);
}

function spreadOut(night: Night, stage: Stage, row: FireRow): PlainFate[] {
  const { job, scheduled, last, count, body, state } = row;
  const { run, cause, decided } = body;
  const fate = run
    ? `dispatched ${run.dispatched - dusk} for ${run.window.from - dusk} to ${run.window.to - dusk}${run.endedAt === undefined ? '' : ` ${run.outcome} ${run.endedAt - dusk}`}`
    : state === 'open'
      ? `${cause}`
      : `${cause} ${decided! - dusk}`;
  if (count === 1) return [{ job, scheduled, fate }];
  const jobs = body.createdBy === 1 ? night.tenant.jobs : appliesIn(night, stage)[body.createdBy - 2]!;
  const manifest = manifestOf(night, jobs);
  const { fires } = simulatedJob(
    manifest.tenants[tenant]!.jobs[job]!,
    scheduleOf(manifest, tenant, manifest.tenants[tenant]!.jobs[job]!),
  );
  const list = Array.from(fires(scheduled, last + 1).scheduled).slice(0, fires(scheduled, last + 1).count);
  if (list.length !== count) throw new Error(`a stretch of ${count} has ${list.length} fires`);
  return list.map((at) => ({ job, scheduled: at, fate }));
}

function appliesIn(night: Night, stage: Stage) {
  const sorted = night.applies.toSorted((a, b) => a.at - b.at);
  return sorted.slice(0, stage.revisions.length - 1).map(({ jobs }) => jobs);
}

function byFire(a: PlainFate, b: PlainFate): number {
  return a.scheduled - b.scheduled || (a.job < b.job ? -1 : a.job > b.job ? 1 : 0);
}
