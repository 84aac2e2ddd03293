// biome-ignore-all lint/suspicious/noTemplateCurlyInString: they are templates of Terraform

import { describe, expect, test } from 'vitest';
import { readStacks } from '../../../compiler/stack/index.ts';

const policy = {
  tenant: 'benefits',
  name: 'nightly',
  late_after: '10m',
  horizon: '6h',
  overlap: 'skip',
  catch_up: 'latest',
  dst: { gap: 'shift', fold: 'first' },
};
const job = {
  tenant: 'benefits',
  name: 'statement-run',
  schedule: { cron: '30 1 * * *', zone: 'Europe/London' },
  policy: 'nightly',
  target: { http: { url: 'https://statements.example.gov/run' } },
};

const resource = (type: string, name: string, body: unknown) => ({ resource: { [type]: { [name]: body } } });

function read(files: Readonly<Record<string, unknown>>) {
  const inputs = Object.entries(files).map(([path, value]) => ({
    path,
    bytes: new TextEncoder().encode(typeof value === 'string' ? value : JSON.stringify(value, null, 2)),
    named: true,
  }));
  return readStacks(inputs);
}

/** What one file declares; the test fails if anything is remarked. */
function declared(value: unknown): readonly unknown[] {
  const { documents, diagnostics } = read({ 'a.tf.json': value }).get('a.tf.json')!;
  expect(diagnostics).toEqual([]);
  return documents.map((document) => document.value);
}

describe('A stack', () => {
  test('is one or many blocks wherever Terraform takes either', () => {
    const once = declared(resource('almanac_job', 'a', job));
    expect(declared({ resource: [{ almanac_job: [{ a: [job] }] }] })).toEqual(once);
    expect(
      declared({
        '//': 'a comment',
        resource: { '//': 'too', almanac_job: { a: { ...job, '//': { path: 'x' } } } },
      }),
    ).toEqual(once);
  });

  test('says nothing by what Terraform reads and we do not, and by null', () => {
    const meta = {
      depends_on: ['almanac_tenant.benefits'],
      lifecycle: { prevent_destroy: true },
      provider: 'almanac.eu',
    };
    expect(declared(resource('almanac_job', 'a', { ...job, ...meta, group: null, cost: null }))).toEqual(
      declared(resource('almanac_job', 'a', job)),
    );
  });

  test('gives each resource its line, and each value its place', () => {
    const [document] = read({ 'a.tf.json': resource('almanac_job', 'a', job) }).get('a.tf.json')!.documents;
    expect(document).toMatchObject({ file: 'a.tf.json', line: 4 });
    expect(document!.positions['/spec/schedule/zone']).toEqual([9, 19, 9, 34]);
    expect(document!.positions['/spec/schedule/zone#key']).toEqual([9, 11, 9, 17]);
  });

  test('is passed over unless it was named, if it has nothing of ours', () => {
    const bytes = new TextEncoder().encode('{ "resource": { "google_pubsub_topic": {} } }');
    const quiet = readStacks([{ path: 'a.tf.json', bytes, named: false }]).get('a.tf.json')!;
    expect(quiet).toEqual({ documents: [], diagnostics: [], passedOver: 1, refused: [] });
    const named = readStacks([{ path: 'a.tf.json', bytes, named: true }]).get('a.tf.json')!;
    expect(named.diagnostics.map(({ code }) => code)).toEqual(['file-empty']);
  });

  test('is answered however deep it is nested', () => {
    const deep = `{"resource": {"almanac_job": ${'['.repeat(200_000)}`;
    expect(
      read({ 'a.tf.json': deep })
        .get('a.tf.json')!
        .diagnostics.map(({ code }) => code),
    ).toEqual(['stack-invalid']);
  });
});

describe('A reference', () => {
  test.each([
    'nightly',
    '${almanac_policy.nightly.name}',
    '${ almanac_policy.nightly.spec }',
    '${almanac_policy.nightly["name"]}',
  ])('to a policy as %s is its name', (reference) => {
    const documents = declared({
      resource: { almanac_policy: { nightly: policy }, almanac_job: { a: { ...job, policy: reference } } },
    });
    expect(documents).toContainEqual(
      expect.objectContaining({ spec: expect.objectContaining({ policy: 'nightly' }) }),
    );
  });

  test('may stand within a text, lead to another, or take a part of something', () => {
    const [, document] = declared({
      resource: {
        almanac_policy: { nightly: policy },
        almanac_job: {
          a: {
            ...job,
            name: 'run-${almanac_policy.nightly.dst.gap}',
            policy: '${almanac_policy.nightly.spec}',
            labels: {
              literal: '$${kept} %%{kept} 5 %',
              id: '${almanac_policy.nightly.id}',
              self: '${almanac_job.a.schedule.zone}',
            },
          },
        },
      },
    });
    expect(document).toMatchObject({
      metadata: { name: 'run-shift' },
      spec: { labels: { literal: '${kept} %{kept} 5 %', id: 'benefits/nightly', self: 'Europe/London' } },
    });
  });

  test('goes from file to file of a folder, and not beyond', () => {
    const referring = resource('almanac_job', 'a', { ...job, policy: '${almanac_policy.nightly.name}' });
    const found = read({
      'one/policies.tf.json': resource('almanac_policy', 'nightly', policy),
      'one/jobs.tf.json': referring,
      'two/jobs.tf.json': referring,
    });
    expect(found.get('one/jobs.tf.json')!.diagnostics).toEqual([]);
    expect(found.get('two/jobs.tf.json')!.diagnostics.map(({ code }) => code)).toEqual(['stack-unresolved']);
  });

  test('to a policy with a mistake is not a second mistake', () => {
    const { diagnostics, refused } = read({
      'a.tf.json': {
        resource: {
          almanac_policy: { nightly: { ...policy, horizon: '${var.horizon}' } },
          almanac_job: { a: { ...job, policy: '${almanac_policy.nightly.spec}' } },
        },
      },
    }).get('a.tf.json')!;
    expect(diagnostics.map(({ code, subject }) => ({ code, subject }))).toEqual([
      { code: 'stack-unresolved', subject: 'almanac_policy.nightly' },
    ]);
    expect(refused).toMatchObject([{ kind: 'Policy', tenant: 'benefits', name: 'nightly' }]);
  });
});
