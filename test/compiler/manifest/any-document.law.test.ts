import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compileManifest } from '../../../compiler/manifest/compile-manifest.ts';
import { runRules, standardConfig } from '../../../compiler/rules/index.ts';
import { declare } from '../../support/declare.ts';
import { context, nightly, tenant } from './compile.ts';

/** Texts that come close to being right, and texts that do not. */
const near = (...texts: string[]) =>
  fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...texts) },
    { weight: 1, arbitrary: fc.string({ maxLength: 12 }) },
  );

const instant = near(
  '2027-03-28T01:30:00Z',
  '2027-10-31T02:30:00+02:00',
  '1969-12-31T23:59:59Z',
  '9999-12-31T00:00:00Z',
  '2027-02-30T00:00:00Z',
  '0000-01-01T00:00:00Z',
);
const wall = near('2027-03-28T02:30', '2027-10-31 02:30:00', '2035-12-31T23:59', '2027-03-28T01:30:00Z');
const duration = near('1m', '1h30m', '0s', '99999999d', '10m');
const cron = near(
  '30 2 * * *',
  '* * * * *',
  '0 0 31 2 *',
  '*/7 0-22 * * 1-5',
  '0 0 1-7 * MON',
  '@daily',
  '* * * * * *',
  '0 0 LW * *',
  '5 4 29 2 *',
);
const zone = near('Europe/Berlin', 'UTC', 'US/Central', 'Australia/Lord_Howe', 'BST', '+02:00', 'Etc/GMT-8');
const names = fc.array(near('holidays', 'nightly', 'constructor', 'job-a'), { minLength: 1, maxLength: 3 });
const exact = fc.array(fc.record({ at: instant, reason: fc.constant('x') }), { maxLength: 2 });

const limits = {
  zone,
  dayMatch: fc.constantFrom('either', 'both'),
  start: fc.oneof(instant, wall),
  end: fc.oneof(instant, wall),
  exclude: names,
  include: names,
  onExcluded: fc.constantFrom('skip', 'next-day', 'previous-day'),
  skips: exact,
  extras: exact,
  spread: duration,
};

const schedule = fc.oneof(
  fc.record(
    { cron: fc.oneof(cron, fc.array(cron, { minLength: 1, maxLength: 3 })), ...limits },
    { requiredKeys: ['cron', 'zone'] },
  ),
  fc.record(
    { every: near('1h', '7m', '0s', '30d'), anchor: instant, ...limits },
    { requiredKeys: ['every', 'anchor'] },
  ),
  fc.record(
    { at: fc.array(fc.oneof(instant, wall), { minLength: 1, maxLength: 3 }), ...limits },
    { requiredKeys: ['at'] },
  ),
  fc.record({ manual: fc.constant(true as const), ...limits }, { requiredKeys: ['manual'] }),
);

const policySpec = fc.record(
  {
    lateAfter: duration,
    horizon: near('unlimited', '6h', '1m'),
    overlap: fc.constantFrom('allow', 'skip', 'queue-one', 'replace', { queue: { max: 2 } }),
    catchUp: fc.constantFrom('none', 'latest', 'coalesce', 'all'),
    dst: fc.record({
      gap: fc.constantFrom('shift', 'next', 'skip'),
      fold: fc.constantFrom('first', 'second', 'both'),
    }),
    report: fc.record({ finishWithin: duration, lostAfter: duration }, { requiredKeys: [] }),
    retry: fc.record({ attempts: fc.constant(2), minBackoff: duration, maxBackoff: duration }),
  },
  { requiredKeys: ['lateAfter', 'horizon', 'overlap', 'catchUp', 'dst'] },
);

const target = fc.oneof(
  fc.record({
    http: fc.record({
      url: fc.webUrl({ withQueryParameters: true }),
      headers: fc.dictionary(fc.string(), fc.string()),
      body: fc.oneof(fc.string(), fc.dictionary(fc.string(), fc.jsonValue())),
    }),
  }),
  fc.record({
    command: fc.record({
      run: fc.array(fc.string(), { minLength: 1 }),
      env: fc.dictionary(fc.string(), fc.string()),
    }),
  }),
);

const jobSpec = fc.record(
  {
    schedule,
    policy: fc.oneof(near('nightly', 'nighty'), policySpec),
    target,
    expectedDuration: duration,
    paused: fc.record({
      from: instant,
      until: instant,
      reason: fc.constant('x'),
      fires: fc.constantFrom('skip', 'hold'),
    }),
    group: near('mainframe'),
    labels: fc.dictionary(fc.string(), fc.string()),
    renamedFrom: near('job-a', 'job-b'),
  },
  { requiredKeys: ['schedule', 'policy', 'target'] },
);

test('any document of the right shape gives a manifest and remarks, and never a crash', () => {
  fc.assert(
    fc.property(
      fc.array(jobSpec, { minLength: 1, maxLength: 3 }),
      fc.array(instant, { maxLength: 3 }),
      policySpec,
      (jobs, dates, policy) => {
        const documents = [
          tenant,
          declare('Policy', 'benefits/nightly', policy),
          declare('Policy', 'benefits/sound', nightly),
          declare('Calendar', 'benefits/holidays', { dates: dates.map((date) => date.slice(0, 10)) }),
          ...jobs.map((spec, index) => declare('Job', `benefits/job-${'abc'[index]}`, spec)),
        ];
        const { manifest, diagnostics } = compileManifest(documents, context);
        const found = runRules(manifest, documents, standardConfig, 1_795_942_800);
        for (const { message, help } of [...diagnostics, ...found]) {
          // What stands in backticks is the tenant's, and may be anything.
          expect(`${message}${help ?? ''}`.replace(/`[^`]*`/g, '')).not.toMatch(/undefined|NaN|\[object/);
        }
        // What has no error has a meaning, and the other way round.
        const broken = diagnostics.some(({ severity }) => severity === 'error');
        if (!broken) expect(Object.keys(manifest.tenants['benefits']!.jobs)).toHaveLength(jobs.length);
      },
    ),
    { numRuns: 400 },
  );
});
