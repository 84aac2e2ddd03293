import { describe, expect, test } from 'vitest';
import { renderPlanSummary } from '../../../compiler/render/index.ts';
import type { Diagnostic } from '../../../schema/diagnostic.ts';
import { planStory } from '../plan/plan-story.ts';

const declare = (...jobs: readonly (readonly [name: string, schedule: string])[]) =>
  new TextEncoder().encode(
    [
      'apiVersion: almanac/v1\nkind: Tenant\nmetadata: { name: acme }\nspec: { owners: [a@b.example] }',
      'apiVersion: almanac/v1\nkind: Policy\nmetadata: { tenant: acme, name: p }\nspec: { lateAfter: 5m, horizon: 6h, overlap: skip, catchUp: latest, dst: { gap: shift, fold: first } }',
      ...jobs.map(
        ([name, schedule]) =>
          `apiVersion: almanac/v1\nkind: Job\nmetadata: { tenant: acme, name: ${name} }\nspec:\n  schedule: ${schedule}\n  policy: p\n  target: { http: { url: "https://x.example/run" } }`,
      ),
    ].join('\n---\n'),
  );
const nightly = '{ cron: "0 3 * * *", zone: Europe/Paris }';

const finding = (code: string, severity: Diagnostic['severity']): Diagnostic => ({
  code,
  severity,
  message: `what ${code} says`,
});

describe('the summary of a plan', () => {
  test('has a line a job, what comes beside them, and how many fires', () => {
    const plan = planStory({ after: declare(['night', nightly]) });
    expect(renderPlanSummary(plan)).toBe(
      [
        '1 job is new.',
        '',
        '  + acme/night  cron "0 3 * * *" Europe/Paris  next Mon 2026-11-30 03:00 +01:00, in 17h',
        '  + tenant acme, + policy acme/p',
        '',
        // One a night, from 30 November 2026 to 31 October 2027.
        'Fires until 2027-10-31: + 336 added.',
        '',
      ].join('\n'),
    );
  });

  test('tells those first whose fires go away, and what changes of those that stay', () => {
    const plan = planStory({
      before: declare(['gone', nightly], ['later', nightly], ['same', nightly]),
      after: declare(['later', '{ cron: "0 4 * * *", zone: Europe/Paris }'], ['same', nightly]),
    });
    const lines = renderPlanSummary(plan).split('\n');
    expect(lines[0]).toBe('1 job changes, 1 job is removed; 1 stays as it is.');
    expect(lines[2]).toMatch(/^ {2}- acme\/gone .* -> none$/);
    expect(lines[3]).toMatch(/^ {2}~ acme\/later +schedule\.cron "0 3 \* \* \*" -> "0 4 \* \* \*"/);
  });

  test('tells each finding once, and of what is waived only that it is', () => {
    const plan = planStory({ after: declare(['night', nightly]) });
    const findings = [finding('herd', 'warning'), finding('waived', 'info')];
    const text = renderPlanSummary({ ...plan, findings });
    expect(text.match(/what herd says/g)).toHaveLength(1);
    expect(text).toContain('  1 waiver in use');
    expect(text).not.toContain('what waived says');
  });

  test('names twenty jobs, and counts the others', () => {
    const names = Array.from({ length: 25 }, (_, index) => `job-${index}`);
    const jobs = names.map((name, index) => [name, `{ cron: "${index} 3 * * *", zone: UTC }`] as const);
    const lines = renderPlanSummary(planStory({ after: declare(...jobs) })).split('\n');
    expect(lines.filter((line) => line.startsWith('  + acme/'))).toHaveLength(20);
    expect(lines).toContain('  and 5 jobs more');
  });
});
