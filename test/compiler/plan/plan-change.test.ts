import { describe, expect, test } from 'vitest';
import { planChange } from '../../../compiler/plan/index.ts';
import type { Manifest } from '../../../schema/manifest.ts';
import { manifestOf, planStory, storyNow } from './plan-story.ts';

const text = (body: string) => new TextEncoder().encode(body);
const declare = (tenant: string, jobs: Record<string, string>, horizon = '6h') =>
  text(
    [
      `apiVersion: almanac/v1\nkind: Tenant\nmetadata: { name: ${tenant} }\nspec: { owners: [a@b.example] }`,
      `apiVersion: almanac/v1\nkind: Policy\nmetadata: { tenant: ${tenant}, name: p }\nspec: { lateAfter: 5m, horizon: ${horizon}, overlap: skip, catchUp: latest, dst: { gap: shift, fold: first } }`,
      ...Object.entries(jobs).map(
        ([name, schedule]) =>
          `apiVersion: almanac/v1\nkind: Job\nmetadata: { tenant: ${tenant}, name: ${name} }\nspec:\n  schedule: ${schedule}\n  policy: p\n  target: { http: { url: "https://x.example/run" } }`,
      ),
    ].join('\n---\n'),
  );
const sides = {
  base: { kind: 'manifest', label: 'base.json' },
  target: { kind: 'directory', label: '.' },
} as const;
const daily = '{ cron: "0 3 * * *", zone: Europe/Paris }';

describe('scope', () => {
  const before = {
    ...manifestOf('a.yaml', declare('a', { one: daily })),
    tenants: {
      ...manifestOf('a.yaml', declare('a', { one: daily })).tenants,
      ...manifestOf('b.yaml', declare('b', { two: daily })).tenants,
    },
  };
  const after = manifestOf('a.yaml', declare('a', { one: daily }));

  test('tenants that only a manifest has are left alone', () => {
    const plan = planChange({ before, after, ...sides, from: storyNow, findings: [] }, storyNow);
    expect(plan.tenants).toEqual(['a']);
    expect(plan.jobs).toEqual([]);
  });

  test('tenants that were taken out of the directory are removed', () => {
    const base = { kind: 'git', label: 'HEAD' } as const;
    const plan = planChange({ before, after, ...sides, base, from: storyNow, findings: [] }, storyNow);
    expect(plan.jobs.map(({ action, tenant, job }) => [action, tenant, job])).toEqual([
      ['remove', 'b', 'two'],
    ]);
  });
});

describe('time-zone data that differs', () => {
  const after = manifestOf(
    'a.yaml',
    declare('a', { one: daily, two: '{ every: 1h, anchor: "2026-01-01T00:00:00Z" }' }),
  );
  const paris = after.zones['Europe/Paris']!;
  /** As if France had announced to stay on summer time in autumn 2027. */
  const cut = paris.transitions.findIndex((at) => at > Date.parse('2027-06-01T00:00:00Z') / 1000);
  const staying = {
    ...paris,
    digest: 'sha256:other',
    transitions: paris.transitions.slice(0, cut),
    offsets: paris.offsets.slice(0, cut + 1),
  };
  const before: Manifest = { ...after, tzdata: '2025b', zones: { ...after.zones, 'Europe/Paris': staying } };
  const plan = planChange({ before, after, ...sides, from: storyNow, findings: [] }, storyNow);

  test('is named with the instant from which it differs and the jobs concerned', () => {
    expect(plan.drift.looked).toBe(true);
    expect(
      plan.drift.zones.map(({ zone, from, jobs }) => [zone, new Date(from * 1000).toISOString(), jobs]),
    ).toEqual([['Europe/Paris', '2027-10-31T01:00:00.000Z', ['a/one']]]);
  });

  test('moves the fires from there on, and leaves the interval alone', () => {
    expect(plan.jobs.map(({ job }) => job)).toEqual(['one']);
    const [job] = plan.jobs;
    expect(job!.changes).toEqual([{ path: 'tzdata', before: '2025b', after: after.tzdata }]);
    expect(job!.counts).toMatchObject({ added: 0, removed: 0, moved: 1 });
  });
});

describe('range', () => {
  test('holds the next two transitions of every zone used, gap and fold included', () => {
    const plan = planStory({ after: declare('a', { one: daily }) });
    expect(new Date(plan.range.until * 1000).toISOString()).toBe('2027-10-31T04:00:00.000Z');
  });

  test('is 90 days without transitions', () => {
    const plan = planStory({ after: declare('a', { one: '{ every: 1h, anchor: "2026-01-01T00:00:00Z" }' }) });
    expect(plan.range.until - plan.range.from).toBe(90 * 86_400);
  });

  test('reaches the next fire of a changed job, 400 days at most', () => {
    const leap = planStory({ after: declare('a', { one: '{ cron: "0 0 29 2 *", zone: UTC }' }) });
    expect(leap.range.until - leap.range.from).toBe(400 * 86_400);
    const june = planStory({ after: declare('a', { one: '{ cron: "0 0 1 6 *", zone: UTC }' }) });
    expect(new Date(june.range.until * 1000).toISOString()).toBe('2027-06-01T00:00:01.000Z');
  });

  test('that ends before it begins is a mistake of the caller', () => {
    expect(() => planStory({ after: declare('a', { one: daily }) }, storyNow, storyNow)).toThrow(RangeError);
  });
});

test('a fire at the very instant of apply belongs to the schedule before', () => {
  const at = Date.parse('2026-11-29T10:00:00Z') / 1000;
  const plan = planStory(
    {
      before: declare('a', { one: '{ cron: "0 10 * * *", zone: UTC }' }),
      after: declare('a', { one: '{ cron: "0 10,11 * * *", zone: UTC }' }),
    },
    at,
    at + 2 * 3600,
  );
  expect(plan.jobs[0]!.counts).toMatchObject({ before: 0, after: 1, added: 1 });
  expect(plan.jobs[0]!.soon[0]!.after).toBe(at + 3600);
});

test('only jobs with another schedule are enumerated to be compared', () => {
  const jobs = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`job-${index}`, daily]));
  const before = declare('a', jobs);
  const after = declare('a', { ...jobs, 'job-3': '{ cron: "0 4 * * *", zone: Europe/Paris }' }, '1h');
  const plan = planStory({ before, after });
  expect(plan.jobs).toHaveLength(30);
  expect(plan.cost).toEqual({ enumeratedJobs: 1, distinctSchedules: 2 });
});

test('the peak counts due instants, so a spread flattens it', () => {
  const jobs = (schedule: string) =>
    Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`job-${i}`, schedule]));
  const plan = planStory({
    before: declare('a', jobs('{ cron: "0 3 * * *", zone: UTC }')),
    after: declare('a', jobs('{ cron: "0 3 * * *", zone: UTC, spread: 4h }')),
  });
  expect(plan.peaks.before.count).toBe(20);
  expect(plan.peaks.after.count).toBeLessThanOrEqual(3);
});

test('a job that fires every second is counted whole, and its times of day are not made up', () => {
  const plan = planStory(
    { after: declare('a', { tick: '{ every: 1s, anchor: "2026-01-01T00:00:00Z" }' }) },
    storyNow,
    storyNow + 3 * 86_400,
  );
  expect(plan.jobs[0]!.counts.added).toBe(3 * 86_400 - 1);
  expect(plan.jobs[0]!.windows[0]!.patterns).toEqual([
    { action: 'add', count: 3 * 86_400 - 1, text: 'more than 3000 times of day, daily' },
  ]);
});

describe('a job of every minute, when the clocks go back', () => {
  /** The minutes whose London reading is between 01:00 and 02:00 on that night, asked of the platform itself. */
  const london = new Intl.DateTimeFormat('en-GB', {
    timeZone: 'Europe/London',
    dateStyle: 'short',
    timeStyle: 'short',
  });
  const night = Date.parse('2027-10-30T20:00:00Z') / 1000;
  const twice = Array.from({ length: 12 * 60 }, (_, minute) => night + minute * 60).filter((at) =>
    /^31\/10\/2027, 01:/.test(london.format(at * 1000)),
  );
  const plan = planStory({
    after: declare('a', { one: '{ cron: "* * * * *", zone: Europe/London }' }),
  });
  const fold = plan.jobs[0]!.windows.find(({ kind }) => kind === 'fold')!;

  test('fires in each minute of both passes', () => {
    expect(twice).toHaveLength(120);
    expect(fold.counts.added).toBe(twice.length);
  });

  test('is told by its first fires and its last, and not by the tenth', () => {
    expect(fold.exact.map(({ after }) => after)).toEqual([...twice.slice(0, 9), twice.at(-1)]);
    expect(fold.exact[0]!.text).toBe('01:00 +01:00, first of two');
    expect(fold.exact.at(-1)!.text).toBe('01:59 +00:00, second of two');
  });

  test('names the date once, and says that its times of day come twice', () => {
    expect(fold.patterns).toEqual([
      { action: 'add', count: 120, text: '60 times of day, 01:00 to 01:59, in both passes on 2027-10-31' },
    ]);
  });

  test('is told exactly where it has ten fires there, and no more', () => {
    const few = planStory({
      after: declare('a', { one: '{ cron: "1-59/12 * * * *", zone: Europe/London }' }),
    });
    const { exact, counts } = few.jobs[0]!.windows.find(({ kind }) => kind === 'fold')!;
    const due = twice.filter((at) => [1, 13, 25, 37, 49].includes((at / 60) % 60));
    expect(counts.added).toBe(10);
    expect(exact.map(({ after }) => after)).toEqual(due);
  });
});
