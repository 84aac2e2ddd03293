import { describe, expect, test } from 'vitest';
import { zoneTable } from '../../../compiler/index.ts';
import {
  type ApplyOptions,
  applyDeclarations,
  openApplyPort,
  readDeclarations,
  readInForce,
} from '../../../runtime/apply/index.ts';
import type { DeclarationsChange } from '../../../schema/declarations-api.ts';
import type { DeclaredDocument } from '../../../schema/declared.ts';
import { declare } from '../../support/declare.ts';
import { openDriver } from '../../support/drive-shard.ts';
import { nightly, planAgainst } from './casework.ts';

/** 2026-11-29T09:00:00Z. */
const start = 1_795_942_800;

function openRuntime() {
  const driver = openDriver({ start });
  const options: ApplyOptions = {
    pause: async () => {
      driver.sleep(driver.now + 1);
      await driver.tick();
    },
  };
  const change = (put: readonly DeclaredDocument[], more: Partial<DeclarationsChange> = {}) =>
    applyDeclarations(
      driver.ledger,
      'benefits',
      { source: 'terraform:prod', base: null, principal: 'ci:terraform', put, remove: [], ...more },
      options,
    );
  const port = openApplyPort(driver.ledger, options);
  return { driver, port, options, change };
}

const policySpec = {
  lateAfter: '10m',
  horizon: '6h',
  overlap: 'skip',
  catchUp: 'latest',
  dst: { gap: 'shift', fold: 'first' },
  report: { finishWithin: '2h', lostAfter: '3h' },
};
const tenant = declare('Tenant', 'benefits', { owners: ['team@example.gov'] });
const policy = (horizon = '6h') => declare('Policy', 'benefits/nightly', { ...policySpec, horizon });
const job = (cron = '30 1 * * *', name = 'benefits/statement-run') =>
  declare('Job', name, {
    schedule: { cron, zone: 'Europe/London' },
    policy: 'nightly',
    target: { http: { url: 'https://statements.example.gov/run' } },
  });

describe('Declarations of a front door that is not files', () => {
  test('are in force, with whose they are', async () => {
    const { driver, change } = openRuntime();
    const answer = await change([tenant, policy(), job()]);
    expect(answer).toEqual({ status: 200, body: { revision: 1, digest: expect.stringMatching(/^sha256:/) } });
    const inForce = await readInForce(driver.ledger, 'benefits');
    expect(inForce).toMatchObject({ revision: 1, digest: (answer.body as { digest: string }).digest });
    const owned = await readDeclarations(driver.ledger, 'benefits', 'terraform:prod');
    expect(owned.map(({ kind, name, source }) => [kind, name, source])).toEqual([
      ['Job', 'statement-run', 'terraform:prod'],
      ['Policy', 'nightly', 'terraform:prod'],
      ['Tenant', 'benefits', 'terraform:prod'],
    ]);
    expect(await readDeclarations(driver.ledger, 'benefits', 'files')).toEqual([]);
  });

  test('sent again make no second revision, whatever their base', async () => {
    const { change } = openRuntime();
    const first = await change([tenant, policy(), job()]);
    expect(await change([tenant, policy(), job('30 01 * * *')])).toEqual(first);
  });

  test('planned against something else are refused', async () => {
    const { change } = openRuntime();
    const first = await change([tenant, policy(), job()]);
    const { digest } = first.body as { digest: string };
    expect((await change([policy('4h')], { base: digest })).status).toBe(200);
    const late = await change([policy('2h')], { base: digest });
    expect(late).toMatchObject({ status: 409, body: { code: 'base-moved' } });
    expect((late.body as { message: string }).message).toContain(
      'revision 2, by ci:terraform from `terraform:prod`',
    );
  });

  test('that do not compile are refused with what is wrong, and nothing changes', async () => {
    const { driver, change } = openRuntime();
    const wrong = await change([tenant, policy(), job('61 1 * * *')]);
    expect(wrong).toMatchObject({ status: 422, body: { diagnostics: [{ code: 'cron-invalid' }] } });
    expect(await readInForce(driver.ledger, 'benefits')).toBeUndefined();
  });

  test('that another source owns are refused, naming it', async () => {
    const { port, change, driver } = openRuntime();
    const plan = await planAgainst(port, nightly('benefits'));
    await port.apply({ plan, principal: 'user:ann', failOn: 'error' });
    const { digest } = (await readInForce(driver.ledger, 'benefits'))!;
    expect(await change([job('0 2 * * *')], { base: digest })).toMatchObject({
      status: 409,
      body: {
        code: 'owned-by-other-source',
        declaration: { kind: 'Job', name: 'statement-run' },
        owner: 'files',
      },
    });
    // Beside them there is room: a job that uses the policy of the files.
    const beside = await change([job('0 2 * * *', 'benefits/letters')], { base: digest });
    expect(beside.status).toBe(200);
    const all = await readDeclarations(driver.ledger, 'benefits');
    expect(all.map(({ name, source }) => `${name}: ${source}`)).toContain('letters: terraform:prod');
    expect(all.map(({ name, source }) => `${name}: ${source}`)).toContain('statement-run: files');

    // And the files, planned again, leave it where it is.
    const again = await planAgainst(port, nightly('benefits', { cron: '0 4 * * *' }));
    expect(again.jobs.map(({ job: name, action }) => [name, action])).toEqual([['statement-run', 'change']]);
    expect(
      (await port.apply({ plan: again, principal: 'user:ann', failOn: 'error' })).refused,
    ).toBeUndefined();
    expect((await readDeclarations(driver.ledger, 'benefits')).length).toBe(4);
  });

  test('that files claim afterwards are refused at their apply', async () => {
    const { port, change } = openRuntime();
    const plan = await planAgainst(port, nightly('benefits'));
    // Meanwhile Terraform has the same declarations in force, with the same meaning.
    await change([tenant, policy(), job()]);
    const { refused } = await port.apply({ plan, principal: 'user:ann', failOn: 'error' });
    expect(refused?.code).toBe('base-moved');
  });

  test('that are removed are gone; what is not there is passed over', async () => {
    const { change } = openRuntime();
    const first = await change([tenant, policy(), job()]);
    const base = (first.body as { digest: string }).digest;
    const remove = [
      { kind: 'Job', name: 'statement-run' },
      { kind: 'Job', name: 'nobody' },
    ] as const;
    expect(await change([], { base, remove })).toMatchObject({ status: 200, body: { revision: 2 } });
  });

  test('bring the zone tables that they were planned with', async () => {
    const { driver, change } = openRuntime();
    const table = zoneTable('Europe/London');
    const moved = { ...table, transitions: table.transitions.map((at, i) => (i > 120 ? at + 3_600 : at)) };
    await change([tenant, policy(), job()]);
    const { digest, manifest } = (await readInForce(driver.ledger, 'benefits'))!;
    const answer = await change([], { base: digest, zones: { 'Europe/London': moved }, tzdata: '2030a' });
    // The meaning is the same, the tables are not.
    expect(answer).toEqual({ status: 200, body: { revision: 2, digest } });
    const after = (await readInForce(driver.ledger, 'benefits'))!.manifest;
    expect(after.tzdata).toBe('2030a');
    expect(after.zones['Europe/London']?.digest).not.toBe(manifest.zones['Europe/London']?.digest);
  });

  test('of which two change only zone tables at once: the shard refuses the second', async () => {
    const { driver, change } = openRuntime();
    await change([tenant, policy(), job()]);
    const { digest } = (await readInForce(driver.ledger, 'benefits'))!;
    const table = zoneTable('Europe/London');
    const tables = (by: number) => ({
      'Europe/London': { ...table, transitions: table.transitions.map((at, i) => (i > 120 ? at + by : at)) },
    });
    const post = (zones: NonNullable<DeclarationsChange['zones']>) =>
      applyDeclarations(
        driver.ledger,
        'benefits',
        { source: 'terraform:prod', base: digest, principal: 'ci', put: [], remove: [], zones },
        { answerWithinMs: 0 },
      );
    expect((await post(tables(3_600))).status).toBe(503);
    expect((await post(tables(7_200))).status).toBe(503);
    driver.sleep(driver.now + 1);
    await driver.tick();
    const inForce = await readInForce(driver.ledger, 'benefits');
    expect(inForce?.revision).toBe(2);
    expect(inForce?.manifest.zones['Europe/London']?.transitions).toEqual(
      tables(3_600)['Europe/London'].transitions,
    );
  });

  test('leave tables in force that a plan from files tells as drift, and replaces', async () => {
    const { driver, port, change } = openRuntime();
    const table = zoneTable('Europe/London');
    const moved = { ...table, transitions: table.transitions.map((at, i) => (i > 120 ? at + 3_600 : at)) };
    await change([tenant, policy(), job()], { zones: { 'Europe/London': moved }, tzdata: '2030a' });
    // A file of another source uses the same zone: its plan is made with this machine's tables.
    const letters = nightly('benefits', { job: 'letters' }).split('---').slice(2).join('---');
    const plan = await planAgainst(port, letters, { source: 'letters-team' });
    expect(plan.drift).toMatchObject({
      looked: true,
      zones: [{ zone: 'Europe/London', jobs: ['benefits/statement-run'] }],
    });
    expect(plan.findings.map(({ code }) => code)).toContain('tzdata-drift');

    const { tenants } = await port.apply({ plan, principal: 'user:ann', failOn: 'error' });

    expect(tenants).toMatchObject([{ kind: 'applied', revision: 2 }]);
    const after = (await readInForce(driver.ledger, 'benefits'))!.manifest;
    expect(after.zones['Europe/London']?.transitions).toEqual(table.transitions);
  });

  test('that no worker takes in are told so, and found by the same request later', async () => {
    const { driver } = openRuntime();
    const change = {
      source: 'terraform:prod',
      base: null,
      principal: 'ci:terraform',
      put: [tenant, policy(), job()],
      remove: [],
    };
    const first = await applyDeclarations(driver.ledger, 'benefits', change, { answerWithinMs: 0 });
    expect(first).toMatchObject({ status: 503, body: { message: expect.stringContaining('no worker') } });
    await driver.tick();
    expect(await applyDeclarations(driver.ledger, 'benefits', change, { answerWithinMs: 0 })).toMatchObject({
      status: 200,
      body: { revision: 1 },
    });
  });
});
