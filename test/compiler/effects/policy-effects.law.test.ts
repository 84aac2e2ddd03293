import fc from 'fast-check';
import { expect, test } from 'vitest';
import { policyEffects } from '../../../compiler/effects/index.ts';
import { type SimulatedFire, simulate, simulatedJob } from '../../../compiler/simulate/index.ts';
import { compileSchedule, zoneTable } from '../../../compiler/time/index.ts';
import type { JobMeaning, PolicyMeaning } from '../../../schema/manifest.ts';
import type { EffectFamily } from '../../../schema/plan.ts';

/*
 * The thresholds are checked by playing whole nights at the job's own hours: an outage, a long run or a full lane one
 * second shorter than the threshold leaves every outcome as it is, and at the threshold one differs.
 */

const start = 1_795_942_800;
const table = zoneTable('Europe/London');
const lengths = fc.constantFrom(60, 300, 420, 900, 3600, 5400, 21_600);

const policy: fc.Arbitrary<PolicyMeaning> = fc
  .record({
    lateAfter: fc.constantFrom(60, 300, 600),
    horizon: fc.oneof(lengths, fc.constant('unlimited' as const)),
    overlap: fc.constantFrom<PolicyMeaning['overlap']>(
      'allow',
      'skip',
      'replace',
      { queue: { max: 1 } },
      { queue: { max: 3 } },
    ),
    catchUp: fc.constantFrom<PolicyMeaning['catchUp']>('none', 'latest', 'coalesce', 'all'),
    lostAfter: fc.option(fc.constantFrom(1800, 7200), { nil: undefined }),
  })
  // What the compiler refuses (design section 6.8) is nobody's policy.
  .filter(({ lateAfter, horizon, overlap, catchUp }) => {
    if (typeof horizon === 'number' && horizon < lateAfter) return false;
    if (overlap === 'skip') return catchUp === 'none' || catchUp === 'latest';
    return overlap !== 'replace' || catchUp !== 'all';
  })
  .map(({ lostAfter, ...answers }) => ({
    ...answers,
    dst: { gap: 'shift' as const, fold: 'first' as const },
    ...(lostAfter !== undefined && { report: { lostAfter } }),
  }));

const job = (cron: string, answers: PolicyMeaning, expectedDuration: number | undefined): JobMeaning => ({
  digest: '',
  scheduleDigest: '',
  schedule: {
    timing: { kind: 'cron', expressions: [cron], zone: 'Europe/London', gap: 'shift', fold: 'first' },
  },
  policy: answers,
  target: { http: { url: 'https://acme.example/run', completion: 'response' } },
  ...(expectedDuration !== undefined && { expectedDuration }),
});

/** Plays the first fires from the threshold's start on with one thing wrong for so long. */
function play(
  meaning: JobMeaning,
  family: EffectFamily,
  from: number,
  seconds: number,
  spacing: number,
): readonly SimulatedFire[] {
  const schedule = compileSchedule(meaning.schedule, { table, calendars: {} });
  const expected = meaning.expectedDuration ?? 0;
  const lasts = expected < spacing ? expected : 0;
  const whole = simulatedJob(meaning, schedule, (scheduled) =>
    family === 'run' && scheduled === from ? seconds : lasts,
  );
  const lastFire = from + seconds + 2 * spacing + 1;
  return simulate(
    {
      from,
      until: lastFire + 30 * 86_400,
      jobs: { job: { ...whole, fires: (a, b) => whole.fires(a, Math.min(b, lastFire)) } },
      caps: { scheduled: {}, backfill: {}, groups: {} },
      outages: family === 'outage' ? [{ from, until: from + seconds, of: 'platform' }] : [],
      fullLanes: family === 'lane' ? [{ from, until: from + seconds }] : [],
    },
    { stepByStep: true },
  );
}

/** What the tenant of a fire sees, written apart from the code under test. */
const seen = ({ fate, due }: SimulatedFire, { lateAfter }: PolicyMeaning) =>
  fate.kind === 'dispatched'
    ? [fate.at, fate.at - due > lateAfter, fate.window.from, fate.ended?.outcome]
    : fate.kind === 'undecided'
      ? 'undecided'
      : fate.cause;

test('just below a threshold every outcome is the same, and just above it one differs', () => {
  let thresholds = 0;
  fc.assert(
    fc.property(
      fc.constantFrom('*/5 * * * *', '0 * * * *', '30 1 * * *', '0,7 3 * * 1-5'),
      policy,
      policy,
      fc.option(fc.constantFrom(60, 240, 1200), { nil: undefined }),
      (cron, before, after, expected) => {
        const was = job(cron, before, expected);
        const is = job(cron, after, expected);
        const schedule = compileSchedule(is.schedule, { table, calendars: {} });
        const effects = policyEffects()({
          name: 'job',
          before: was,
          after: is,
          schedule,
          table,
          range: { from: start, until: start + 100 * 86_400 },
          governs: 1,
        });
        const spacing = { '*/5 * * * *': 300, '0 * * * *': 3600, '30 1 * * *': 86_400, '0,7 3 * * 1-5': 420 }[
          cron
        ]!;
        for (const effect of effects) {
          const without = { ...is, policy: { ...after, [effect.answer]: before[effect.answer] } };
          const from = effect.witness?.from ?? start;
          for (const { family, seconds } of effect.thresholds) {
            thresholds++;
            const outcomes = (meaning: JobMeaning, length: number) =>
              play(meaning, family, from, length, spacing).map((fire) => seen(fire, meaning.policy));
            expect(outcomes(is, seconds)).not.toEqual(outcomes(without, seconds));
            if (seconds > 1) expect(outcomes(is, seconds - 1)).toEqual(outcomes(without, seconds - 1));
          }
        }
      },
    ),
    { seed: 41, numRuns: 60 },
  );
  expect(thresholds).toBeGreaterThan(100);
});
