import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkText } from '../../../compiler/index.ts';
import { type Api, createApi, openApiClient } from '../../../runtime/api/index.ts';
import type { DeclarationsChange } from '../../../schema/declarations-api.ts';
import { type Driver, openDriver } from '../../support/drive-shard.ts';
import { nightly, planAgainst } from '../apply/casework.ts';
import { at } from '../history/morning.ts';

let driver: Driver;
let api: Api;
let url: string;

beforeAll(async () => {
  driver = openDriver({ start: at('2026-11-29T20:00:00Z') });
  // While an answer is waited for, the worker works.
  api = createApi({ ledger: driver.ledger, version: '0.0.0-test', apply: { pause: () => driver.tick() } });
  url = await api.listen({ host: '127.0.0.1', port: 0 });
});

afterAll(async () => {
  await api.close();
  await driver.ledger.close();
});

async function post(path: string, body: unknown) {
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: JSON.parse(await response.text()) };
}

test('a plan is made, approved and applied over HTTP, and stands in the revisions', async () => {
  const { apply } = openApiClient(url);
  const plan = await planAgainst(apply, nightly('benefits'));
  await apply.approve({ planDigest: plan.digest, findings: [], principal: 'user:grace' });
  expect(await apply.approvals(plan.digest)).toMatchObject([{ principal: 'user:grace' }]);
  const answer = await apply.apply({ plan, principal: 'user:ada', failOn: 'stop' });
  expect(answer.refused).toBeUndefined();
  expect(answer.tenants).toMatchObject([{ tenant: 'benefits', kind: 'applied', revision: 1 }]);
  expect(await apply.revisions('benefits', { limit: 5 })).toMatchObject({
    revisions: [{ revision: 1, principal: 'user:ada', approvedBy: ['user:grace'] }],
  });
  const detail = await apply.revision('benefits', 1);
  expect(Object.keys(detail!.manifest.tenants['benefits']!.jobs)).toEqual(['statement-run']);

  const again = await apply.apply({ plan, principal: 'user:ada', failOn: 'stop' });
  expect(again.tenants).toMatchObject([{ kind: 'already' }]);
});

test('a plan whose base has moved is refused, and its answer says why', async () => {
  const { apply } = openApiClient(url);
  const stale = await planAgainst(apply, nightly('benefits', { horizon: '2h' }));
  const newer = await planAgainst(apply, nightly('benefits', { horizon: '3h' }));
  expect((await apply.apply({ plan: newer, principal: 'user:ada', failOn: 'stop' })).refused).toBeUndefined();
  const answer = await post('/v1/plans/apply', { plan: stale, principal: 'user:ada', failOn: 'stop' });
  expect(answer.status).toBe(409);
  expect(answer.body.refused.code).toBe('base-moved');
});

test('declarations of a front door that is not files are put, read, refused and taken in', async () => {
  const { documents } = checkText({
    path: 'jobs.yaml',
    bytes: Buffer.from(nightly('pensions')),
    named: true,
  });
  const change: DeclarationsChange = {
    source: 'terraform:prod',
    base: null,
    principal: 'ci:deploy',
    put: documents,
    remove: [],
  };
  const path = '/v1/tenants/pensions/declarations';
  const put = await post(path, change);
  expect(put).toMatchObject({ status: 200, body: { revision: 1 } });
  expect(await post(path, change)).toEqual(put);
  const kept = await (await fetch(`${url}${path}?source=terraform:prod`)).json();
  expect(kept).toMatchObject([{ kind: 'Job' }, { kind: 'Policy' }, { kind: 'Tenant' }]);
  const inForce = await (await fetch(`${url}/v1/tenants/pensions/manifest`)).json();
  expect(inForce).toMatchObject({ revision: 1, digest: put.body.digest });

  const moved = await post(path, { ...change, remove: [{ kind: 'Job', name: 'statement-run' }], put: [] });
  expect(moved).toMatchObject({ status: 409, body: { code: 'base-moved' } });
  const taken = await post(path, { ...change, source: 'terraform:other', base: put.body.digest });
  expect(taken).toMatchObject({ status: 409, body: { code: 'owned-by-other-source' } });
  const sent = (document: unknown) => post(path, { ...change, base: put.body.digest, put: [document] });
  const job = documents.at(-1)!;
  const value = { apiVersion: 'almanac/v1', kind: 'Job', metadata: {}, spec: { policy: 'none' } };
  const invalid = await sent({ ...job, value });
  expect(invalid.status).toBe(422);
  expect(invalid.body.diagnostics[0]).toMatchObject({ severity: 'error' });
  expect((await sent({ ...job, value: 'text' })).status).toBe(400);
  expect((await sent({ ...job, name: 'another' })).body.detail).toContain('says that it is Job');
  const stranger = checkText({ path: 'jobs.yaml', bytes: Buffer.from(nightly('benefits')), named: true });
  expect((await sent(stranger.documents.at(-1))).body.detail).toContain('is sent for `pensions`');
});
