import type { Hold, JobRules, Run, TenantState } from '../../../../compiler/decide/index.ts';
import { parseDuration } from '../../../../compiler/manifest/index.ts';
import type { CatchUpAnswer, OverlapAnswer } from '../../../../schema/manifest.ts';
import type { Instant, Seconds } from '../../../../schema/time.ts';
import type { Script } from '../play.ts';

/** Midnight of the day on which all stories play, 2027-03-01. */
export const midnight: Instant = Date.UTC(2027, 2, 1) / 1000;

/** A story as it stands in the YAML. Clock times are UTC; spans as in a policy. */
export interface Story {
  readonly story: string;
  readonly jobs: Readonly<Record<string, StoryJob>>;
  readonly caps?: {
    readonly maxConcurrent?: number;
    readonly maxPerMinute?: number;
    readonly backfillMaxConcurrent?: number;
    readonly backfillMaxPerMinute?: number;
    readonly groups?: Readonly<Record<string, number>>;
  };
  /** `02:03 to 02:30 platform down`, and the like; see `eventPatterns`. */
  readonly events?: readonly string[];
  readonly until?: string;
}

export interface StoryJob {
  readonly lateAfter?: string;
  readonly horizon?: string;
  readonly overlap?: OverlapAnswer | 'queue-one';
  readonly catchUp?: CatchUpAnswer;
  /** Clock times, separated by spaces. */
  readonly fires?: string;
  readonly spread?: string;
  /** How long runs last, and those of some fires. `unknown`: the end is never told. */
  readonly lasts?: string | Readonly<Record<string, string>>;
  readonly cancelTakes?: string;
  readonly group?: string;
  readonly lostAfter?: string;
  readonly attempts?: number;
  /** How long each attempt takes to fail, before one is taken. The next comes a minute later. */
  readonly failing?: readonly string[];
  readonly endsKnown?: boolean;
  /** `02:00 to 03:00 hold (year-end)`. */
  readonly pause?: string;
  readonly rejected?: string;
}

/** Reads a span: `90s`, `6h`. */
function spanOf(text: string): Seconds {
  const span = parseDuration(text);
  if (span === undefined) throw new Error(`no span: ${text}`);
  return span;
}

/** Reads a clock time of the day: `02:05`, `02:05:30`; `26:00` is two in the night after. */
export function instantOf(text: string): Instant {
  const [hours, minutes, seconds = 0] = text.split(':').map(Number);
  return midnight + hours! * 3600 + minutes! * 60 + seconds;
}

function rulesOfStory(job: StoryJob): JobRules {
  const {
    lateAfter = '10m',
    horizon = '6h',
    overlap = 'skip',
    catchUp = 'latest',
    pause,
    lostAfter,
    attempts,
  } = job;
  const stretch = pause === undefined ? undefined : /^(\S+) to (\S+) (skip|hold) \((.*)\)$/.exec(pause)!;
  return {
    policy: {
      lateAfter: spanOf(lateAfter),
      horizon: horizon === 'unlimited' ? horizon : spanOf(horizon),
      overlap: overlap === 'queue-one' ? { queue: { max: 1 } } : overlap,
      catchUp,
      dst: { gap: 'shift', fold: 'first' },
      ...(lostAfter !== undefined && { report: { lostAfter: spanOf(lostAfter) } }),
      ...(attempts !== undefined && { retry: { attempts, minBackoff: 60, maxBackoff: 60 } }),
    },
    endsKnown: job.endsKnown ?? true,
    ...(job.group !== undefined && { group: job.group }),
    ...(job.rejected !== undefined && { rejected: job.rejected }),
    ...(stretch && {
      pause: {
        from: instantOf(stretch[1]!),
        until: instantOf(stretch[2]!),
        fires: stretch[3] as 'skip' | 'hold',
        reason: stretch[4]!,
      },
    }),
  };
}

/** Turns a story into a script. */
export function scriptOfStory(story: Story): Script {
  const down: { from: Instant; until: Instant }[] = [];
  const holds: (Hold & { from: Instant })[] = [];
  const changes: { at: Instant; make: (state: TenantState) => TenantState }[] = [];
  const backfills: NonNullable<Script['backfills']>[number][] = [];
  const changed = (job: string, change: Partial<JobRules>) => (state: TenantState) => ({
    ...state,
    jobs: Object.fromEntries(
      Object.entries(state.jobs).map(([name, rules]) =>
        job === name || job === '' ? [name, { ...rules, ...change }] : [name, rules],
      ),
    ),
  });
  const during = (from: string, until: string, job: string, on: Partial<JobRules>, off: Partial<JobRules>) =>
    changes.push(
      { at: instantOf(from), make: changed(job, on) },
      { at: instantOf(until), make: changed(job, off) },
    );
  const fires = Object.entries(story.jobs).flatMap(([job, one]) => {
    const list = (one.fires ?? '').split(' ').filter(Boolean).map(instantOf);
    return list.map((scheduled, index) => ({
      job,
      scheduled,
      due: scheduled + (one.spread === undefined ? 0 : spanOf(one.spread)),
      window: { from: list[index - 1] ?? scheduled - 300, to: scheduled },
    }));
  });

  /** What can be told in an event, each with how it is read. */
  const eventPatterns: readonly (readonly [RegExp, (...words: string[]) => void])[] = [
    [
      /^(\S+) to (\S+) platform down$/,
      (from, until) => down.push({ from: instantOf(from!), until: instantOf(until!) }),
    ],
    [
      /^(\S+) to (\S+) target of (\S+) down$/,
      (from, until, job) => during(from!, until!, job!, { circuitOpen: true }, { circuitOpen: false }),
    ],
    [
      /^(\S+) to (\S+) (\S+) quarantined$/,
      (from, until, job) => during(from!, until!, job!, { quarantined: true }, { quarantined: false }),
    ],
    [
      /^(\S+) to (\S+) hold (\S+) \((.*)\)$/,
      (from, until, job, reason) =>
        holds.push({
          from: instantOf(from!),
          until: instantOf(until!),
          reason: reason!,
          ...(job !== 'everything' && { job: job! }),
        }),
    ],
    [
      /^(\S+) remove (\S+)$/,
      (at, job) =>
        changes.push({
          at: instantOf(at!),
          make: (state) => ({
            ...state,
            jobs: Object.fromEntries(Object.entries(state.jobs).filter(([name]) => name !== job)),
          }),
        }),
    ],
    [
      /^(\S+) apply (\S+) (\{.*\})$/,
      (at, job, change) => {
        const rules = rulesOfStory({ ...story.jobs[job!], ...(JSON.parse(change!) as StoryJob) });
        changes.push({
          at: instantOf(at!),
          make: (state) => ({ ...state, jobs: { ...state.jobs, [job!]: rules } }),
        });
      },
    ],
    [
      /^(\S+) apply opens what is not due yet$/,
      (at) =>
        changes.push({
          at: instantOf(at!),
          make: (state) => ({
            ...state,
            fires: [
              ...state.fires,
              ...fires
                .filter(({ scheduled, due }) => scheduled <= instantOf(at!) && due > instantOf(at!))
                .map((fire) => ({ ...fire, waiting: 'waiting.spread' as const })),
            ],
          }),
        }),
    ],
    [
      /^(\S+) backfill (\S+) of (\S+) by (\S+), expires (\S+)$/,
      (at, scheduled, job, order, expires) => {
        const to = instantOf(scheduled!);
        const window = { from: to - 300, to };
        const fire = { order: order!, job: job!, scheduled: to, window, expires: instantOf(expires!) };
        backfills.push({ at: instantOf(at!), fire });
      },
    ],
    [
      /^(\S+) (\S+) of (\S+) reports its start$/,
      (at, scheduled, job) =>
        changes.push({
          at: instantOf(at!),
          make: (state) => ({
            ...state,
            runs: state.runs.map((run) =>
              run.job === job && run.scheduled === instantOf(scheduled!) ? { ...run, started: true } : run,
            ),
          }),
        }),
    ],
  ];
  for (const event of story.events ?? []) {
    const [pattern, read] = eventPatterns.find(([one]) => one.test(event)) ?? [];
    if (!pattern || !read) throw new Error(`no such event: ${event}`);
    read(...pattern.exec(event)!.slice(1));
  }

  const { caps = {} } = story;
  const lane = (maxConcurrent?: number, maxPerMinute?: number) => ({
    ...(maxConcurrent !== undefined && { maxConcurrent }),
    ...(maxPerMinute !== undefined && { maxPerMinute }),
  });
  return {
    jobs: Object.fromEntries(Object.entries(story.jobs).map(([name, job]) => [name, rulesOfStory(job)])),
    caps: {
      scheduled: lane(caps.maxConcurrent, caps.maxPerMinute),
      backfill: lane(caps.backfillMaxConcurrent, caps.backfillMaxPerMinute),
      groups: caps.groups ?? {},
    },
    fires,
    backfills,
    lasts: (run) => lastsOf(story.jobs[run.job]!, run),
    cancelTakes: Math.max(...Object.values(story.jobs).map(({ cancelTakes }) => spanOf(cancelTakes ?? '1s'))),
    failing: (run) => {
      const after = story.jobs[run.job]!.failing?.[run.attempt.number - 1];
      return after === undefined ? undefined : { after: spanOf(after), retryIn: 60 };
    },
    down,
    holds,
    changes,
    from: Math.min(
      ...fires.map(({ due }) => due),
      ...backfills.map(({ at }) => at),
      ...changes.map(({ at }) => at),
    ),
    until: instantOf(story.until ?? '12:00'),
  };
}

function lastsOf({ lasts = '1m' }: StoryJob, run: Run): Seconds | undefined {
  if (typeof lasts === 'string') return lasts === 'unknown' ? undefined : spanOf(lasts);
  const own = Object.entries(lasts).find(([at]) => at !== 'others' && instantOf(at) === run.scheduled)?.[1];
  const span = own ?? lasts['others'] ?? '1m';
  return span === 'unknown' ? undefined : spanOf(span);
}
