import fc from 'fast-check';
import type { JobMeaning, PolicyMeaning, ScheduleMeaning } from '../../../schema/manifest.ts';
import type { Instant, Seconds } from '../../../schema/time.ts';
import { acceptedAnswers } from '../../compiler/decide/any-script.ts';
import type { PlainJob, PlainTenant } from './make-manifest.ts';

/** A minute of the clock at which the nights begin. */
export const dusk: Instant = 1_800_000_000;

/** One tenant's night as plain data, so that a failing one can be read. */
export interface Night {
  readonly length: Seconds;
  readonly tenant: PlainTenant;
  readonly durations: Readonly<Record<string, Seconds>>;
  readonly cancelTakes: Seconds;
  /** While one lasts nothing is decided. */
  readonly outages: readonly Span[];
  /** Stretches in which the circuit of every job's target is open. */
  readonly circuits: readonly Span[];
  readonly holds: readonly (Span & { readonly job?: string })[];
  /** What takes force on the way, with other jobs. */
  readonly applies: readonly { readonly at: Instant; readonly jobs: PlainTenant['jobs'] }[];
}

export interface Span {
  readonly from: Instant;
  readonly until: Instant;
}

export interface NightOptions {
  readonly length: Seconds;
  readonly caps?: boolean;
  readonly applies?: boolean;
  readonly outageMost?: Seconds;
}

const names = ['a', 'b', 'constructor'] as const;

export function anyNight({
  length,
  caps = true,
  applies = true,
  outageMost = length / 2,
}: NightOptions): fc.Arbitrary<Night> {
  const span = (most: Seconds) =>
    fc
      .tuple(fc.nat(length / 10), fc.integer({ min: 1, max: Math.max(1, most / 10) }))
      // Off the minutes: what comes at the instant of a due is either before or after it, and both are right.
      .map(([from, long]) => ({ from: dusk + from * 10 + 3, until: dusk + (from + long) * 10 + 3 }));
  const jobs = anyJobs(length);
  const lane = fc.constantFrom(undefined, undefined, 1, 2);
  return fc
    .record({
      jobs,
      lanes: caps
        ? fc.tuple(lane, lane).map(([maxConcurrent, maxPerMinute]) => ({
            ...(maxConcurrent !== undefined && { maxConcurrent }),
            ...(maxPerMinute !== undefined && { maxPerMinute }),
          }))
        : fc.constant({}),
      group: caps ? fc.constantFrom(undefined, 1, 2) : fc.constant(undefined),
      durations: fc.record({ a: anyDuration(), b: anyDuration(), constructor: anyDuration() }),
      cancelTakes: fc.constantFrom(0, 20, 400),
      outages: fc.array(span(outageMost), { maxLength: 2 }),
      circuits: fc.array(span(length / 4), { maxLength: 1 }),
      holds: fc.array(
        fc
          .tuple(span(length / 4), fc.constantFrom(undefined, 'a'))
          .map(([one, job]) => ({ ...one, ...(job && { job }) })),
        { maxLength: 1 },
      ),
      applies: applies
        ? fc.array(
            fc
              .record({ at: fc.nat(length / 10), jobs })
              .map((one) => ({ ...one, at: dusk + one.at * 10 + 3 })),
            { maxLength: 2 },
          )
        : fc.constant([]),
    })
    .map(
      ({ jobs: declared, lanes, group, ...rest }): Night => ({
        ...rest,
        length,
        tenant: {
          jobs: declared,
          ...(Object.keys(lanes).length > 0 && { lanes: { scheduled: lanes } }),
          ...(group !== undefined && { groups: { g: { maxConcurrent: group } } }),
        },
      }),
    );
}

function anyDuration(): fc.Arbitrary<Seconds> {
  return fc.constantFrom(0, 0, 20, 55, 60, 130, 310, 700);
}

function anyJobs(length: Seconds): fc.Arbitrary<PlainTenant['jobs']> {
  const [a, b, third] = names;
  return fc.record(
    { [a]: anyJob(length), [b]: anyJob(length), [third]: anyJob(length) },
    { requiredKeys: [a] },
  ) as fc.Arbitrary<PlainTenant['jobs']>;
}

function anyJob(length: Seconds): fc.Arbitrary<PlainJob> {
  return fc
    .record({
      schedule: anySchedule(length),
      policy: anyPolicy(),
      target: anyTarget(),
      group: fc.constantFrom(undefined, undefined, 'g'),
    })
    .map(({ schedule, policy, target, group }) => {
      const overlaps = policy.overlap === 'allow' || tellsEnd(target) || policy.report !== undefined;
      return {
        schedule,
        policy: overlaps ? policy : { ...policy, report: { lostAfter: 500 } },
        target,
        ...(group !== undefined && { group }),
      };
    });
}

function anySchedule(length: Seconds): fc.Arbitrary<Partial<ScheduleMeaning>> {
  const every = fc.tuple(fc.constantFrom(60, 120, 300, 90, 600), fc.nat(5)).map(([spacing, phase]) => ({
    timing: { kind: 'every' as const, every: spacing, anchor: dusk - 6000 + phase * 10 },
  }));
  const list = fc.uniqueArray(fc.nat(length / 20), { maxLength: 12 }).map((some) => ({
    timing: {
      kind: 'at' as const,
      instants: some.sort((x, y) => x - y).map((at) => dusk + at * 20),
      walls: [],
    },
  }));
  const pause = fc
    .tuple(fc.nat(length / 10), fc.integer({ min: 1, max: length / 40 }), fc.constantFrom('skip', 'hold'))
    .map(([from, long, fires]) => ({
      from: dusk + from * 10 + 5,
      until: dusk + (from + long) * 10 + 5,
      reason: 'paused',
      fires: fires as 'skip' | 'hold',
    }));
  return fc
    .tuple(
      fc.oneof({ weight: 3, arbitrary: every }, { weight: 1, arbitrary: list }),
      fc.constantFrom(0, 0, 7, 41),
      fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: pause }),
    )
    .map(([timing, offset, paused]) => ({
      ...timing,
      ...(offset > 0 && { spread: { within: 60, offset } }),
      ...(paused && { pause: paused }),
    }));
}

function anyPolicy(): fc.Arbitrary<PolicyMeaning> {
  return fc
    .record({
      lateAfter: fc.constantFrom(60, 120, 600),
      beyond: fc.constantFrom(0, 60, 600, 3600, 'unlimited' as const),
      answers: fc.constantFrom(...acceptedAnswers),
      lostAfter: fc.constantFrom(undefined, undefined, 100, 600),
    })
    .map(({ lateAfter, beyond, answers: [overlap, catchUp], lostAfter }) => ({
      lateAfter,
      horizon: beyond === 'unlimited' ? beyond : lateAfter + beyond,
      overlap,
      catchUp,
      dst: { gap: 'shift' as const, fold: 'first' as const },
      ...(lostAfter !== undefined && { report: { lostAfter } }),
    }));
}

function anyTarget(): fc.Arbitrary<JobMeaning['target']> {
  return fc.constantFrom<JobMeaning['target']>(
    { http: { url: 'https://sink.example/run', method: 'POST', completion: 'response' } },
    { command: { argv: ['true'] } },
    { pubsub: { topic: 'projects/p/topics/t' } },
  );
}

/** Whether a target tells the end of a run. */
function tellsEnd(target: JobMeaning['target'] | undefined): boolean {
  return target === undefined || target['pubsub'] === undefined;
}
