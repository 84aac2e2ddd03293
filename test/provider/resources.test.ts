import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { almanacProvider } from '../../provider/almanac-provider.ts';
import { manifestFile } from '../../provider/backends/manifest-file.ts';
import { type BlockAttribute, isNestedBlock } from '../../provider/wire/block.ts';
import type { Values } from '../../provider/wire/value.ts';
import type { Manifest } from '../../schema/manifest.ts';
import { type Kept, terraformRun } from './contract/terraform-run.ts';

const scratch = mkdtempSync(join(tmpdir(), 'almanac-resources-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));
let count = 0;

const asOf = '2027-01-15T09:00:00Z';
const now = Date.parse(asOf) / 1000;

const policy: Values = {
  tenant: 'benefits',
  name: 'nightly',
  late_after: '10m',
  horizon: '6h',
  overlap: 'skip',
  catch_up: 'latest',
  dst: { gap: 'shift', fold: 'first' },
  report: { lost_after: '3h' },
};
const job = (spec: Values[string], more: Values = {}): Values => ({
  tenant: 'benefits',
  name: 'statement-run',
  schedule: { cron: '30 1 * * *', zone: 'Europe/London' },
  policy: spec,
  target: { http: { url: 'https://statements.example.gov/run' } },
  ...more,
});

/** Declares tenant, policy and job in a new manifest file. */
async function declared(): Promise<{ path: string; policy: Kept; job: Kept }> {
  const path = join(scratch, `${count++}.json`);
  const run = terraformRun(path, asOf, now);
  const create = async (type: string, config: Values): Promise<Kept> => {
    const { planned, private: kept } = await run.plan(type, null, config);
    return (await run.apply(type, null, planned, kept))!;
  };
  await create('almanac_tenant', { name: 'benefits', owners: ['a@example.gov'] });
  const nightly = await create('almanac_policy', policy);
  return { path, policy: nightly, job: await create('almanac_job', job(nightly.state['spec']!)) };
}

/** Changes the declarations behind the provider's back. */
async function behind(
  path: string,
  change: { kind: 'Job' | 'Policy'; name: string; edit?: (text: string) => string },
) {
  const file = manifestFile(path, () => now);
  const inForce = await file.inForce('benefits');
  const known = (await file.declarations('benefits')).find(
    ({ kind, name }) => kind === change.kind && name === change.name,
  )!;
  const { edit, kind, name } = change;
  const answer = await file.apply('benefits', {
    source: 'terraform',
    base: inForce!.digest,
    principal: 'somebody',
    put: edit ? [JSON.parse(edit(JSON.stringify(known.document)))] : [],
    remove: edit ? [] : [{ kind, name }],
  });
  expect(answer.kind).toBe('applied');
}

describe('What was changed behind Terraform', () => {
  test('is seen, and planned back', async () => {
    const { path, job: kept } = await declared();
    await behind(path, {
      kind: 'Job',
      name: 'statement-run',
      edit: (text) => text.replace('30 1 * * *', '45 1 * * *'),
    });
    const run = terraformRun(path, asOf, now);
    const seen = (await run.refresh('almanac_job', kept))!;
    expect(seen.state['schedule']).toMatchObject({ cron: '45 1 * * *' });
    expect(Object.keys(seen.state['fires']!)[0]).toBe('2027-01-16T01:45:00Z');
    const { planned, remarks } = await run.plan('almanac_job', seen, job(kept.state['policy']!));
    expect(planned!['schedule']).toMatchObject({ cron: '30 1 * * *' });
    expect(remarks[0]!.summary).toMatch(/^job benefits\/statement-run: 289 moved, \d+ altered/);
  });

  test('is created again where it was taken away', async () => {
    const { path, job: kept } = await declared();
    await behind(path, { kind: 'Job', name: 'statement-run' });
    expect(await terraformRun(path, asOf, now).refresh('almanac_job', kept)).toBeNull();
  });

  test('shows in the jobs of a policy, too', async () => {
    const { path, job: kept } = await declared();
    await behind(path, { kind: 'Policy', name: 'nightly', edit: (text) => text.replace('"6h"', '"2h"') });
    const run = terraformRun(path, asOf, now);
    const seen = (await run.refresh('almanac_job', kept))!;
    expect(Object.values(seen.state['fires']!)[0]).toContain('expires after 2h');
    const { planned } = await run.plan('almanac_job', seen, job(kept.state['policy']!));
    expect(Object.values(planned!['fires']!)[0]).toContain('expires after 6h');
  });
});

describe('Time-zone data that differ from those in force', () => {
  test('are a change where they move fires, are told, and are applied', async () => {
    const { path, job: kept } = await declared();
    const manifest = JSON.parse(readFileSync(path, 'utf8')) as Manifest;
    const london = manifest.zones['Europe/London']!;
    const week = 7 * 86_400;
    const transitions = london.transitions.map((at) => (at > now ? at + week : at));
    const zones = { 'Europe/London': { ...london, transitions, digest: 'sha256:another' } };
    writeFileSync(path, JSON.stringify({ ...manifest, tzdata: '2026z', zones }));

    const run = terraformRun(path, asOf, now);
    const seen = (await run.refresh('almanac_job', { ...kept, state: { ...kept.state, tzdata: '2026z' } }))!;
    expect(seen.state['fires']).toHaveProperty(['2027-04-04T01:30:00Z']);
    const plan = await run.plan('almanac_job', seen, job(kept.state['policy']!));
    expect(plan.planned!['fires']).toHaveProperty(['2027-03-28T01:30:00Z']);
    expect(plan.planned!['tzdata']).not.toBe('2026z');
    expect(plan.remarks[0]!.detail).toContain('give other fires in Europe/London than those in force');
    const applied = (await run.apply('almanac_job', seen, plan.planned, plan.private))!;

    const after = terraformRun(path, asOf, now);
    const settled = (await after.refresh('almanac_job', applied))!;
    expect(settled.state['fires']).toEqual(plan.planned!['fires']);
  });

  test('are no change where no fire moves', async () => {
    const { path, job: kept } = await declared();
    const manifest = JSON.parse(readFileSync(path, 'utf8')) as Manifest;
    const london = manifest.zones['Europe/London']!;
    const transitions = london.transitions.filter((at) => at < now + 5 * 365 * 86_400);
    const offsets = london.offsets.slice(0, transitions.length + 1);
    writeFileSync(
      path,
      JSON.stringify({ ...manifest, zones: { 'Europe/London': { ...london, transitions, offsets } } }),
    );
    const run = terraformRun(path, asOf, now);
    const seen = (await run.refresh('almanac_job', kept))!;
    const { planned, remarks } = await run.plan('almanac_job', seen, job(kept.state['policy']!));
    expect(planned).toEqual(seen.state);
    expect(remarks).toEqual([]);
  });
});

describe('A job that names its policy as text', () => {
  test('is told that the policy changes beside it', async () => {
    const { path, policy: nightly } = await declared();
    const first = terraformRun(path, asOf, now);
    const made = await first.plan('almanac_job', null, job('nightly', { name: 'letters' }));
    const letters = (await first.apply('almanac_job', null, made.planned, made.private))!;
    const run = terraformRun(path, asOf, now);
    const [a, b] = [
      (await run.refresh('almanac_policy', nightly))!,
      (await run.refresh('almanac_job', letters))!,
    ];
    await run.plan('almanac_policy', a, { ...policy, horizon: '1h' });
    const { remarks, planned } = await run.plan('almanac_job', b, job('nightly', { name: 'letters' }));
    expect(remarks.map(({ summary }) => summary)).toEqual([
      'job benefits/letters: `nightly` changes in this plan, and what it alters of the job’s fires is not shown'.replace(
        '’',
        "'",
      ),
    ]);
    expect(planned).toEqual(b.state);
  });
});

describe('A secret written out', () => {
  test('is refused, and its line is not shown', () => {
    const { validate, block } = almanacProvider({}, () => now).resources['almanac_job']!;
    const headers = { Authorization: 'Bearer c2VjcmV0LXRva2VuLW9mLW91cnM' };
    const config = job('nightly', { target: { http: { url: 'https://a.example.gov/', headers } } });
    const nothing = Object.fromEntries(block.attributes.map(({ name }) => [name, null]));
    const [remark, ...more] = validate({ ...nothing, ...config });
    expect(more).toEqual([]);
    expect(remark).toMatchObject({
      severity: 'error',
      summary: 'benefits/statement-run: `Authorization` holds what looks like a bearer token',
    });
    expect(remark!.path).toBeUndefined();
    expect(JSON.stringify(remark)).not.toContain('c2VjcmV0');
  });
});

describe('The schema', () => {
  const provider = almanacProvider({}, () => now);
  const blocks = [
    ...Object.entries(provider.resources).map(([name, { block }]) => [name, block] as const),
    ...Object.entries(provider.dataSources).map(([name, { block }]) => [name, block] as const),
    ['provider', provider.configuration] as const,
  ];
  const reserved = [
    'count',
    'for_each',
    'provider',
    'depends_on',
    'lifecycle',
    'connection',
    'provisioner',
    'locals',
  ];
  const reservedInProvider = ['alias', 'version', 'source', 'for_each'];
  const all = (attributes: readonly BlockAttribute[]): readonly BlockAttribute[] =>
    attributes.flatMap((attribute) => [
      attribute,
      ...(isNestedBlock(attribute.type) ? all(attribute.type.attributes) : []),
    ]);

  test.each(blocks)(
    'of %s uses no name that Terraform or CDKTF keeps for itself, and describes everything',
    (name, block) => {
      const names = block.attributes.map((attribute) => attribute.name);
      expect(
        names.filter((one) => (name === 'provider' ? reservedInProvider : reserved).includes(one)),
      ).toEqual([]);
      expect(
        names.filter((one) => ['node', 'path', 'fqn', 'friendly_unique_id', 'to_string'].includes(one)),
      ).toEqual([]);
      expect(new Set(names).size).toBe(names.length);
      expect(all(block.attributes).filter(({ name: one }) => !/^[a-z][a-z0-9_]*$/.test(one))).toEqual([]);
      expect(all(block.attributes).filter(({ description }) => description.trim() === '')).toEqual([]);
    },
  );

  test('hides what must not be seen', () => {
    const hidden = blocks.flatMap(([name, { attributes }]) =>
      all(attributes).flatMap((attribute) => (attribute.sensitive ? [`${name} ${attribute.name}`] : [])),
    );
    expect(hidden).toEqual(['almanac_channel url', 'provider token']);
  });
});
