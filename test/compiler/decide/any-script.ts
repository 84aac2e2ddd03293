import fc from 'fast-check';
import type { Hold, JobRules, OpenFire, Run, TenantState } from '../../../compiler/decide/index.ts';
import type { CatchUpAnswer, OverlapAnswer } from '../../../schema/manifest.ts';
import type { Instant, Seconds } from '../../../schema/time.ts';
import type { Script } from './play.ts';

/** A minute of the clock at which the scripts begin. */
const start: Instant = 1_800_000_000;

/** The combinations of overlap and catch-up that the compiler accepts (design section 6.8). */
export const acceptedAnswers: readonly (readonly [OverlapAnswer, CatchUpAnswer])[] = (
  ['allow', 'skip', { queue: { max: 1 } }, { queue: { max: 3 } }, 'replace'] as const
).flatMap((overlap) =>
  (['none', 'latest', 'coalesce', 'all'] as const)
    .filter((catchUp) => !(overlap === 'skip' && (catchUp === 'all' || catchUp === 'coalesce')))
    .filter((catchUp) => !(overlap === 'replace' && catchUp === 'all'))
    .map((catchUp) => [overlap, catchUp] as const),
);

/** A script as plain data, so that a failing one can be read. Times in seconds from `start`. */
export interface Plot {
  readonly jobs: readonly PlottedJob[];
  readonly caps: Script['caps'];
  readonly down: readonly Stretch[];
  readonly holds: readonly (Stretch & { readonly job?: string })[];
  readonly circuits: readonly (Stretch & { readonly job: string })[];
  readonly quarantines: readonly (Stretch & { readonly job: string })[];
  readonly applies: readonly {
    readonly at: Seconds;
    readonly job: string;
    readonly rules: JobRules | undefined;
  }[];
  /** Applies that change nothing but open what is scheduled and not due yet, as `waiting.spread`. */
  readonly openings: readonly Seconds[];
  readonly cancelTakes: Seconds;
  readonly length: Seconds;
}

export interface PlottedJob {
  readonly name: string;
  readonly rules: JobRules;
  readonly scheduled: readonly Seconds[];
  readonly spread: Seconds;
  /** Taken in turn. -1: its end is never told. */
  readonly durations: readonly Seconds[];
  /** Taken in turn: seconds after which an attempt fails; -1: it does not. */
  readonly failures: readonly Seconds[];
  readonly backfills: readonly {
    readonly at: Seconds;
    readonly scheduled: Seconds;
    readonly expires: Seconds;
  }[];
}

interface Stretch {
  readonly from: Seconds;
  readonly until: Seconds;
}

/** Turns a plot into a script. */
export function scriptOf(plot: Plot): Script {
  const jobs = new Map(plot.jobs.map((job) => [job.name, job]));
  const turn = <T>(list: readonly T[], run: Run) =>
    list[(Math.abs(Math.floor((run.scheduled - start) / 10)) + run.attempt.number) % list.length]!;
  const withRules = (job: string, change: Partial<JobRules>) => (state: TenantState) =>
    state.jobs[job] ? { ...state, jobs: { ...state.jobs, [job]: { ...state.jobs[job], ...change } } } : state;
  return {
    jobs: Object.fromEntries(plot.jobs.map(({ name, rules }) => [name, rules])),
    caps: plot.caps,
    fires: plot.jobs.flatMap(firesOf),
    backfills: plot.jobs.flatMap(({ name, backfills }) =>
      backfills.map(({ at, scheduled, expires }, index) => ({
        at: start + at,
        fire: {
          order: `order-${index}`,
          job: name,
          scheduled: start + scheduled,
          window: { from: start + scheduled - 60, to: start + scheduled },
          expires: start + expires,
        },
      })),
    ),
    lasts: (run) => {
      const duration = turn(jobs.get(run.job)!.durations, run);
      return duration < 0 ? undefined : duration;
    },
    cancelTakes: plot.cancelTakes,
    failing: (run) => {
      const after = turn(jobs.get(run.job)!.failures, run);
      return after < 0 ? undefined : { after, retryIn: 45 };
    },
    down: plot.down.map(shifted),
    holds: plot.holds.map((hold): Hold & { from: Instant } => ({
      ...hold,
      ...shifted(hold),
      reason: 'held',
    })),
    changes: [
      ...plot.circuits.flatMap(({ job, from, until }) => [
        { at: start + from, make: withRules(job, { circuitOpen: true }) },
        { at: start + until, make: withRules(job, { circuitOpen: false }) },
      ]),
      ...plot.quarantines.flatMap(({ job, from, until }) => [
        { at: start + from, make: withRules(job, { quarantined: true }) },
        { at: start + until, make: withRules(job, { quarantined: false }) },
      ]),
      ...plot.openings.map((at) => ({
        at: start + at,
        make: (state: TenantState) => ({
          ...state,
          fires: [...state.fires, ...earlyFires(plot, start + at, state)],
        }),
      })),
      ...plot.applies.map(({ at, job, rules }) => ({
        at: start + at,
        make: (state: TenantState) => {
          const { [job]: _, ...others } = state.jobs;
          return { ...state, jobs: rules ? { ...others, [job]: rules } : others };
        },
      })),
    ],
    from: start,
    until: start + plot.length,
  };
}

function firesOf({ name, scheduled, spread }: PlottedJob): OpenFire[] {
  return scheduled.map((at, index) => ({
    job: name,
    scheduled: start + at,
    due: start + at + spread,
    window: { from: start + (scheduled[index - 1] ?? at - 60), to: start + at },
  }));
}

/** Fires scheduled up to an apply and due after it (design section 6.7). */
function earlyFires(plot: Plot, at: Instant, { fires }: TenantState): readonly OpenFire[] {
  return plot.jobs
    .flatMap(firesOf)
    .filter((fire) => fire.scheduled <= at && fire.due > at)
    .filter((fire) => !fires.some(({ job, scheduled }) => job === fire.job && scheduled === fire.scheduled))
    .map((fire) => ({ ...fire, waiting: 'waiting.spread' }));
}

function shifted<T extends Stretch>({ from, until }: T): { from: Instant; until: Instant } {
  return { from: start + from, until: start + until };
}

export interface PlotOptions {
  readonly length?: Seconds;
  readonly jobCount?: { readonly min: number; readonly max: number };
  /** Whether rules change on the way. */
  readonly applies?: boolean;
  readonly backfills?: boolean;
  readonly caps?: boolean;
  /** All jobs in one group, with lanes that are soon full. */
  readonly crowded?: boolean;
}

/** Any night of a small tenant: few jobs, close fires, everything going wrong at once. */
export function anyPlot({
  length = 1800,
  jobCount = { min: 1, max: 4 },
  applies = true,
  backfills = true,
  caps = true,
  crowded = false,
}: PlotOptions = {}): fc.Arbitrary<Plot> {
  const names = ['a', 'b', 'c', 'd'].slice(0, jobCount.max);
  const stretch = anyStretch(length);
  const some = <T>(one: fc.Arbitrary<T>, maxLength: number) => fc.array(one, { maxLength });
  const job = fc.constantFrom(...names);
  return fc.record({
    jobs: fc
      .array(anyJob(length, backfills), { minLength: jobCount.min, maxLength: jobCount.max })
      .map((jobs) =>
        jobs.map((one, index) => ({
          ...one,
          name: names[index]!,
          ...(crowded && { rules: { ...one.rules, group: 'g' } }),
        })),
      ),
    caps: crowded
      ? anyTightCaps()
      : caps
        ? anyCaps()
        : fc.constant({ scheduled: {}, backfill: {}, groups: {} }),
    down: some(stretch, 2),
    holds: some(
      fc.tuple(stretch, fc.option(job, { nil: undefined })).map(([one, name]) => ({
        ...one,
        ...(name !== undefined && { job: name }),
      })),
      2,
    ),
    circuits: some(
      fc.tuple(stretch, job).map(([one, name]) => ({ ...one, job: name })),
      1,
    ),
    quarantines: some(
      fc.tuple(stretch, job).map(([one, name]) => ({ ...one, job: name })),
      1,
    ),
    applies: applies
      ? some(
          fc.record({ at: fc.nat(length), job, rules: fc.option(anyRules(length), { nil: undefined }) }),
          2,
        )
      : fc.constant([]),
    openings: some(fc.nat(length), 2),
    cancelTakes: fc.constantFrom(0, 20, 130),
    length: fc.constant(length),
  });
}

function anyStretch(length: Seconds): fc.Arbitrary<Stretch> {
  return fc
    .tuple(fc.nat(Math.floor(length / 10)), fc.integer({ min: 1, max: Math.floor(length / 20) }))
    .map(([from, long]) => ({ from: from * 10, until: (from + long) * 10 }));
}

function anyJob(length: Seconds, backfills: boolean): fc.Arbitrary<PlottedJob> {
  const regular = fc
    .tuple(fc.constantFrom(60, 120, 300, 90), fc.nat(5))
    .map(([spacing, phase]) =>
      Array.from({ length: Math.floor(length / spacing) }, (_, index) => phase * 10 + index * spacing),
    );
  const scattered = fc
    .uniqueArray(fc.nat(Math.floor(length / 20)), { maxLength: 10 })
    .map((list) => list.sort((a, b) => a - b).map((at) => at * 20));
  return fc.record({
    name: fc.constant(''),
    rules: anyRules(length),
    scheduled: fc.oneof(regular, scattered),
    spread: fc.constantFrom(0, 0, 7, 40),
    durations: fc.array(fc.constantFrom(0, 10, 55, 60, 70, 200, 500, -1), { minLength: 1, maxLength: 5 }),
    failures: fc.array(fc.constantFrom(-1, -1, -1, 5, 70), { minLength: 1, maxLength: 4 }),
    backfills: backfills
      ? fc.array(
          fc
            .tuple(fc.nat(length), fc.integer({ min: 1, max: 200 }), fc.nat(length))
            .map(([at, ago, expires]) => ({ at, scheduled: -ago * 60, expires: at + expires })),
          { maxLength: 3 },
        )
      : fc.constant([]),
  });
}

/** Rules that the compiler accepts. A run whose end may never be told has a `lostAfter`. */
export function anyRules(length: Seconds): fc.Arbitrary<JobRules> {
  return fc
    .record({
      answers: fc.constantFrom(...acceptedAnswers),
      lateAfter: fc.constantFrom(60, 90, 300),
      beyond: fc.constantFrom(0, 30, 600, 'unlimited' as const),
      lostAfter: fc.constantFrom(undefined, 150, 600),
      attempts: fc.constantFrom(1, 1, 2, 3),
      isTold: fc.boolean(),
      group: fc.constantFrom(undefined, undefined, 'g', 'h'),
      pause: rarely(3, fc.tuple(anyStretch(length), fc.constantFrom('skip' as const, 'hold' as const))),
      rejected: rarely(12, fc.constant('no commands here')),
    })
    .map(({ answers, lateAfter, beyond, lostAfter, attempts, isTold, group, pause, rejected }) => {
      const [overlap, catchUp] = answers;
      // Overlap other than allow needs an end.
      const lost = overlap === 'allow' ? lostAfter : (lostAfter ?? 400);
      return {
        policy: {
          lateAfter,
          horizon: beyond === 'unlimited' ? beyond : lateAfter + beyond,
          overlap,
          catchUp,
          dst: { gap: 'shift', fold: 'first' },
          ...(lost !== undefined && { report: { lostAfter: lost } }),
          retry: { attempts, minBackoff: 45, maxBackoff: 45 },
        },
        endsKnown: lost !== undefined || isTold,
        ...(group !== undefined && { group }),
        ...(pause && {
          pause: {
            from: start + pause[0].from,
            until: start + pause[0].until,
            reason: 'paused',
            fires: pause[1],
          },
        }),
        ...(rejected !== undefined && { rejected }),
      } satisfies JobRules;
    });
}

/** Once in so many times. */
function rarely<T>(times: number, one: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> {
  return fc.oneof({ weight: times - 1, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: one });
}

function anyCaps(): fc.Arbitrary<Script['caps']> {
  const cap = fc.constantFrom(undefined, undefined, 1, 2, 5);
  const lane = fc.record({ maxConcurrent: cap, maxPerMinute: cap }).map(withoutUndefined);
  return fc.record({
    scheduled: lane,
    backfill: lane,
    groups: fc.record({ g: fc.constantFrom(1, 2), h: fc.constantFrom(1, 3) }),
  });
}

function anyTightCaps(): fc.Arbitrary<Script['caps']> {
  const cap = fc.constantFrom(1, 2);
  return fc.record({
    scheduled: fc.record({ maxConcurrent: cap }),
    backfill: fc.constant({}),
    groups: fc.record({ g: cap }),
  });
}

function withoutUndefined<T extends object>(value: T): { [K in keyof T]?: NonNullable<T[K]> } {
  return Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined)) as never;
}
