import { describe, expect, test } from 'vitest';
import { policyEffects } from '../../../compiler/effects/index.ts';
import { compileSchedule, zoneTable } from '../../../compiler/time/index.ts';
import type { JobMeaning, PolicyMeaning } from '../../../schema/manifest.ts';

const from = 1_795_942_800;
const table = zoneTable('Europe/London');
const nightly: PolicyMeaning = {
  lateAfter: 600,
  horizon: 6 * 3600,
  overlap: 'skip',
  catchUp: 'latest',
  dst: { gap: 'shift', fold: 'first' },
  report: { lostAfter: 3 * 3600 },
};
/** The horizon is the spacing, and twice `lateAfter` or `startWithin` what is left between a run and the next fire. */
const forecast: Partial<PolicyMeaning> = {
  lateAfter: 180,
  horizon: 900,
  report: { startWithin: 180, finishWithin: 800, lostAfter: 3600 },
};
const job = (cron: string, answers: Partial<PolicyMeaning>, rest: Partial<JobMeaning> = {}): JobMeaning => ({
  digest: '',
  scheduleDigest: '',
  schedule: {
    timing: { kind: 'cron', expressions: [cron], zone: 'Europe/London', gap: 'shift', fold: 'first' },
  },
  policy: { ...nightly, ...answers },
  target: { http: { url: 'https://acme.example/run', completion: 'response' } },
  ...rest,
});
const effects = (before: JobMeaning, after: JobMeaning, run = policyEffects()) =>
  run({
    name: 'report',
    before,
    after,
    schedule: compileSchedule(after.schedule, { table, calendars: {} }),
    table,
    range: { from, until: from + 340 * 86_400 },
    governs: 337,
  });

/** Each row: the change, when it matters, and the smallest night that shows it. */
const stories = [
  {
    name: 'a shorter horizon matters to what is decided later than it',
    before: job('30 1 * * *', {}),
    after: job('30 1 * * *', { horizon: 3600 }),
    message:
      'it matters only if a fire is decided more than 1h (the new horizon) after it was due, or if its lane is full for more than 1h (the new horizon)',
    what: 'an outage Mon 2026-11-30 01:30 to 02:30:01',
    fires: ['dispatched 02:30:01, told as late => expired.outage'],
  },
  {
    name: 'a five-minute job that takes six is a matter of every run',
    before: job('*/5 * * * *', {}, { expectedDuration: 360 }),
    after: job('*/5 * * * *', { overlap: { queue: { max: 1 } } }, { expectedDuration: 360 }),
    message:
      'it matters at every run, since the expected duration is 6m: it does if a fire is decided 5m or more (the smallest spacing) after it was due, or if a run lasts more than 5m (the smallest spacing), or if its lane is full for 5m or more (the smallest spacing)',
    what: 'a run Sun 2026-11-29 09:05 to 09:10:01',
    fires: ['overlap => dispatched 09:10:01'],
  },
  {
    name: 'replace instead of skip cancels the run that is in the way',
    before: job('*/5 * * * *', {}, { expectedDuration: 60, target: { command: { run: ['x'] } } }),
    after: job(
      '*/5 * * * *',
      { overlap: 'replace' },
      { expectedDuration: 60, target: { command: { run: ['x'] } } },
    ),
    message:
      'it matters only if a fire is decided more than 4m (the smallest spacing less the expected duration) after it was due, or if a run lasts more than 5m (the smallest spacing), or if its lane is full for more than 4m (the smallest spacing less the expected duration); the expected duration is 1m',
    what: 'an outage Sun 2026-11-29 09:05 to 09:09:01',
    fires: ['dispatched 09:09:01 => dispatched 09:09:01, cancelled', 'overlap => dispatched on time'],
  },
  {
    name: 'a length is named by the clock that is the reason, not by an alarm or a sum that happens to equal it',
    before: job('*/15 * * * *', { ...forecast, overlap: 'skip' }, { expectedDuration: 540 }),
    after: job('*/15 * * * *', { ...forecast, overlap: { queue: { max: 1 } } }, { expectedDuration: 540 }),
    message:
      'it matters only if a fire is decided more than 6m (the smallest spacing less the expected duration) after it was due, or if a run lasts more than 15m (the smallest spacing), or if its lane is full for more than 6m (the smallest spacing less the expected duration); the expected duration is 9m',
    what: 'an outage Sun 2026-11-29 09:15 to 09:21:01',
    fires: ['overlap => dispatched 09:30:01'],
  },
  {
    name: 'coalesce instead of latest only widens what the survivor covers',
    before: job('0 * * * *', { overlap: { queue: { max: 5 } } }),
    after: job('0 * * * *', { overlap: { queue: { max: 5 } }, catchUp: 'coalesce' }),
    message: 'it matters only if a fire is decided 1h or more (the smallest spacing) after it was due',
    what: 'an outage Sun 2026-11-29 10:00 to 11:00',
    fires: ['dispatched on time, covering 10:00 on => dispatched on time, covering 09:00 on'],
  },
  {
    name: 'all instead of latest makes no difference to a daily job with a horizon of six hours',
    before: job('30 1 * * *', { overlap: { queue: { max: 5 } } }),
    after: job('30 1 * * *', { overlap: { queue: { max: 5 } }, catchUp: 'all' }),
    message: 'it makes no difference while only one thing goes wrong',
    what: undefined,
    fires: [],
  },
];

describe('what one changed answer alters', () => {
  test.each(stories)('$name', ({ before, after, message, what, fires }) => {
    const [effect, ...others] = effects(before, after);
    expect(others).toEqual([]);
    expect(effect!.message).toBe(message);
    expect(effect!.witness?.what).toBe(what);
    expect((effect!.witness?.fires ?? []).map((fire) => `${fire.before} => ${fire.after}`)).toEqual(fires);
  });
});

test('each changed answer is told apart, with the others as they are after the change', () => {
  const told = effects(job('30 1 * * *', {}), job('30 1 * * *', { lateAfter: 1800, horizon: 7200 }));
  expect(told.map(({ answer, before, after }) => [answer, before, after])).toEqual([
    ['lateAfter', '10m', '30m'],
    ['horizon', '6h', '2h'],
  ]);
});

test('gap and fold are no effects of their own: the plan shows their fires', () => {
  expect(effects(job('30 1 * * *', {}), job('30 1 * * *', { dst: { gap: 'skip', fold: 'both' } }))).toEqual(
    [],
  );
});

test('jobs with one rhythm at different hours share the work and keep their own clocks', () => {
  const run = policyEffects();
  const shorter = { horizon: 3600 };
  const [early] = effects(job('30 1 * * *', {}), job('30 1 * * *', shorter), run);
  const [late] = effects(job('15 22 * * *', {}), job('15 22 * * *', shorter), run);
  expect(early!.witness!.what).toBe('an outage Mon 2026-11-30 01:30 to 02:30:01');
  expect(late!.witness!.what).toBe('an outage Sun 2026-11-29 22:15 to 23:15:01');
  expect(late!.thresholds).toBe(early!.thresholds);
});

test('a dense schedule under a long horizon is bounded, and says so', () => {
  const [effect] = effects(
    job('*/5 * * * *', { overlap: { queue: { max: 3 } }, horizon: 30 * 86_400 }),
    job('*/5 * * * *', { overlap: { queue: { max: 3 } }, horizon: 60 * 86_400 }),
  );
  expect(effect!.message).toMatch(/makes no difference .* \(lengths from .* on were not tried\)$/);
});

test('a job without a fire in the range says so', () => {
  const [effect] = effects(job('0 0 29 2 *', {}), job('0 0 29 2 *', { horizon: 3600 }));
  expect(effect!.message).toBe('there is no fire in the range');
});
