import { describe, expect, test } from 'vitest';
import { backlogEffects, readSnapshot } from '../../../compiler/effects/index.ts';
import type { Manifest } from '../../../schema/manifest.ts';
import type { Snapshot } from '../../../schema/snapshot.ts';
import { manifestOf } from '../plan/plan-story.ts';

/** A tenant with one daily and one five-minute job, under a horizon and an overlap. */
const declare = (horizon: string, overlap: string) =>
  manifestOf(
    'acme.yaml',
    new TextEncoder().encode(`apiVersion: almanac/v1
kind: Tenant
metadata: { name: acme }
spec: { owners: [ops@acme.example], lanes: { scheduled: { maxConcurrent: 1 } } }
---
apiVersion: almanac/v1
kind: Policy
metadata: { tenant: acme, name: nightly }
spec: { lateAfter: 5m, horizon: ${horizon}, overlap: ${overlap}, catchUp: latest, dst: { gap: shift, fold: first }, report: { lostAfter: 3h } }
---
apiVersion: almanac/v1
kind: Job
metadata: { tenant: acme, name: report }
spec:
  schedule: { cron: "30 1 * * *", zone: Europe/London }
  policy: nightly
  expectedDuration: 20m
  target: { http: { url: "https://acme.example/report" } }
---
apiVersion: almanac/v1
kind: Job
metadata: { tenant: acme, name: poll }
spec:
  schedule: { cron: "*/5 * * * *", zone: Europe/London }
  policy: nightly
  expectedDuration: 1m
  target: { http: { url: "https://acme.example/poll" } }
`),
  );

/** 08:40 on the morning after. */
const now = Date.parse('2026-12-01T08:40:00Z') / 1000;
const snapshot: Snapshot = {
  formatVersion: 1,
  tenants: {
    acme: {
      fires: [
        { job: 'report', scheduled: '2026-12-01T01:30:00Z', waiting: 'waiting.lane' },
        { job: 'poll', scheduled: '2026-12-01T08:35:00Z', waiting: 'waiting.overlap' },
      ],
      runs: [{ job: 'poll', scheduled: '2026-12-01T08:30:00Z', dispatched: '2026-12-01T08:39:30Z' }],
    },
  },
};

describe('the fires that wait just now', () => {
  test('are decided under both sides, those first that fell due first', () => {
    const [acme] = backlogEffects(
      declare('12h', 'queue-one'),
      declare('6h', 'queue-one'),
      snapshot,
      ['acme'],
      now,
    );
    expect(acme).toMatchObject({ waiting: 2, running: 1, differ: 2 });
    expect(acme!.fires.map(({ job, before, after }) => [job, before, after])).toEqual([
      // The lane is free when the run ends at 08:40:30; under 12h the older report takes it for its 20 minutes.
      ['report', 'dispatched 08:40:30', 'expired.lane'],
      ['poll', 'dispatched 09:00:30', 'dispatched 08:40:30'],
    ]);
  });

  test('are as they were where the change does not touch them', () => {
    const same = declare('12h', 'queue-one');
    expect(backlogEffects(same, same, snapshot, ['acme'], now)[0]).toMatchObject({
      waiting: 2,
      differ: 0,
      fires: [],
    });
  });

  test('end where their job is gone', () => {
    const before = declare('12h', 'queue-one');
    const { poll } = before.tenants['acme']!.jobs;
    const after = { ...before, tenants: { acme: { ...before.tenants['acme']!, jobs: { poll: poll! } } } };
    const [acme] = backlogEffects(before, after, snapshot, ['acme'], now);
    expect(acme!.fires[0]).toMatchObject({ job: 'report', after: 'revision-removed' });
  });

  test('wait for the group of a run that goes on, also where its job is gone after the change', () => {
    const grouped = (manifest: Manifest): Manifest => {
      const acme = manifest.tenants['acme']!;
      const { report, poll } = acme.jobs;
      const jobs = { report: { ...report!, group: 'printer' }, poll: { ...poll!, group: 'printer' } };
      return {
        ...manifest,
        tenants: { acme: { ...acme, tenant: { groups: { printer: { maxConcurrent: 1 } } }, jobs } },
      };
    };
    const before = grouped(declare('12h', 'queue-one'));
    const { report } = before.tenants['acme']!.jobs;
    const after = { ...before, tenants: { acme: { ...before.tenants['acme']!, jobs: { report: report! } } } };
    const state: Snapshot = {
      formatVersion: 1,
      tenants: {
        acme: {
          fires: [{ job: 'report', scheduled: '2026-12-01T01:30:00Z', waiting: 'waiting.group' }],
          runs: [{ job: 'poll', scheduled: '2026-12-01T08:30:00Z', dispatched: '2026-12-01T08:39:30Z' }],
        },
      },
    };
    const shorter = grouped(declare('7h', 'queue-one'));
    const [told] = backlogEffects(before, shorter, state, ['acme'], now);
    // The run of the poll, a minute long, has the only slot until 08:40:30.
    expect(told!.fires).toMatchObject([{ before: 'dispatched 08:40:30', after: 'expired.group' }]);
    expect(backlogEffects(before, after, state, ['acme'], now)[0]).toMatchObject({ differ: 0 });
  });

  test('of tenants that the plan does not compare are left out', () => {
    const same = declare('12h', 'queue-one');
    expect(backlogEffects(same, same, snapshot, [], now)).toEqual([]);
  });
});

describe('a snapshot that is none says where it is wrong', () => {
  test.each([
    ['{', 'it is not JSON'],
    ['[]', 'it is not an object'],
    ['{"formatVersion": 2}', '`formatVersion` is not 1'],
    ['{"formatVersion": 1, "tenants": {"a": {"fires": []}}}', '`tenants.a.runs` is not a list'],
    [
      '{"formatVersion": 1, "tenants": {"a": {"fires": [{"job": "x", "scheduled": "today"}], "runs": []}}}',
      '`tenants.a.fires[0]` has no instant `scheduled`, such as 2027-03-28T01:30:00Z',
    ],
    [
      '{"formatVersion": 1, "tenants": {"a": {"fires": [{"job": "x", "scheduled": "2027-03-28T01:30:00Z", "waiting": "godot"}], "runs": []}}}',
      '`tenants.a.fires[0]` waits for something unknown',
    ],
  ])('%s', (text, wrong) => {
    expect(readSnapshot(text)).toEqual({ wrong });
  });

  test('a real one is taken', () => {
    expect(readSnapshot(JSON.stringify(snapshot))).toEqual({ snapshot });
  });
});
