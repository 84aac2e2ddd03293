import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compileManifest } from '../../../compiler/manifest/compile-manifest.ts';
import type { DeclaredDocument } from '../../../schema/declared.ts';
import type { JobMeaning, Manifest } from '../../../schema/manifest.ts';
import { declare } from '../../support/declare.ts';
import { compile, context, http, job, nightly, policy, tenant } from './compile.ts';

const at = (text: string, reason = 'migration') => ({ at: text, reason });

/** A tenant with something of every kind. */
const house: readonly DeclaredDocument[] = [
  tenant,
  policy(),
  policy({ overlap: { queue: { max: 3 } } }, 'benefits/patient'),
  declare('Calendar', 'benefits/bank-holidays', {
    dates: ['2027-12-27', { date: '2027-12-28', name: 'Boxing Day' }, '2028-01-03'],
    validUntil: '2028-12-31',
  }),
  declare('Channel', 'benefits/on-call', { webhook: { url: 'https://alerts.example.gov/hook' } }),
  declare('Grant', 'benefits/ops', {
    principals: ['group:b@example.gov', 'group:a@example.gov'],
    verbs: ['read', 'hold'],
    scope: { jobs: ['statement-run', 'import'] },
    expires: '2028-01-01T00:00:00Z',
  }),
  declare('Silence', 'benefits/night', {
    from: '2027-06-05T20:00:00Z',
    until: '2027-06-06T04:00:00Z',
    reason: 'maintenance',
    jobs: ['import'],
  }),
  declare('Scenario', 'benefits/outage', {
    outages: [
      { from: '2027-03-28T00:00:00Z', until: '2027-03-28T06:00:00Z', of: 'platform' },
      { from: '2027-03-27T00:00:00Z', until: '2027-03-27T06:00:00Z', of: 'target' },
    ],
    durations: { import: '1h' },
  }),
  job({
    cron: ['30 1 * * 1-5', '0 9 * * 6'],
    zone: 'Europe/London',
    exclude: ['bank-holidays'],
    spread: '5m',
  }),
  job({ every: '90m', anchor: '2027-01-01T00:00:00Z' }, { policy: 'patient' }, 'benefits/import'),
  declare('Tenant', 'taxes', { owners: ['b', 'a'] }),
  policy({}, 'taxes/nightly'),
  job('0 0 * * *', {}, 'taxes/statement-run'),
];

const { sources: _, ...houseMeaning } = compile(...house);

/** Puts the keys of every mapping into another order. */
function withKeysShuffled(value: unknown, order: (keys: string[]) => string[]): unknown {
  if (Array.isArray(value)) return value.map((one) => withKeysShuffled(one, order));
  if (typeof value !== 'object' || value === null) return value;
  const record = value as Record<string, unknown>;
  return Object.fromEntries(
    order(Object.keys(record)).map((key) => [key, withKeysShuffled(record[key], order)]),
  );
}

describe('Equal meanings have equal digests', () => {
  test('whatever the order of documents, files and keys', () => {
    fc.assert(
      fc.property(
        fc.shuffledSubarray([...house], { minLength: house.length }),
        fc.array(fc.constantFrom('a.yaml', 'b/c.yaml', 'z.yml'), {
          minLength: house.length,
          maxLength: house.length,
        }),
        fc.boolean(),
        (documents, files, isReversed) => {
          const order = (keys: string[]) => (isReversed ? keys.reverse() : keys);
          const moved = documents.map((document, index) => ({
            ...document,
            file: files[index]!,
            line: index * 7 + 1,
            value: withKeysShuffled(document.value, order),
          }));
          const { sources, ...meaning } = compile(...moved);
          expect(meaning).toEqual(houseMeaning);
          // To the byte but for where things stand, so that a manifest can be compared as a file.
          expect(JSON.stringify(Object.keys(meaning.tenants))).toBe(
            JSON.stringify(Object.keys(houseMeaning.tenants)),
          );
        },
      ),
      { numRuns: 50 },
    );
  });

  test.each<[string, DeclaredDocument[], DeclaredDocument[]]>([
    [
      'durations',
      [policy(), job('0 0 * * *')],
      [policy({ lateAfter: '600s', horizon: '5h60m' }), job('0 0 * * *')],
    ],
    ['cron expressions', [policy(), job('0 9 * * 1-5')], [policy(), job('00 09 * * MON,TUE,WED,THU,FRI')]],
    ['nicknames', [policy(), job('0 0 * * *')], [policy(), job('@daily')]],
    ['seconds that are nought', [policy(), job('0 0 * * *')], [policy(), job('0 0 0 * * *')]],
    [
      'zones',
      [policy(), job({ cron: '0 0 * * *', zone: 'Asia/Kolkata' })],
      [policy(), job({ cron: '0 0 * * *', zone: 'Asia/Calcutta' })],
    ],
    [
      'instants',
      [policy(), job({ every: '1h', anchor: '2027-01-01T00:00:00Z' })],
      [policy(), job({ every: '60m', anchor: '2027-01-01T05:30:00+05:30' })],
    ],
    [
      'lists of expressions',
      [policy(), job({ cron: ['0 1 * * *', '0 2 * * *'], zone: 'UTC' })],
      [policy(), job({ cron: ['0 2 * * *', '0 1 * * *', '0 1 * * *'], zone: 'UTC' })],
    ],
    [
      'one expression and a list of one',
      [policy(), job({ cron: '0 1 * * *', zone: 'UTC' })],
      [policy(), job({ cron: ['0 1 * * *'], zone: 'UTC' })],
    ],
    [
      'lists of times',
      [policy(), job({ at: ['2027-01-01T00:00:00Z', '2027-01-02T00:00:00Z'] })],
      [policy(), job({ at: ['2027-01-02T01:00:00+01:00', '2027-01-01T00:00:00Z'] })],
    ],
    [
      '`queue-one`',
      [policy({ overlap: 'queue-one' }), job('0 0 * * *')],
      [policy({ overlap: { queue: { max: 1 } } }), job('0 0 * * *')],
    ],
    [
      'defaults of a target',
      [policy(), job('0 0 * * *')],
      [
        policy(),
        job('0 0 * * *', {
          target: { http: { ...http.http, method: 'POST', completion: 'response', headers: {} } },
        }),
      ],
    ],
    [
      'skips and extras',
      [
        policy(),
        job({
          cron: '0 0 * * *',
          zone: 'UTC',
          extras: [at('2027-01-01T02:00:00Z'), at('2027-01-01T01:00:00Z')],
        }),
      ],
      [
        policy(),
        job({
          cron: '0 0 * * *',
          zone: 'UTC',
          extras: [at('2027-01-01T02:00:00+01:00'), at('2027-01-01T02:00:00Z')],
          skips: [],
        }),
      ],
    ],
    ['descriptions', [policy(), job('0 0 * * *')], [policy(), job('0 0 * * *', { description: 'at night' })]],
    ['labels that are none', [policy(), job('0 0 * * *')], [policy(), job('0 0 * * *', { labels: {} })]],
  ])('however they are spelt: %s', (_, before, after) => {
    const [one, other] = [compile(tenant, ...before), compile(tenant, ...after)];
    expect(other.digest).toBe(one.digest);
    expect(other.tenants).toEqual(one.tenants);
  });

  test('a policy in place means what a policy by name does', () => {
    const named = jobOf(compile(tenant, policy(), job('0 0 * * *')));
    const inPlace = jobOf(compile(tenant, job('0 0 * * *', { policy: nightly })));
    expect(inPlace).toEqual(named);
  });

  test('a rename is an instruction and no meaning', () => {
    const before = jobOf(compile(tenant, policy(), job('0 0 * * *')));
    const after = jobOf(compile(tenant, policy(), job('0 0 * * *', { renamedFrom: 'statements' })));
    expect(after.digest).toBe(before.digest);
    expect(after.renamedFrom).toBe('statements');
  });

  test('tables of zones have digests of their own, apart from what was declared', () => {
    const zoneTable: typeof context.zoneTable = (zone) => {
      const table = context.zoneTable(zone);
      return { ...table, offsets: table.offsets.map((offset) => offset + 60) };
    };
    const documents = [tenant, policy(), job('0 0 * * *')];
    const before = compile(...documents);
    const after = compileManifest(documents, { tzdata: '2099z', zoneTable }).manifest;
    expect(after.digest).toBe(before.digest);
    expect(after.zones['Europe/London']!.digest).not.toBe(before.zones['Europe/London']!.digest);
  });
});

describe('Other meanings have other digests', () => {
  const base = { cron: '0 1 * * *', zone: 'Europe/London' };
  const calendars = [
    declare('Calendar', 'benefits/a', { dates: ['2027-01-01'] }),
    declare('Calendar', 'benefits/b', { dates: ['2027-01-02'] }),
  ];
  const world = (schedule: object, spec: object = {}, answers: object = {}) =>
    compile(tenant, policy({ overlap: 'queue-one', ...answers }), ...calendars, job(schedule, spec));
  const before = world(base);

  const paused = { from: '2027-01-01T00:00:00Z', until: '2027-01-02T00:00:00Z', reason: 'x', fires: 'hold' };

  test.each<[string, Manifest, 'fires' | 'job']>([
    ['cron', world({ ...base, cron: '0 2 * * *' }), 'fires'],
    ['zone', world({ ...base, zone: 'Europe/Dublin' }), 'fires'],
    ['gap', world(base, {}, { dst: { gap: 'skip', fold: 'first' } }), 'fires'],
    ['fold', world(base, {}, { dst: { gap: 'shift', fold: 'both' } }), 'fires'],
    ['dayMatch', world({ ...base, cron: '0 1 1-7 * 1', dayMatch: 'both' }), 'fires'],
    ['start', world({ ...base, start: '2027-01-01T00:00:00Z' }), 'fires'],
    ['end', world({ ...base, end: '2037-01-01T00:00:00Z' }), 'fires'],
    ['exclude', world({ ...base, exclude: ['a'] }), 'fires'],
    ['include', world({ ...base, include: ['a'] }), 'fires'],
    ['onExcluded', world({ ...base, exclude: ['a'], onExcluded: 'next-day' }), 'fires'],
    ['skips', world({ ...base, skips: [at('2027-01-01T01:00:00Z')] }), 'fires'],
    ["a skip's reason", world({ ...base, skips: [at('2027-01-01T01:00:00Z', 'other')] }), 'fires'],
    ['extras', world({ ...base, extras: [at('2027-01-01T02:00:00Z')] }), 'fires'],
    ['spread', world({ ...base, spread: '5m' }), 'fires'],
    ['pause', world(base, { paused }), 'fires'],
    ['what of fires in a pause', world(base, { paused: { ...paused, fires: 'skip' } }), 'fires'],
    ['every', world({ every: '1h', anchor: '2027-01-01T00:00:00Z' }), 'fires'],
    ['anchor', world({ every: '1h', anchor: '2027-01-01T00:00:01Z' }), 'fires'],
    ['at', world({ at: ['2027-01-01T00:00:00Z'] }), 'fires'],
    ['manual', world({ manual: true }), 'fires'],
    ['lateAfter', world(base, {}, { lateAfter: '11m' }), 'job'],
    ['horizon', world(base, {}, { horizon: '7h' }), 'job'],
    ['no horizon', world(base, {}, { horizon: 'unlimited' }), 'job'],
    ['overlap', world(base, {}, { overlap: 'allow' }), 'job'],
    ['how many queue', world(base, {}, { overlap: { queue: { max: 2 } } }), 'job'],
    ['catchUp', world(base, {}, { catchUp: 'all' }), 'job'],
    ['report', world(base, {}, { report: { finishWithin: '2h' } }), 'job'],
    ['retry', world(base, {}, { retry: { attempts: 2, minBackoff: '1m', maxBackoff: '1m' } }), 'job'],
    ['url', world(base, { target: { http: { url: 'https://other.example/' } } }), 'job'],
    ['method', world(base, { target: { http: { ...http.http, method: 'PUT' } } }), 'job'],
    ['headers', world(base, { target: { http: { ...http.http, headers: { A: 'b' } } } }), 'job'],
    ['body', world(base, { target: { http: { ...http.http, body: {} } } }), 'job'],
    ['completion', world(base, { target: { http: { ...http.http, completion: 'report' } } }), 'job'],
    ['timeout', world(base, { target: { http: { ...http.http, timeout: '1m' } } }), 'job'],
    ['kind of target', world(base, { target: { command: { run: ['./run'] } } }), 'job'],
    ['order of arguments', world(base, { target: { command: { run: ['./run', 'a'] } } }), 'job'],
    ['expectedDuration', world(base, { expectedDuration: '1m' }), 'job'],
    ['cost', world(base, { cost: { perRun: 1 } }), 'job'],
    ['group', world(base, { group: 'mainframe' }), 'job'],
    ['labels', world(base, { labels: { a: 'b' } }), 'job'],
  ])('a change of %s', (_, after, what) => {
    const [was, is] = [jobOf(before), jobOf(after)];
    expect(is.digest).not.toBe(was.digest);
    expect(after.digest).not.toBe(before.digest);
    expect(is.scheduleDigest === was.scheduleDigest).toBe(what === 'job');
  });

  test('a change of a calendar that a schedule looks at, and of no other', () => {
    const using = world({ ...base, exclude: ['a'] });
    const withDates = (name: string) =>
      compile(
        tenant,
        policy({ overlap: 'queue-one' }),
        ...calendars.filter((calendar) => calendar.name !== name),
        declare('Calendar', `benefits/${name}`, { dates: ['2027-05-05'] }),
        job({ ...base, exclude: ['a'] }),
      );
    expect(jobOf(withDates('a')).scheduleDigest).not.toBe(jobOf(using).scheduleDigest);
    expect(jobOf(withDates('b')).scheduleDigest).toBe(jobOf(using).scheduleDigest);
    expect(withDates('b').digest).not.toBe(using.digest);
  });

  test('a change inside one tenant leaves the digests of the others alone', () => {
    const after = compile(...house.slice(0, -1), job('0 1 * * *', {}, 'taxes/statement-run'));
    expect(after.tenants['benefits']!.digest).toBe(houseMeaning.tenants['benefits']!.digest);
    expect(after.tenants['taxes']!.digest).not.toBe(houseMeaning.tenants['taxes']!.digest);
    expect(after.digest).not.toBe(houseMeaning.digest);
  });
});

function jobOf(manifest: Manifest): JobMeaning {
  return manifest.tenants['benefits']!.jobs['statement-run']!;
}
