import { expect, test } from 'vitest';
import { scenarioEffects } from '../../../compiler/effects/index.ts';
import { manifestOf, storyNow } from '../plan/plan-story.ts';

const declare = (horizon: string, scenario: string) =>
  manifestOf(
    'acme.yaml',
    new TextEncoder().encode(`apiVersion: almanac/v1
kind: Tenant
metadata: { name: acme }
spec: { owners: [ops@acme.example] }
---
apiVersion: almanac/v1
kind: Job
metadata: { tenant: acme, name: poll }
spec:
  schedule: { cron: "0 * * * *", zone: Europe/London }
  policy: { lateAfter: 5m, horizon: ${horizon}, overlap: queue-one, catchUp: all, dst: { gap: shift, fold: first } }
  expectedDuration: 1m
  target: { http: { url: "https://acme.example/poll" } }
---
apiVersion: almanac/v1
kind: Scenario
metadata: { tenant: acme, name: bad-night }
spec: ${scenario}
`),
  );
const play = (scenario: string) =>
  scenarioEffects(declare('6h', scenario), declare('1h', scenario), 'acme', storyNow)[0]!;

test('a scenario lists the fires whose outcome differs, on both sides', () => {
  const played = play(
    '{ outages: [{ from: "2026-12-01T00:30:00Z", until: "2026-12-01T03:30:00Z", of: platform }] }',
  );
  expect(played.what).toBe('platform down 2026-12-01T00:30:00Z to 2026-12-01T03:30:00Z');
  // Seen at 03:30: under 6h the oldest is dispatched, one waits behind it and the third is too many.
  // Under 1h only the fire of 03:00 is left.
  expect(played.fires.map(({ wall, before, after }) => [wall, before, after])).toEqual([
    ['Tue 2026-12-01 01:00', 'dispatched 03:30, told as late', 'expired.outage'],
    ['Tue 2026-12-01 02:00', 'dispatched 03:31, told as late', 'expired.outage'],
    ['Tue 2026-12-01 03:00', 'queue-full', 'dispatched 03:30, told as late'],
  ]);
});

test('a target that is down keeps fires waiting until their horizon', () => {
  const played = play(
    '{ outages: [{ from: "2026-12-01T00:30:00Z", until: "2026-12-01T02:30:00Z", of: target }] }',
  );
  expect(played.fires.map(({ wall, before, after }) => [wall, before, after])).toEqual([
    ['Tue 2026-12-01 01:00', 'dispatched 02:30, told as late', 'expired.target'],
    ['Tue 2026-12-01 02:00', 'dispatched 02:31, told as late', 'dispatched 02:30, told as late'],
  ]);
});

test('a scenario of decades is not played, and says so', () => {
  const played = play(
    '{ outages: [{ from: "1999-01-01T00:00:00Z", until: "2029-01-01T00:00:00Z", of: platform }] }',
  );
  expect(played.what).toMatch(/\(not played: it holds more than 200000 fires\)$/);
  expect(played.fires).toEqual([]);
});
