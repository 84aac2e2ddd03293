// cspell:ignore statment
import { describe, expect, test } from 'vitest';
import { compileManifest } from '../../../compiler/manifest/compile-manifest.ts';
import { parseInstant } from '../../../compiler/manifest/instant-text.ts';
import { spreadOffset } from '../../../compiler/time/index.ts';
import { declare } from '../../support/declare.ts';
import { codes, compile, context, job, nightly, policy, tenant } from './compile.ts';

const meaningOf = (...documents: Parameters<typeof compile>) =>
  compile(tenant, ...documents).tenants['benefits']!.jobs['statement-run']!;

describe('The meaning of a job', () => {
  test('is complete: names resolved, defaults filled in, durations in seconds', () => {
    const { digest, scheduleDigest, ...meaning } = meaningOf(
      policy(),
      job('30 01 * * MON-FRI', {
        expectedDuration: '25m',
        group: 'mainframe',
        labels: { service: 'statements' },
      }),
    );
    expect(meaning).toEqual({
      schedule: {
        timing: {
          kind: 'cron',
          expressions: ['30 1 * * 1-5'],
          zone: 'Europe/London',
          gap: 'shift',
          fold: 'first',
        },
      },
      policy: {
        lateAfter: 600,
        horizon: 21_600,
        overlap: 'skip',
        catchUp: 'latest',
        dst: { gap: 'shift', fold: 'first' },
        report: { finishWithin: 7_200, lostAfter: 10_800 },
      },
      target: {
        http: { url: 'https://statements.example.gov/run', method: 'POST', completion: 'response' },
      },
      expectedDuration: 1_500,
      group: 'mainframe',
      labels: { service: 'statements' },
    });
    expect([digest, scheduleDigest].join()).toMatch(/^sha256:[0-9a-f]{64},sha256:[0-9a-f]{64}$/);
  });

  test('has zones by their present names, and their tables beside it', () => {
    const manifest = compile(tenant, policy(), job({ cron: '0 0 * * *', zone: 'US/Central' }));
    expect(Object.keys(manifest.zones)).toEqual(['America/Chicago']);
    expect(manifest.tzdata).toBe(process.versions.tz);
  });

  test('has bounds in wall time as instants: put off by a gap, and the first of a fold', () => {
    const { schedule } = meaningOf(
      policy(),
      job({ cron: '0 0 * * *', zone: 'Europe/Berlin', start: '2027-03-28T02:30', end: '2027-10-31 02:30' }),
    );
    expect([schedule.start, schedule.end]).toEqual([
      parseInstant('2027-03-28T03:30:00+02:00'),
      parseInstant('2027-10-31T02:30:00+02:00'),
    ]);
  });

  test('has a place in its spread that its id gives', () => {
    const { schedule } = meaningOf(policy(), job({ cron: '0 0 * * *', zone: 'UTC', spread: '5m' }));
    expect(schedule.spread).toEqual({ within: 300, offset: spreadOffset('benefits/statement-run', 300) });
  });

  test('keeps instants and wall times of `at` apart, and a zone only where it decides something', () => {
    const timing = (at: string[], zone?: string) =>
      meaningOf(policy(), job({ at, ...(zone && { zone }) })).schedule.timing;
    expect(timing(['2027-01-02T00:00:00Z', '2027-01-01T00:00:00Z'], 'Europe/Berlin')).toEqual({
      kind: 'at',
      instants: [parseInstant('2027-01-01T00:00:00Z'), parseInstant('2027-01-02T00:00:00Z')],
      walls: [],
    });
    expect(timing(['2027-01-01T00:00'], 'Europe/Berlin')).toMatchObject({
      zone: 'Europe/Berlin',
      gap: 'shift',
      walls: [parseInstant('2027-01-01T00:00:00Z')],
    });
  });

  test('says where it was written, and which policy it named', () => {
    const read = {
      ...job('0 0 * * *'),
      positions: { '/spec': [3, 3, 9, 1], '/spec#key': [2, 1, 2, 5] } as const,
    };
    const { sources } = compile(tenant, policy(), read);
    expect(sources['Job benefits/statement-run']).toEqual({
      file: 'a.yaml',
      line: 1,
      positions: { '/spec': [3, 3] },
      policy: 'nightly',
    });
  });
});

describe('A declaration with an error', () => {
  test('is left out, and so is a job that names it, without a second remark', () => {
    const { manifest, diagnostics } = compileManifest(
      [
        tenant,
        policy({ horizon: '5m' }),
        job('0 0 * * *'),
        job('0 0 * * *', { policy: nightly }, 'benefits/other'),
      ],
      context,
    );
    expect(diagnostics.map(({ code }) => code)).toEqual(['horizon-below-late-after']);
    expect(Object.keys(manifest.tenants['benefits']!.jobs)).toEqual(['other']);
  });

  test('is told once, with everything that is wrong with it', () => {
    expect(
      codes(
        tenant,
        policy(),
        job(
          { cron: ['0 0 * *', '0 25 * * *'], zone: 'Europe/Berln', exclude: ['easter'] },
          { policy: 'nighty', group: 'x' },
        ),
      ).sort(),
    ).toEqual([
      'calendar-unknown',
      'cron-invalid',
      'cron-invalid',
      'group-unknown',
      'policy-unknown',
      'zone-unknown',
    ]);
  });

  test('that is declared twice has no meaning at all', () => {
    const twice = [job('0 0 * * *'), job('0 1 * * *', {}, 'benefits/statement-run')];
    const { manifest, diagnostics } = compileManifest([tenant, policy(), ...twice], context);
    expect(diagnostics.map(({ code }) => code)).toEqual(['job-duplicate']);
    expect(manifest.tenants['benefits']!.jobs).toEqual({});
  });
});

describe('What is remarked', () => {
  const at = (text: string) => ({ at: text, reason: 'migration' });
  test.each<[string, string[], Parameters<typeof codes>]>([
    [
      'an elapsed schedule with a zone',
      ['schedule-invalid'],
      [job({ every: '1h', anchor: '2027-01-01T00:00:00Z', zone: 'UTC' })],
    ],
    ['an interval of nothing', ['duration-invalid'], [job({ every: '0s', anchor: '2027-01-01T00:00:00Z' })]],
    ['wall times without a zone', ['schedule-invalid'], [job({ at: ['2027-01-01T00:00'] })]],
    [
      'an end before the start',
      ['schedule-invalid'],
      [job({ cron: '0 0 * * *', zone: 'UTC', start: '2027-01-02T00:00:00Z', end: '2027-01-01T00:00:00Z' })],
    ],
    [
      'an instant that is not real',
      ['date-not-real'],
      [job({ every: '1h', anchor: '2027-02-30T00:00:00Z' })],
    ],
    [
      '`onExcluded` without calendars',
      ['schedule-invalid'],
      [job({ cron: '0 0 * * *', zone: 'UTC', onExcluded: 'skip' })],
    ],
    ['both day fields without `dayMatch`', ['day-match-missing'], [job('0 0 1-7 * MON')]],
    [
      '`dayMatch` that decides nothing',
      ['day-match-unneeded'],
      [job({ cron: '0 0 1-7 * *', zone: 'UTC', dayMatch: 'both' })],
    ],
    ['a date that never comes', ['never-fires'], [job('0 0 30 2 *')]],
    [
      'a time that does not exist',
      ['never-fires'],
      [
        job(
          { at: ['2027-03-28T01:30'], zone: 'Europe/London' },
          { policy: { ...nightly, dst: { gap: 'skip', fold: 'first' } } },
        ),
      ],
    ],
    [
      'a skip that takes a fire away',
      [],
      [job({ cron: '0 1 * * *', zone: 'UTC', skips: [at('2027-01-01T01:00:00Z')] })],
    ],
    [
      'a skip inside a pause',
      [],
      [
        job(
          { cron: '0 1 * * *', zone: 'UTC', skips: [at('2027-01-01T01:00:00Z')] },
          {
            paused: {
              from: '2027-01-01T00:00:00Z',
              until: '2027-01-02T00:00:00Z',
              reason: 'x',
              fires: 'skip',
            },
          },
        ),
      ],
    ],
    [
      'a skip that hits nothing',
      ['skips-without-fire'],
      [job({ cron: '0 1 * * *', zone: 'UTC', skips: [at('2027-01-01T02:00:00Z')] })],
    ],
    [
      'a skip of a fire that a calendar takes away',
      ['skips-without-fire'],
      [
        declare('Calendar', 'benefits/easter', { dates: ['2027-01-01'] }),
        job({ cron: '0 1 * * *', zone: 'UTC', exclude: ['easter'], skips: [at('2027-01-01T01:00:00Z')] }),
      ],
    ],
    [
      'a pause that is empty',
      ['span-empty'],
      [
        job('0 0 * * *', {
          paused: { from: '2027-01-02T00:00:00Z', until: '2027-01-02T00:00:00Z', reason: 'x', fires: 'skip' },
        }),
      ],
    ],
    ['a spread as wide as the spacing', [], [job({ cron: '*/5 * * * *', zone: 'UTC', spread: '5m' })]],
    [
      'a spread wider than the spacing',
      ['spread-beyond-spacing'],
      [job({ cron: '*/5 * * * *', zone: 'UTC', spread: '5m1s' })],
    ],
    [
      'a spread wider than the spacing to an extra',
      ['spread-beyond-spacing'],
      [job({ cron: '0 0 * * *', zone: 'UTC', spread: '10m', extras: [at('2034-01-01T00:05:00Z')] })],
    ],
    [
      'a job without its Tenant',
      ['tenant-undeclared'],
      [policy({}, 'x/nightly'), job('0 0 * * *', {}, 'x/a'), job('0 0 * * *', {}, 'x/b')],
    ],
    [
      'a silence for a job that is not there',
      ['job-unknown'],
      [
        job('0 0 * * *'),
        declare('Silence', 'benefits/s', {
          from: '2027-01-01T00:00:00Z',
          until: '2027-01-02T00:00:00Z',
          reason: 'x',
          jobs: ['statment-run'],
        }),
      ],
    ],
    [
      'a rename from a job that is still there',
      ['renamed-from-taken'],
      [job('0 0 * * *'), job('0 0 * * *', { renamedFrom: 'statement-run' }, 'benefits/b')],
    ],
    ['a manual job', [], [job({ manual: true })]],
  ])('%s: %j', (_, expected, documents) => {
    expect(codes(tenant, policy(), ...documents)).toEqual(expected);
  });

  test.each<[object, object, string[]]>([
    [{ overlap: 'skip', catchUp: 'all' }, {}, ['catch-up-defeated']],
    [{ overlap: 'skip', catchUp: 'coalesce' }, {}, ['catch-up-defeated']],
    [{ overlap: 'queue-one', catchUp: 'all' }, {}, []],
    [{ overlap: 'replace', catchUp: 'all' }, {}, ['catch-up-defeated']],
    [{ overlap: 'replace' }, {}, ['replace-cannot-cancel']],
    [{ overlap: 'replace' }, { target: { command: { run: ['x'] } } }, []],
    [{ overlap: 'replace' }, { target: { cloudRunJob: { job: 'projects/a/locations/b/jobs/c' } } }, []],
    [{ report: {} }, {}, []],
    [
      { report: {} },
      { target: { http: { url: 'https://a.example', completion: 'report' } } },
      ['overlap-blind'],
    ],
    [{ report: {} }, { target: { pubsub: { topic: 'projects/a/topics/b' } } }, ['overlap-blind']],
    [{ report: {}, overlap: 'allow' }, { target: { pubsub: { topic: 'projects/a/topics/b' } } }, []],
    [{ report: { lostAfter: '1h' } }, { target: { pubsub: { topic: 'projects/a/topics/b' } } }, []],
    [{ report: { lostAfter: '1h', finishWithin: '2h' } }, {}, ['lost-after-below-finish-within']],
    [{ horizon: '9m' }, {}, ['horizon-below-late-after']],
    [{ horizon: 'unlimited' }, {}, []],
    [{ lateAfter: '59s' }, {}, ['duration-invalid']],
    [{ retry: { attempts: 2, minBackoff: '2m', maxBackoff: '1m' } }, {}, ['duration-invalid']],
  ])('policy %j with job %j: %j', (answers, spec, expected) => {
    expect(codes(tenant, policy(answers), job('0 0 * * *', spec))).toEqual(expected);
    expect(codes(tenant, job('0 0 * * *', { policy: { ...nightly, ...answers }, ...spec }))).toEqual(
      expected,
    );
  });

  test('no remark stands at another name that JavaScript objects happen to have', () => {
    expect(codes(tenant, job('0 0 * * *', { policy: 'constructor', group: 'constructor' }))).toEqual([
      'group-unknown',
      'policy-unknown',
    ]);
  });
});
