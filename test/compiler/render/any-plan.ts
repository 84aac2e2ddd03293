import fc from 'fast-check';
import type { Diagnostic } from '../../../schema/diagnostic.ts';
import type {
  BacklogEffect,
  DeclarationChange,
  FieldChange,
  FireCounts,
  JobChange,
  Plan,
  PolicyEffect,
  ScenarioEffect,
  WindowChange,
} from '../../../schema/plan.ts';

/** What breaks out of a table, a code span, a tag, an attribute, or notifies somebody. */
export const hostileTexts = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '"><svg onload=alert(1)>',
  "' onmouseover='alert(1)",
  '@octocat please look',
  'see #12, org/repo#3 and GH-4',
  'https://evil.example/a?b=c&d=e www.evil.example me@evil.example',
  '[click](javascript:alert(1)) ![](https://evil.example/pixel.png)',
  '| a | b |\n|---|---|\n| c | d |',
  '```\nend of code\n```',
  '`` ` `` and \\`back\\` \\| pipe',
  '--> <!-- almanac-plan --> </details></table>',
  '**bold** _it_ ~~gone~~ :tada: $x^2$ &lt;b&gt; &#64;octocat',
  '# heading\n\n- list\n\n> [!CAUTION]\n> x',
  'deadbeefcafe1234567890deadbeefcafe123456',
  '\u202egnp.exe\u2066 \u0000\u001b[31mred\u200b',
  '\ud83d\ude00 na\u00efve \ud800 half',
  '',
] as const;

const name = fc.oneof(
  { weight: 4, arbitrary: fc.stringMatching(/^[a-z][a-z0-9-]{0,20}$/) },
  { weight: 1, arbitrary: fc.constantFrom(...hostileTexts) },
);
const text = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom('01:30 -> 02:00 daily', 'horizon 6h -> 1h: each expires 5h earlier'),
  },
  { weight: 2, arbitrary: fc.constantFrom(...hostileTexts) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 1_000 }) },
);
const count = fc.nat({ max: 400_000 });
const instant = fc.integer({ min: 1_795_942_800, max: 1_825_000_000 });

const counts: fc.Arbitrary<FireCounts> = fc
  .record({ added: count, removed: count, moved: count, altered: count, unchanged: count })
  .map((part) => ({
    ...part,
    before: part.removed + part.moved + part.unchanged,
    after: part.added + part.moved + part.unchanged,
  }));

const field: fc.Arbitrary<FieldChange> = fc.record(
  {
    path: name,
    before: text,
    after: text,
    place: fc.record({ file: text, line: fc.nat(), column: fc.nat() }),
  },
  { requiredKeys: ['path'] },
);

const window: fc.Arbitrary<WindowChange> = fc.record({
  kind: fc.constantFrom('offset', 'gap', 'fold', 'all'),
  side: fc.constantFrom('both', 'before', 'after'),
  zone: fc.constantFrom('Europe/London', 'UTC'),
  offset: fc.constantFrom(0, 3600, -12_600),
  from: instant,
  until: instant,
  counts,
  patterns: fc.array(
    fc.record({ action: fc.constantFrom('add', 'remove', 'move', 'alter', 'keep'), count, text }),
    { maxLength: 8 },
  ),
  exact: fc.array(fc.record({ action: fc.constantFrom('add', 'remove', 'move'), before: instant, text }), {
    maxLength: 5,
  }),
  omissions: fc.array(
    fc.record({
      cause: fc.constantFrom('calendar', 'dst.gap', 'paused'),
      before: count,
      after: count,
      example: text,
    }),
    { maxLength: 3 },
  ),
});

const outcome = fc.record({ job: name, scheduled: instant, wall: text, before: text, after: text });

const effect: fc.Arbitrary<PolicyEffect> = fc.record(
  {
    answer: fc.constantFrom('lateAfter', 'horizon', 'overlap', 'catchUp'),
    before: text,
    after: text,
    governs: count,
    thresholds: fc.constant([]),
    witness: fc.record({
      family: fc.constantFrom('outage', 'run', 'lane'),
      seconds: fc.integer({ min: 1, max: 90_000 }),
      from: instant,
      until: instant,
      what: text,
      fires: fc.array(outcome, { maxLength: 5 }),
      more: count,
    }),
    message: text,
    runs: fc.constant({ lasts: 0, source: 'none' }),
    tried: count,
  },
  {
    requiredKeys: ['answer', 'before', 'after', 'governs', 'thresholds', 'message', 'runs', 'tried'],
  },
);

const firstFire = fc.record({ scheduled: instant, due: instant, wall: text, in: count });

const job: fc.Arbitrary<JobChange> = fc.record(
  {
    action: fc.constantFrom('add', 'remove', 'change'),
    tenant: name,
    job: name,
    renamedFrom: name,
    place: fc.record({ file: text, line: fc.nat(), column: fc.nat() }),
    digest: fc.constant({}),
    changes: fc.array(field, { maxLength: 6 }),
    zone: fc.record({ before: name, after: name }, { requiredKeys: [] }),
    counts,
    altered: fc.array(
      fc.record({
        kind: fc.constantFrom('window', 'due', 'deadline', 'target', 'policy'),
        count,
        message: text,
      }),
      { maxLength: 3 },
    ),
    windows: fc.array(window, { maxLength: 5 }),
    soon: fc.constant([]),
    firstFire: fc.record({ before: firstFire, after: firstFire }, { requiredKeys: [] }),
    applyDates: fc.array(
      fc.record({ date: fc.constant('2026-11-29'), kind: fc.constantFrom('second', 'none'), message: text }),
      { maxLength: 2 },
    ),
    effects: fc.array(effect, { maxLength: 2 }),
  },
  {
    requiredKeys: [
      'action',
      'tenant',
      'job',
      'digest',
      'changes',
      'zone',
      'counts',
      'altered',
      'windows',
      'soon',
      'firstFire',
      'applyDates',
      'effects',
    ],
  },
);

const declaration: fc.Arbitrary<DeclarationChange> = fc.record({
  action: fc.constantFrom('add', 'remove', 'change'),
  kind: fc.constantFrom('Policy', 'Calendar', 'Tenant'),
  tenant: name,
  name,
  changes: fc.array(field, { maxLength: 5 }),
  governs: fc.array(name, { maxLength: 20 }),
});

const scenario: fc.Arbitrary<ScenarioEffect> = fc.record({
  tenant: name,
  name,
  what: text,
  compared: count,
  differ: count,
  fires: fc.array(outcome, { maxLength: 20 }),
  durations: text,
});

const backlog: fc.Arbitrary<BacklogEffect> = fc.record({
  tenant: name,
  waiting: count,
  running: count,
  differ: count,
  fires: fc.array(outcome, { maxLength: 20 }),
});

const finding: fc.Arbitrary<Diagnostic> = fc.record(
  {
    code: name,
    severity: fc.constantFrom('info', 'warning', 'error', 'stop'),
    message: text,
    help: text,
    subject: name,
    span: fc.record({
      file: text,
      line: fc.nat(),
      column: fc.nat(),
      endLine: fc.nat(),
      endColumn: fc.nat(),
    }),
  },
  { requiredKeys: ['code', 'severity', 'message'] },
);

const peak = fc.record({ count, at: instant, jobs: fc.array(name, { maxLength: 5 }) });

/**
 * Any plan that a renderer could be given, counts that add up and texts of any kind: the jobs are a few different ones
 * again and again, so that a plan can be large.
 */
export function anyPlan(jobsMost: number): fc.Arbitrary<Plan> {
  return fc
    .record({
      kinds: fc.array(job, { minLength: 1, maxLength: 6 }),
      size: fc.nat({ max: jobsMost }),
      declarations: fc.array(declaration, { maxLength: 30 }),
      scenarios: fc.array(scenario, { maxLength: 6 }),
      backlog: fc.array(backlog, { maxLength: 6 }),
      findings: fc.array(finding, { maxLength: 60 }),
      label: text,
      tzdata: text,
      drift: fc.array(
        fc.record({
          zone: name,
          before: text,
          after: text,
          from: instant,
          jobs: fc.array(name, { maxLength: 3 }),
        }),
        { maxLength: 20 },
      ),
      peaks: fc.record({ before: peak, after: peak }),
    })
    .map(({ kinds, size, declarations, scenarios, backlog, findings, label, tzdata, drift, peaks }): Plan => {
      const jobs = Array.from({ length: size }, (_, index) => {
        const kind = kinds[index % kinds.length]!;
        return { ...kind, job: `${kind.job}${index}` };
      });
      const fires = { before: 0, after: 0, added: 0, removed: 0, moved: 0, altered: 0, unchanged: 0 };
      for (const one of jobs) {
        for (const key of Object.keys(fires) as (keyof FireCounts)[]) fires[key] += one.counts[key];
      }
      const of = (action: string) => jobs.filter((one) => one.action === action).length;
      return {
        formatVersion: 1,
        digest: `sha256:${'0'.repeat(64)}`,
        now: 1_795_942_800,
        range: { from: 1_795_942_800, until: 1_825_059_600 },
        before: { kind: 'git', label, digest: `sha256:${'1'.repeat(64)}`, tzdata },
        after: { kind: 'directory', label, digest: `sha256:${'2'.repeat(64)}`, tzdata: '2025c' },
        tenants: ['acme'],
        jobs,
        declarations,
        drift: { looked: true, zones: drift },
        counts: {
          jobs: { added: of('add'), removed: of('remove'), changed: of('change'), unchanged: 7 },
          fires,
        },
        peaks,
        scenarios,
        backlog,
        findings,
        cost: { enumeratedJobs: 0, distinctSchedules: 0 },
      };
    });
}
