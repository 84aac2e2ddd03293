import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decide, fireName, minuteOf, type TenantState } from '../../../compiler/decide/index.ts';
import type { Instant } from '../../../schema/time.ts';
import { anyPlot, type Plot, type PlotOptions, scriptOf } from './any-script.ts';
import { type Chronicle, type Played, play } from './play.ts';
import { shiftInstants } from './shift-instants.ts';

/**
 * What holds of `decide` on any night of any small tenant: outages, holds, pauses, quarantines, applies, failing
 * attempts and backfills, all at once. The seed is fixed; a failing plot is printed as data, made small. That deciding
 * again decides nothing is asked by `play` itself, at every instant of every night below.
 */

const asked = process.env['LAW_RUNS'];
const runs = Number(asked ?? 150);
/** A busy machine tries fewer nights; who asks for a number gets it. */
const limits = asked === undefined ? { interruptAfterTimeLimit: 15_000 } : {};

function onAnyNight(
  law: (night: Chronicle, plot: Plot) => void,
  options: PlotOptions = {},
  numRuns = runs,
): void {
  fc.assert(
    fc.property(anyPlot(options), (plot) => law(play(scriptOf(plot)), plot)),
    { ...limits, seed: 20_270_328, numRuns },
  );
}

describe('Never', () => {
  test('do two runs of a job go on together under skip, queue or replace', () => {
    onAnyNight(
      ({ played }, plot) => {
        for (const { name, rules } of plot.jobs) {
          if (rules.policy.overlap === 'allow') continue;
          const spans = runsOf(played).filter(({ job }) => job === name);
          for (const [index, span] of spans.entries()) {
            const next = spans[index + 1];
            if (next) expect(span.until, `${span.id} beside ${next.id}`).toBeLessThanOrEqual(next.from);
          }
        }
      },
      { applies: false },
    );
  });

  test('does an attempt start past the horizon, unless the run had started', () => {
    onAnyNight(({ decisions, played }) => {
      const deadlines = new Map(played.map(({ run }) => [run?.id, run?.deadline]));
      for (const { at, decision } of decisions) {
        if (decision.kind === 'dispatch' && decision.fire.order === undefined) {
          const fire = played.find(({ run }) => run?.id === decision.run.id)!.fire as { due: Instant };
          expect(at).toBeGreaterThanOrEqual(fire.due);
          expect(at).toBeLessThanOrEqual(decision.run.deadline ?? Infinity);
        }
        if (decision.kind === 'attempt')
          expect(at).toBeLessThanOrEqual(deadlines.get(decision.run) ?? Infinity);
      }
    });
  });

  test('is an attempt made of a run that gives way to another', () => {
    onAnyNight(({ decisions }) => {
      const cancelled = new Set<string>();
      for (const { decision } of decisions) {
        if (decision.kind === 'cancel') cancelled.add(decision.run);
        if (decision.kind === 'attempt') expect(cancelled.has(decision.run)).toBe(false);
      }
    });
  });

  test('is a cap exceeded, at any instant', () => {
    onAnyNight(
      ({ played, decisions }, { caps, jobs }) => {
        const groups = new Map(jobs.map(({ name, rules }) => [name, rules.group]));
        const spans = runsOf(played).filter(({ counts }) => counts);
        for (const at of spans.map(({ from }) => from)) {
          const going = spans.filter(({ from, until }) => from <= at && at < until);
          for (const lane of ['scheduled', 'backfill'] as const) {
            const count = going.filter((span) => span.lane === lane).length;
            expect(count).toBeLessThanOrEqual(caps[lane].maxConcurrent ?? Infinity);
          }
          for (const [group, max] of Object.entries(caps.groups)) {
            expect(going.filter(({ job }) => groups.get(job) === group).length).toBeLessThanOrEqual(max);
          }
        }
        const perMinute = new Map<string, number>();
        for (const { at, decision } of decisions) {
          if (decision.kind !== 'dispatch') continue;
          const key = `${decision.run.lane} ${minuteOf(at)}`;
          perMinute.set(key, (perMinute.get(key) ?? 0) + 1);
          const max = caps[decision.run.lane].maxPerMinute ?? Infinity;
          expect(perMinute.get(key)).toBeLessThanOrEqual(max);
        }
      },
      { applies: false },
    );
  });

  test('is anything dispatched while the job is paused, held, quarantined or its circuit open', () => {
    onAnyNight(({ states }) => {
      for (const { at, state } of states) {
        for (const decision of decide(state, at)) {
          if (decision.kind !== 'dispatch') continue;
          const rules = state.jobs[decision.fire.job]!;
          expect(rules.circuitOpen ?? false).toBe(false);
          expect(rules.quarantined ?? false).toBe(false);
          expect(rules.rejected).toBeUndefined();
          expect(rules.pause && rules.pause.from <= at && at < rules.pause.until).toBeFalsy();
          expect(state.holds.filter(({ job }) => job === undefined || job === decision.fire.job)).toEqual([]);
        }
      }
    });
  });
});

describe('Always', () => {
  test('has an open fire exactly one fate, or says what it waits for', () => {
    onAnyNight(({ played, end }) => {
      for (const { fire, fates } of played) {
        const open = [...end.fires, ...end.backfills].filter(
          (one) => one.job === fire.job && one.scheduled === fire.scheduled && orderOf(one) === orderOf(fire),
        );
        expect(fates + open.length, `${fire.job}@${fire.scheduled}`).toBe(1);
        for (const { waiting } of open) expect(waiting).toBeDefined();
      }
    });
  });

  test('are missed fires treated as the policy says, whatever else is open', () => {
    onAnyNight(({ states }) => {
      for (const { at, state } of states) {
        for (const [job, { policy, pause, quarantined }] of Object.entries(state.jobs)) {
          const isStopped =
            quarantined ||
            (pause && pause.from <= at && at < pause.until) ||
            state.holds.some((hold) => hold.job === undefined || hold.job === job);
          const seen = state.fires.filter(
            (fire) =>
              fire.job === job &&
              fire.due <= at &&
              (policy.horizon === 'unlimited' || at <= fire.due + policy.horizon) &&
              (fire.waiting === undefined ||
                fire.waiting === 'waiting.spread' ||
                fire.waiting === 'waiting.hold'),
          );
          const missed = seen.filter((fire) => at - fire.due > policy.lateAfter);
          const ended = (cause: string) =>
            decide(state, at).flatMap((one) =>
              one.kind === 'fate' && one.cause === cause && one.fire.job === job ? [one.fire.scheduled] : [],
            );
          const dropped = ended('catch-up.none').length;
          const collapsed = ended('collapsed').length;
          const stays = isStopped || policy.catchUp === 'all';
          expect(dropped).toBe(!stays && policy.catchUp === 'none' ? missed.length : 0);
          const kept = missed.length === seen.length ? 1 : 0;
          const collapses = !stays && policy.catchUp !== 'none' && missed.length > 0;
          expect(collapsed).toBe(collapses ? missed.length - kept : 0);
        }
      }
    });
  });

  test('covers the run that stands for others all their windows, under coalesce and nowhere else', () => {
    onAnyNight(
      ({ played }, { jobs }) => {
        const byName = new Map(played.map((one) => [nameOf(one), one]));
        const answers = new Map(jobs.map(({ name, rules }) => [name, rules.policy.catchUp]));
        for (const { fire, fate, run } of played) {
          const coalesces = answers.get(fire.job) === 'coalesce';
          if (run && !coalesces) expect(run.window).toEqual(fire.window);
          if (!coalesces || (fate?.cause !== 'collapsed' && fate?.cause !== 'replaced')) continue;
          const survivor = byName.get(fireName(fate.because!.into!))!;
          if (!survivor.run) continue;
          expect(survivor.run.window.from).toBeLessThanOrEqual(fire.window.from);
          expect(survivor.run.window.to).toBeGreaterThanOrEqual(fire.window.to);
        }
      },
      { applies: false },
      3 * runs,
    );
  });

  test('does the order in which fires, runs and holds are presented not matter', () => {
    fc.assert(
      fc.property(anyPlot(), fc.nat(), (plot, seed) => {
        for (const { at, state } of play(scriptOf(plot)).states) {
          const shuffled: TenantState = {
            ...state,
            fires: shuffle(state.fires, seed),
            backfills: shuffle(state.backfills, seed),
            runs: shuffle(state.runs, seed),
            holds: shuffle(state.holds, seed),
            jobs: Object.fromEntries(Object.entries(state.jobs).toReversed()),
          };
          expect(decide(shuffled, at)).toEqual(decide(state, at));
        }
      }),
      { ...limits, seed: 7, numRuns: runs },
    );
  });

  test('does a shift of all instants by whole minutes shift the decisions and nothing else', () => {
    fc.assert(
      fc.property(anyPlot(), fc.integer({ min: -10_000_000, max: 10_000_000 }), (plot, minutes) => {
        for (const { at, state } of play(scriptOf(plot)).states) {
          const by = minutes * 60;
          expect(decide(shiftInstants(state, by), at + by)).toEqual(shiftInstants(decide(state, at), by));
        }
      }),
      { ...limits, seed: 8, numRuns: Math.ceil(runs / 4) },
    );
  });

  test('are jobs that share no cap decided as if each were alone', () => {
    onAnyNight(
      ({ states }) => {
        for (const { at, state } of states) {
          const whole = decide(state, at);
          for (const job of new Set(
            [...state.fires, ...state.backfills, ...state.runs].map((one) => one.job),
          )) {
            const own = <T extends { readonly job: string }>(list: readonly T[]) =>
              list.filter((one) => one.job === job);
            const alone = decide(
              { ...state, fires: own(state.fires), backfills: own(state.backfills), runs: own(state.runs) },
              at,
            );
            expect(alone).toEqual(whole.filter((one) => jobOf(one) === job));
          }
        }
      },
      { caps: false },
    );
  });

  test('does nextInstant name every instant at which something would be decided', () => {
    fc.assert(
      fc.property(anyPlot({ length: 600, jobCount: { min: 1, max: 3 } }), (plot) => {
        const script = scriptOf(plot);
        expect(play(script).decisions).toEqual(play(script, { everySecond: true }).decisions);
      }),
      { ...limits, seed: 9, numRuns: Math.ceil(runs / 2) },
    );
  });
});

describe('A backfill', () => {
  test('that waits changes nothing that is decided of live fires', () => {
    onAnyNight(({ states }) => {
      for (const { at, state } of states) {
        const live = decide(state, at).filter((one) => !('fire' in one && one.fire.order !== undefined));
        expect(decide({ ...state, backfills: [] }, at)).toEqual(live);
      }
    });
  });

  test('whose run goes on makes the live fires of its job wait, and ends, refuses and replaces none', () => {
    onAnyNight(({ states }) => {
      for (const { at, state } of states) {
        const decisions = decide(state, at);
        const ended = decisions.flatMap((one) => (one.kind === 'run-ends' ? [one.run] : []));
        const busy = new Set(
          state.runs.flatMap(({ id, job, lane }) =>
            lane === 'backfill' && !ended.includes(id) ? [job] : [],
          ),
        );
        const touched = decisions.flatMap((one) => {
          if (one.kind === 'cancel') return [one.run.split('@')[0]!];
          if (one.kind === 'dispatch' && one.run.lane === 'scheduled') return [one.fire.job];
          return one.kind === 'fate' && /^(overlap|queue-full|replaced)$/.test(one.cause)
            ? [one.fire.job]
            : [];
        });
        const answers = touched.filter((job) => busy.has(job)).map((job) => state.jobs[job]!.policy.overlap);
        for (const answer of answers) expect(answer).toBe('allow');
      }
    });
  });

  test('delays no live fire of a job that shares neither its job nor its group', () => {
    onAnyNight(
      (night, plot) => {
        const touched = plot.jobs.filter(({ backfills }) => backfills.length > 0);
        const groups = new Set(
          touched.map(({ rules }) => rules.group).filter((group) => group !== undefined),
        );
        const isTouched = (name: string) => {
          const job = plot.jobs.find((one) => one.name === name)!;
          return touched.includes(job) || (job.rules.group !== undefined && groups.has(job.rules.group));
        };
        const live = (played: readonly Played[]) =>
          played.filter(({ fire }) => orderOf(fire) === undefined && !isTouched(fire.job)).map(outcomeOf);
        const without = play(
          scriptOf({ ...plot, jobs: plot.jobs.map((job) => ({ ...job, backfills: [] })) }),
        );
        expect(live(night.played)).toEqual(live(without.played));
      },
      // Fires of the lane share its caps with those that a backfill delays, whoever they are.
      { applies: false, caps: false },
    );
  });

  test('delays a live fire of its job or group by at most one run: none begins while one is open', () => {
    onAnyNight(
      ({ played, decisions }, { jobs, caps }) => {
        const rulesOf = new Map(jobs.map(({ name, rules }) => [name, rules]));
        for (const { at, decision } of decisions) {
          // One whose end nobody can tell takes no slot, and is over before anything could wait for it.
          if (decision.kind !== 'dispatch' || decision.run.lane !== 'backfill' || decision.ends) continue;
          const { job } = decision.fire;
          const { policy, group } = rulesOf.get(job)!;
          for (const one of played) {
            if (orderOf(one.fire) !== undefined) continue;
            const waits = one.waits.findLast((wait) => wait.at <= at);
            const isOpen = waits && (one.dispatched ?? one.fate?.at ?? Infinity) > at;
            if (!isOpen) continue;
            // Of the same job nothing may be open; of the same group nothing that a slot would help.
            if (one.fire.job === job) expect(policy.overlap).toBe('allow');
            const other = rulesOf.get(one.fire.job)!;
            if (group === undefined || other.group !== group || !other.endsKnown) continue;
            if (!/lane|rate|group/.test(waits.cause)) continue;
            const taken = runsOf(played).filter(
              (span) =>
                span.counts && span.from <= at && at < span.until && rulesOf.get(span.job)!.group === group,
            );
            expect(taken.length).toBeLessThan(caps.groups[group]!);
          }
        }
      },
      { applies: false, crowded: true },
    );
  });
});

function runsOf(played: readonly Played[]) {
  return played
    .flatMap(({ run, dispatched, ended }) =>
      run
        ? [
            {
              id: run.id,
              job: run.job,
              lane: run.lane,
              from: dispatched!,
              until: ended?.at ?? Infinity,
              counts: ended?.outcome !== 'delivered',
            },
          ]
        : [],
    )
    .sort((a, b) => a.from - b.from || a.until - b.until);
}

function orderOf(fire: Played['fire']): string | undefined {
  return 'order' in fire ? fire.order : undefined;
}

function nameOf({ fire }: Played): string {
  return `${fire.job}@${new Date(fire.scheduled * 1000).toISOString().replace('.000Z', 'Z')}`;
}

function outcomeOf({ fire, dispatched, fate, ended }: Played) {
  return { job: fire.job, scheduled: fire.scheduled, dispatched, cause: fate?.cause, ended };
}

function jobOf(decision: ReturnType<typeof decide>[number]): string {
  return 'fire' in decision ? decision.fire.job : decision.run.split('@')[0]!;
}

/** A permutation that is the same for the same seed. */
function shuffle<T>(items: readonly T[], seed: number): T[] {
  return items
    .map((item, index) => ({ item, key: Math.imul(index + 1, seed * 2 + 2_654_435_761) >>> 0 }))
    .sort((a, b) => a.key - b.key)
    .map(({ item }) => item);
}
