import { expect, test } from 'vitest';
import { renderPlanText } from '../../../compiler/render/index.ts';
import { planStory } from '../plan/plan-story.ts';

const declare = (reason: string) =>
  new TextEncoder().encode(`apiVersion: almanac/v1
kind: Tenant
metadata: { name: acme }
spec: { owners: [ops@acme.example] }
---
apiVersion: almanac/v1
kind: Job
metadata: { tenant: acme, name: poll }
spec:
  schedule:
    cron: "0 3 * * *"
    zone: Europe/London
    skips: [{ at: "2026-12-01T03:00:00Z", reason: "${reason}" }]
  policy: { lateAfter: 5m, horizon: 6h, overlap: skip, catchUp: latest, dst: { gap: shift, fold: first } }
  target: { http: { url: "https://acme.example/poll" } }
`);

test('no text of a tenant can turn or hide the writing of a plan', () => {
  const plan = planStory({ before: declare('a'), after: declare('b\\u202e\\u2028\\u200b\\e[31m') });
  const text = renderPlanText(plan);
  expect(text).toContain('\\u{202e}');
  const unseen = [...text].filter(
    (character) => /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(character) && character !== '\n',
  );
  expect(unseen).toEqual([]);
});
