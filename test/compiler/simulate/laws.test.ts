import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type FateStretch,
  type SimulatedFire,
  simulate,
  simulateStretches,
  type Timeline,
} from '../../../compiler/simulate/index.ts';
import type { Instant } from '../../../schema/time.ts';
import { play } from '../decide/play.ts';
import { anyTimeline } from './any-timeline.ts';

/** What holds of a simulation on any timeline. Seeds are fixed. */

const asked = process.env['LAW_RUNS'];
const runs = Number(asked ?? 100);
/** A busy machine tries fewer timelines; who asks for a number gets it. */
const limits = asked === undefined ? { interruptAfterTimeLimit: 15_000 } : {};
const hour = 3600;

describe('A simulation', () => {
  test('gives the same fates whether it looks for what comes again or goes step by step', () => {
    fc.assert(
      fc.property(
        fc.oneof(anyTimeline({ length: 2 * hour }), anyTimeline({ length: 12 * hour, regular: true })),
        (timeline) => {
          expect(simulate(timeline)).toEqual(simulate(timeline, { stepByStep: true }));
        },
      ),
      { ...limits, seed: 1, numRuns: runs },
    );
  });

  test('joins consecutive fires with the same fate into stretches, and loses none', () => {
    fc.assert(
      fc.property(anyTimeline({ length: 6 * hour, regular: true }), (timeline) => {
        const stretches: FateStretch[] = [];
        const { fires } = simulateStretches(timeline, (stretch) => stretches.push(stretch));
        const one = simulate(timeline, { stepByStep: true });
        expect(fires).toBe(one.length);
        for (const job of new Set(one.map((fire) => fire.job))) {
          const own = one.filter((fire) => fire.job === job).sort((a, b) => a.scheduled - b.scheduled);
          const joined = stretches.filter((stretch) => stretch.job === job).sort((a, b) => a.first - b.first);
          expect(joined.flatMap(({ fate, count }) => Array(count).fill(fate))).toEqual(own.map(fateWord));
          let index = 0;
          for (const { first, last, count, lateness } of joined) {
            const members = own.slice(index, index + count);
            index += count;
            const late = members.map((fire) => Math.max(0, decidedAt(fire, timeline.until) - fire.due));
            expect([first, last]).toEqual([members[0]!.scheduled, members.at(-1)!.scheduled]);
            expect(lateness).toEqual({ least: Math.min(...late), most: Math.max(...late) });
          }
        }
      }),
      { ...limits, seed: 2, numRuns: runs },
    );
  });

  test('gives the fates that decide gives when it is simply called whenever anything happens', () => {
    fc.assert(
      fc.property(anyTimeline({ length: 2 * hour, applies: false }), (any) => {
        // A script has one answer to how long a target takes to cancel.
        const jobs = Object.entries(any.jobs).map(
          ([name, job]) => [name, { ...job, cancelTakes: 20 }] as const,
        );
        const timeline = { ...any, jobs: Object.fromEntries(jobs) };
        expect(simulate(timeline).map(plain)).toEqual(played(timeline));
      }),
      { ...limits, seed: 3, numRuns: runs },
    );
  });

  test('gives a job alike to another the same fates, simulated once', () => {
    fc.assert(
      fc.property(anyTimeline({ length: 3 * hour, regular: true }), (timeline) => {
        const free = { ...timeline, caps: { scheduled: {}, backfill: {}, groups: {} }, holds: [] };
        const alike = (jobs: Timeline['jobs']) => {
          const one = { ...jobs['a']!, alike: jobs['a']!.fires, duration: 100 };
          return { a: one, b: one };
        };
        const twins = {
          ...free,
          jobs: alike(free.jobs),
          applies: (free.applies ?? []).map(({ at, jobs }) => ({ at, jobs: alike(jobs) })),
        };
        const stretches: FateStretch[] = [];
        const { parts } = simulateStretches(twins, (stretch) => stretches.push(stretch));
        expect(parts).toBe(1);
        const of = (name: string) =>
          stretches.filter(({ job }) => job === name).map(({ job: _, ...rest }) => rest);
        expect(of('b')).toEqual(of('a'));
      }),
      { ...limits, seed: 4, numRuns: runs },
    );
  });
});

function fateWord({ fate }: SimulatedFire): FateStretch['fate'] {
  return 'cause' in fate ? fate.cause : fate.kind === 'dispatched' ? 'dispatched' : 'undecided';
}

function decidedAt({ fate }: SimulatedFire, until: Instant): Instant {
  return 'at' in fate ? fate.at : until;
}

function plain({ job, scheduled, fate }: SimulatedFire) {
  switch (fate.kind) {
    case 'dispatched':
      return {
        job,
        scheduled,
        dispatched: fate.at,
        window: fate.window,
        ended: fate.ended?.at,
        outcome: fate.ended?.outcome,
      };
    case 'ended':
      return { job, scheduled, at: fate.at, cause: fate.cause };
    case 'waiting':
      return { job, scheduled, waiting: fate.cause };
    case 'undecided':
      return { job, scheduled };
  }
}

/** The same timeline, played the obvious way. */
function played(timeline: Timeline): ReturnType<typeof plain>[] {
  const { from, until, jobs, caps, outages } = timeline;
  const fires = Object.entries(jobs).flatMap(([job, { fires: list, spread = 0, windowFrom }]) =>
    Array.from(list(from, until).scheduled, (scheduled) => ({
      job,
      scheduled,
      due: scheduled + spread,
      window: { from: windowFrom!(scheduled), to: scheduled },
    })),
  );
  const target = outages.filter(({ of }) => of === 'target');
  const full = timeline.fullLanes ?? [];
  const instants = [...target, ...full].flatMap((one) => [one.from, one.until]);
  const isIn = (one: { from: Instant; until: Instant }, at: Instant) => one.from <= at && at < one.until;
  const night = play({
    jobs: Object.fromEntries(Object.entries(jobs).map(([job, { rules }]) => [job, rules])),
    caps,
    fires,
    lasts: ({ job, scheduled }) => {
      const { duration } = jobs[job]!;
      return (typeof duration === 'function' ? duration(scheduled) : duration) ?? 0;
    },
    cancelTakes: jobs['a']!.cancelTakes!,
    down: outages.filter(({ of }) => of === 'platform'),
    holds: timeline.holds ?? [],
    changes: instants.map((at) => ({
      at,
      make: (state) => ({
        ...state,
        jobs: Object.fromEntries(
          Object.entries(jobs).map(([job, { rules }]) => [
            job,
            { ...rules, circuitOpen: target.some((one) => isIn(one, at)) },
          ]),
        ),
        caps: {
          ...caps,
          scheduled: full.some((one) => one.group === undefined && isIn(one, at))
            ? { ...caps.scheduled, maxConcurrent: 0 }
            : caps.scheduled,
          groups: {
            ...caps.groups,
            ...(full.some((one) => one.group !== undefined && isIn(one, at)) && { g: 0 }),
          },
        },
      }),
    })),
    from,
    until,
  });
  const open = new Map(fires.map((fire) => [`${fire.job} ${fire.scheduled}`, fire]));
  for (const { fire } of night.played) open.delete(`${fire.job} ${fire.scheduled}`);
  return [
    ...night.played.map(({ fire, dispatched, run, fate, ended, waits }) => {
      const { job, scheduled } = fire;
      if (run)
        return { job, scheduled, dispatched, window: run.window, ended: ended?.at, outcome: ended?.outcome };
      if (fate) return { job, scheduled, at: fate.at, cause: fate.cause };
      const wait = waits.at(-1);
      return wait ? { job, scheduled, waiting: wait.cause } : { job, scheduled };
    }),
    ...[...open.values()].map(({ job, scheduled }) => ({ job, scheduled })),
  ]
    .map((one) => ({ one, due: one.scheduled + (jobs[one.job]!.spread ?? 0) }))
    .sort(
      (a, b) =>
        a.due - b.due ||
        (a.one.job < b.one.job ? -1 : a.one.job > b.one.job ? 1 : 0) ||
        a.one.scheduled - b.one.scheduled,
    )
    .map(({ one }) => one) as ReturnType<typeof plain>[];
}
