import fc from 'fast-check';
import type { SimulatedApply, SimulatedJob, Stretch, Timeline } from '../../../compiler/simulate/index.ts';
import type { Instant, Seconds } from '../../../schema/time.ts';
import { anyRules } from '../decide/any-script.ts';

/** A minute of the clock at which the timelines begin. */
const start: Instant = 1_800_000_000;

/** Returns a source of the given instants. */
function instantsOf(list: readonly Instant[]): SimulatedJob['fires'] {
  return (from, until) => {
    const scheduled = list.filter((at) => at >= from && at < until);
    return { count: scheduled.length, scheduled };
  };
}

export interface TimelineOptions {
  readonly length: Seconds;
  readonly applies?: boolean;
  /** Whether all jobs have endless regular fires, so that much of it repeats. */
  readonly regular?: boolean;
}

/** Any stretch of a small tenant's time. */
export function anyTimeline({
  length,
  applies = true,
  regular = false,
}: TimelineOptions): fc.Arbitrary<Timeline> {
  const stretches = (maxLength: number) => fc.array(anyStretch(length), { maxLength });
  const name = fc.constantFrom('a', 'b', 'c');
  const jobs = fc
    .record(
      { a: anyJob(length, regular), b: anyJob(length, regular), c: anyJob(length, regular) },
      { requiredKeys: ['a'] },
    )
    .map((record) => record as Record<string, SimulatedJob>);
  return fc
    .record({
      jobs,
      caps: anyCaps(),
      platform: stretches(2),
      target: stretches(1),
      fullLanes: fc.array(
        fc.tuple(anyStretch(length), fc.constantFrom(undefined, 'g')).map(([one, group]) => ({
          ...one,
          ...(group !== undefined && { group }),
        })),
        { maxLength: 1 },
      ),
      holds: fc.array(
        fc.tuple(anyStretch(length), fc.option(name, { nil: undefined })).map(([one, job]) => ({
          ...one,
          reason: 'held',
          ...(job !== undefined && { job }),
        })),
        { maxLength: 1 },
      ),
      applies: applies
        ? fc.array(
            fc.record({ at: fc.nat(length), jobs, caps: fc.option(anyCaps(), { nil: undefined }) }).map(
              ({ at, jobs: next, caps }): SimulatedApply => ({
                at: start + at,
                jobs: next,
                ...(caps && { caps }),
              }),
            ),
            { maxLength: 2 },
          )
        : fc.constant([]),
    })
    .map(({ platform, target, ...rest }) => ({
      ...rest,
      from: start,
      until: start + length,
      outages: [
        ...platform.map((one) => ({ ...one, of: 'platform' as const })),
        ...target.map((one) => ({ ...one, of: 'target' as const })),
      ],
    }));
}

function anyStretch(length: Seconds): fc.Arbitrary<Stretch> {
  return fc
    .tuple(fc.nat(Math.floor(length / 10)), fc.integer({ min: 1, max: Math.floor(length / 50) }))
    .map(([from, long]) => ({ from: start + from * 10, until: start + (from + long) * 10 }));
}

function anyJob(length: Seconds, regular: boolean): fc.Arbitrary<SimulatedJob> {
  const every = fc
    .tuple(fc.constantFrom(60, 120, 300, 90, 600), fc.nat(5))
    .map(([spacing, phase]) =>
      Array.from(
        { length: Math.floor(length / spacing) },
        (_, index) => start + phase * 10 + index * spacing,
      ),
    );
  const broken = every.chain((list) =>
    fc
      .array(fc.tuple(fc.nat(list.length - 1), fc.integer({ min: 1, max: 20 })), { maxLength: 3 })
      .map((holes) =>
        list.filter((_, index) => !holes.some(([from, long]) => index >= from && index < from + long)),
      ),
  );
  const scattered = fc
    .uniqueArray(fc.nat(Math.floor(length / 20)), { maxLength: 12 })
    .map((list) => list.sort((a, b) => a - b).map((at) => start + at * 20));
  const durations = fc.oneof(
    fc.constantFrom(undefined, 0, 20, 55, 60, 90, 130, 310, 700),
    fc.array(fc.constantFrom(undefined, 0, 50, 200), { minLength: 1, maxLength: 3 }),
    // One run that lasts longer than the others.
    fc.nat(length).map((odd) => (at: Instant) => (Math.abs(at - start - odd) < 150 ? 200 : 50)),
  );
  return fc
    .record({
      rules: anyRules(length),
      list: regular ? broken : fc.oneof(every, broken, scattered),
      spread: fc.constantFrom(0, 0, 0, 7, 40),
      durations,
      cancelTakes: fc.constantFrom(0, 20, 400),
    })
    .map(
      ({ rules, list, spread, durations: lasts, cancelTakes }): SimulatedJob => ({
        // Attempts are the runtime's to simulate.
        rules,
        fires: instantsOf(list),
        spread,
        ...(typeof lasts === 'function'
          ? { duration: lasts }
          : Array.isArray(lasts)
            ? { duration: (at: Instant) => lasts[Math.floor((at - start) / 30) % lasts.length] }
            : lasts !== undefined && { duration: lasts }),
        cancelTakes,
        windowFrom: (fire) => list.findLast((at) => at < fire) ?? fire - 60,
      }),
    );
}

function anyCaps(): fc.Arbitrary<Timeline['caps']> {
  const cap = fc.constantFrom(undefined, undefined, 1, 2);
  return fc.tuple(cap, cap, fc.constantFrom(1, 2)).map(([maxConcurrent, maxPerMinute, g]) => ({
    scheduled: {
      ...(maxConcurrent !== undefined && { maxConcurrent }),
      ...(maxPerMinute !== undefined && { maxPerMinute }),
    },
    backfill: {},
    groups: { g, h: 1 },
  }));
}
