import { describe, expect, test } from 'vitest';
import type { Kind } from '../../schema/declared.ts';
import { validators } from '../../schema/generated/validators.gen.js';
import { schemaFiles } from '../../schema/schema-files.ts';

/**
 * A change to the example of a kind: the value at a path below `spec` (below the document, with a leading
 * slash), `undefined` taking it away; and where the document is then wrong, and by which keyword. Nothing
 * there means that it is right.
 */
type Row = [path: string, value: unknown, ...faults: string[]];

const table: Record<Kind, Row[]> = {
  Tenant: [
    ['owners', undefined, '/spec required'],
    ['owners', [], '/spec/owners minItems'],
    ['owners', [' '], '/spec/owners/0 pattern'],
    ['owners', 'ana@example.gov', '/spec/owners type'],
    ['alerts.channels', ['On Call'], '/spec/alerts/channels/0 pattern'],
    ['lanes', { backfill: { minPerMinute: 0 } }],
    ['lanes.scheduled.maxConcurrent', 0, '/spec/lanes/scheduled/maxConcurrent minimum'],
    ['lanes.scheduled.maxConcurrent', 1.5, '/spec/lanes/scheduled/maxConcurrent type'],
    ['lanes.scheduled.minPerMinute', 1, '/spec/lanes/scheduled additionalProperties'],
    ['groups', {}],
    ['groups', { Mainframe: { maxConcurrent: 2 } }, '/spec/groups pattern', '/spec/groups propertyNames'],
    ['groups.mainframe', {}, '/spec/groups/mainframe required'],
    ['retention', '13 months', '/spec/retention pattern'],
    ['/metadata.tenant', 'benefits', '/metadata additionalProperties'],
  ],
  Policy: [
    ...['lateAfter', 'horizon', 'overlap', 'catchUp', 'dst'].map(
      (answer): Row => [answer, undefined, '/spec required'],
    ),
    ['dst.gap', undefined, '/spec/dst required'],
    ['dst.fold', 'last', '/spec/dst/fold enum'],
    ['dst', null, '/spec/dst type'],
    ['horizon', 'unlimited'],
    ['lateAfter', 'unlimited', '/spec/lateAfter pattern'],
    ['horizon', 'Unlimited', '/spec/horizon pattern'],
    ['overlap', 'queue-one'],
    ['overlap', { queue: { max: 3 } }],
    ['overlap', 'queue', '/spec/overlap enum'],
    ['overlap', { queue: 3 }, '/spec/overlap/queue type'],
    ['overlap', { queue: { max: 0 } }, '/spec/overlap/queue/max minimum'],
    ['overlap', true, '/spec/overlap type', '/spec/overlap enum'],
    ['catchUp', 'newest', '/spec/catchUp enum'],
    ['report', {}],
    ['report.lateAfter', '5m', '/spec/report additionalProperties'],
    ['retry', { attempts: 3, minBackoff: '1s', maxBackoff: '1m' }],
    ['retry', { attempts: 3 }, '/spec/retry required', '/spec/retry required'],
    ['horizons', '6h', '/spec additionalProperties'],
  ],
  Job: [
    ['schedule', undefined, '/spec required'],
    ['policy', undefined, '/spec required'],
    ['target', undefined, '/spec required'],
    ['policies', 'nightly', '/spec additionalProperties'],
    ['schedule', { cron: ['0 9 * * *', '0 11 * * SAT'], zone: 'Europe/London' }],
    ['schedule', { cron: [], zone: 'Europe/London' }, '/spec/schedule/cron minItems'],
    ['schedule', { cron: 5, zone: 'UTC' }, '/spec/schedule/cron type', '/spec/schedule/cron type'],
    ['schedule', { cron: '@daily' }, '/spec/schedule dependentRequired'],
    ['schedule', { every: '90m', anchor: '2027-01-01T00:00:00Z' }],
    ['schedule', { every: '90m' }, '/spec/schedule dependentRequired'],
    ['schedule', { at: ['2027-01-01T00:00:00Z', '2027-01-01T09:00', '2027-01-01 09:00:30'] }],
    ['schedule', { at: [] }, '/spec/schedule/at minItems'],
    ['schedule', { at: ['tomorrow'] }, '/spec/schedule/at/0 pattern'],
    ['schedule', { manual: true }],
    ['schedule', { manual: false }, '/spec/schedule/manual const'],
    ['schedule', { manual: true, dayMatch: 'both' }, '/spec/schedule dependentRequired'],
    ['schedule', {}, ...Array(4).fill('/spec/schedule required'), '/spec/schedule oneOf'],
    ['schedule.manual', true, '/spec/schedule oneOf', ...Array(2).fill('/spec/schedule required')],
    ['schedule.dayMatch', 'or', '/spec/schedule/dayMatch enum'],
    ['schedule.exclude', 'uk-bank-holidays', '/spec/schedule/exclude type'],
    ['schedule.onExcluded', 'next-workday', '/spec/schedule/onExcluded enum'],
    ['schedule.start', '2027-01-01', '/spec/schedule/start pattern'],
    ['schedule.start', '2027-01-01T00:00', '/spec/schedule/start pattern'],
    ['schedule.start', '2027-01-01T00:00+01:00'],
    ['schedule.end', '2027-01-01T00:00:00.5Z', '/spec/schedule/end pattern'],
    ['schedule.end', '2027-01-01T24:00:00Z', '/spec/schedule/end pattern'],
    ['schedule.skips', [{ at: '2027-01-01T00:00:00Z' }], '/spec/schedule/skips/0 required'],
    ['schedule.spread', '5', '/spec/schedule/spread pattern'],
    ['policy', 'Nightly', '/spec/policy pattern'],
    ['policy', {}, ...Array(5).fill('/spec/policy required')],
    ['target', {}, '/spec/target minProperties'],
    ['target.command', { run: ['./run'] }, '/spec/target maxProperties'],
    ['target.http.url', undefined, '/spec/target/http required'],
    ['target.http.url', 'statements.example.gov', '/spec/target/http/url pattern'],
    ['target.http.url', 'https://ana:secret@example.gov/', '/spec/target/http/url pattern'],
    ['target.http.method', 'post', '/spec/target/http/method enum'],
    ['target.http.body', { month: '2027-03', deep: [{ any: null }] }],
    ['target.http.headers', { 'X-Key': { secret: 'projects/p/secrets/s/versions/latest' } }],
    [
      'target.http.headers',
      { 'X-Key': { secret: 'hunter2' } },
      '/spec/target/http/headers/X-Key/secret pattern',
    ],
    ['target.http.headers', { 'X-Key': 5 }, ...Array(2).fill('/spec/target/http/headers/X-Key type')],
    ['target.http.auth', {}, '/spec/target/http/auth required'],
    ['target.http.auth.oidc.audience', '', '/spec/target/http/auth/oidc/audience pattern'],
    ['target', { pubsub: { topic: 'projects/p/topics/t', orderingKey: 'k' } }],
    ['target', { pubsub: { topic: 't' } }, '/spec/target/pubsub/topic pattern'],
    ['target', { cloudRunJob: { job: 'projects/p/locations/l/jobs/j', args: [''], env: { A: '1' } } }],
    ['target', { cloudRunJob: { job: 'j' } }, '/spec/target/cloudRunJob/job pattern'],
    ['target', { command: { run: ['sh', '-c', ''] } }],
    ['target', { command: { run: 'sh' } }, '/spec/target/command/run type'],
    ['target', { command: { run: [] } }, '/spec/target/command/run minItems'],
    ['expectedDuration', 90, '/spec/expectedDuration type'],
    ['cost', { perRun: 0 }],
    ['cost', { perRun: -1 }, '/spec/cost/perRun minimum'],
    ['cost', { currency: 'GBP' }, '/spec/cost required'],
    ['cost', { perRun: 1, currency: '£' }, '/spec/cost/currency pattern'],
    ['paused', {}, ...Array(4).fill('/spec/paused required')],
    ['labels', { 'app.example.gov/name': '' }],
    ['labels', { service: true }, '/spec/labels/service type'],
    ['renamedFrom', 'benefits/statements', '/spec/renamedFrom pattern'],
    ['/apiVersion', 'almanac/v2', '/apiVersion const'],
    ['/kind', 'job', '/kind const'],
    ['/metadata.tenant', undefined, '/metadata required'],
    ['/metadata.labels', {}, '/metadata additionalProperties'],
    ['/status', {}, ' additionalProperties'],
  ],
  Calendar: [
    ['dates', undefined, '/spec required', '/spec required', '/spec anyOf'],
    ['dates', []],
    ['dates', ['2027-02-30']],
    ['dates', ['27-12-2027'], '/spec/dates/0 pattern'],
    ['dates', [20271227], '/spec/dates/0 type', '/spec/dates/0 type'],
    ['dates', [{ date: '2027-12-27' }], '/spec/dates/0 required'],
    ['ics', 'holidays.ics'],
    ['validUntil', '2028', '/spec/validUntil pattern'],
  ],
  Grant: [
    ['principals', [], '/spec/principals minItems'],
    ['verbs', ['backfill:approve', 'run:cancel', 'hold', 'ack', 'apply', 'run', 'read']],
    ['verbs', ['backfill'], '/spec/verbs/0 enum'],
    ['verbs', '*', '/spec/verbs type'],
    ['scope', undefined, '/spec required'],
    ['scope', {}, '/spec/scope required'],
    ['scope.jobs', ['statement-*'], '/spec/scope/jobs/0 pattern'],
    ['expires', undefined],
    ['expires', '2028-01-01', '/spec/expires pattern'],
  ],
  Channel: [
    ['webhook', undefined, '/spec minProperties'],
    ['pubsub', { topic: 'projects/p/topics/t' }, '/spec maxProperties'],
    ['webhook.secret', 'hunter2', '/spec/webhook/secret pattern'],
    ['webhook.url', 'mailto:ana@example.gov', '/spec/webhook/url pattern'],
  ],
  Silence: [
    ...['from', 'until', 'reason', 'jobs'].map((key): Row => [key, undefined, '/spec required']),
    ['jobs', ['*']],
    ['reason', '', '/spec/reason pattern'],
  ],
  Scenario: [
    ['outages', undefined],
    ['durations', undefined],
    ['durations', { 'statement-run': 'long' }, '/spec/durations/statement-run pattern'],
    [
      'outages',
      [{ from: '2027-01-01T00:00:00Z', until: '2027-01-01T01:00:00Z' }],
      '/spec/outages/0 required',
    ],
    ['outages.0.of', 'network', '/spec/outages/0/of enum'],
  ],
};

describe.each(Object.entries(table) as [Kind, Row[]][])('a %s', (kind, rows) => {
  test.each(rows.map(([path, value, ...faults]) => ({ path, value, faults })))(
    'whose $path is $value: $faults',
    ({ path, value, faults }) => {
      expect(faultsOf(kind, changed(exampleOf(kind), path, value))).toEqual([...faults].sort());
    },
  );
});

describe('a duration', () => {
  test.each(['90s', '0s', '1h30m', '1h 30m', '2d12h', '1d 2h 3m 4s', '99999999d'])('may be `%s`', (text) => {
    expect(faultsOf('Policy', changed(exampleOf('Policy'), 'lateAfter', text))).toEqual([]);
  });

  test.each([
    '',
    ' ',
    '90',
    '1h30',
    '30m1h',
    '-5m',
    '1.5h',
    '1H',
    ' 1h',
    '1h ',
    '1h  30m',
    '1h\n30m',
    '1:30',
    'PT1H',
    '1w',
    '5 m',
    '1h1h',
    '999999999d',
  ])('is not `%s`', (text) => {
    const document = changed(exampleOf('Policy'), 'lateAfter', text);
    expect(faultsOf('Policy', document)).toEqual(['/spec/lateAfter pattern']);
  });
});

describe('a name', () => {
  test.each(['a', '7', 'statement-run', 'a--b', 'a'.repeat(63)])('may be `%s`', (name) => {
    expect(faultsOf('Job', changed(exampleOf('Job'), '/metadata.name', name))).toEqual([]);
  });

  test.each(['', 'Statement', '-a', 'a-', 'a_b', 'a.b', 'a/b', 'é', 'a\n', 'a'.repeat(64)])(
    'is not `%s`',
    (name) => {
      const document = changed(exampleOf('Job'), '/metadata.name', name);
      expect(faultsOf('Job', document)).toEqual(['/metadata/name pattern']);
    },
  );
});

test.each([[], null, 'text', 5, true, undefined])('%j is no document', (value) => {
  for (const kind of Object.keys(table) as Kind[]) expect(faultsOf(kind, value)).toEqual([' type']);
});

/**
 * The place and keyword of each error, sorted. An `if` only repeats what its branch has said; a `oneOf` or
 * `anyOf` comes with what each of its failing branches misses.
 */
function faultsOf(kind: Kind, document: unknown): string[] {
  validators[kind](document);
  const errors = (validators[kind].errors ?? []).filter(({ keyword }) => keyword !== 'if');
  return errors.map(({ instancePath, keyword }) => `${instancePath} ${keyword}`).sort();
}

function exampleOf(kind: Kind): unknown {
  const file = schemaFiles().find(({ name }) => name === `${kind.toLowerCase()}.schema.json`);
  return JSON.parse(file?.text ?? '').examples[0];
}

function changed(document: unknown, path: string, value: unknown): unknown {
  const keys = path.startsWith('/') ? path.slice(1).split('.') : ['spec', ...path.split('.')];
  const last = keys.pop() ?? '';
  const holder = keys.reduce(
    (at, key) => at[key] as Record<string, unknown>,
    document as Record<string, unknown>,
  );
  if (value === undefined) delete holder[last];
  else holder[last] = value;
  return document;
}
