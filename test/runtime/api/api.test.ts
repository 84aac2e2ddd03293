import { request as rawRequest } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Api, createApi, openApiClient, refuseAddress } from '../../../runtime/api/index.ts';
import { tokenOf } from '../../../runtime/report/index.ts';
import { compileSchema } from '../../../schema/generate/validators.js';
import type { Problem } from '../../../schema/problem.ts';
import apiSchema from '../../../schema/published/api.schema.json' with { type: 'json' };
import type { Driver } from '../../support/drive-shard.ts';
import { at, playNight } from '../history/morning.ts';

let driver: Driver;
let api: Api;
let url: string;
const troubles: unknown[] = [];

beforeAll(async () => {
  // The closure goes on all the while, and says of itself what it wants.
  driver = await playNight({
    runs: ({ run }) =>
      run.job === 'case-closure' || run.job === 'claim-intake'
        ? undefined
        : { lasts: 60, outcome: 'succeeded' },
  });
  api = createApi({
    ledger: driver.ledger,
    version: '0.0.0-test',
    answerWithinMs: 0,
    onError: (error) => troubles.push(error),
  });
  url = await api.listen({ host: '127.0.0.1', port: 0 });
}, 120_000);

afterAll(async () => {
  await api.close();
  await driver.ledger.close();
  expect(troubles).toEqual([]);
});

const validate = compileSchema(apiSchema);

async function get(path: string, headers: Record<string, string> = {}) {
  const response = await fetch(url + path, { headers });
  const body = JSON.parse(await response.text());
  return { status: response.status, type: response.headers.get('content-type'), body };
}

async function post(path: string, body: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return {
    status: response.status,
    location: response.headers.get('location'),
    body: JSON.parse(await response.text()),
  };
}

const tenant = '/v1/tenants/benefits';

describe('what is answered is as published', () => {
  const lists: [path: string, name: string, isList?: boolean][] = [
    ['/v1/tenants', 'TenantInForce', true],
    [`${tenant}/fires?limit=1000&omissions=true`, 'HistoryPage'],
    [`${tenant}/fires?job=claim-intake&each=true&limit=5`, 'HistoryPage'],
    [`${tenant}/fires/claim-intake/2026-11-30T03:00:00Z`, 'Explanations'],
    [`${tenant}/fires/claim-intake/2026-11-30T03:00`, 'Explanations'],
    [`${tenant}/fires/statement-run/2026-12-25T01:30:00Z`, 'Explanations'],
    [`${tenant}/missing?from=2026-11-29T20:00:00Z`, 'MissingReport'],
    [`${tenant}/upcoming?limit=20`, 'UpcomingReport'],
    [`${tenant}/backlog`, 'BacklogReport'],
    ['/v1/backlog', 'BacklogReport'],
    [`${tenant}/manifest`, 'InForce'],
    [`${tenant}/revisions`, 'RevisionPage'],
    [`${tenant}/revisions/1/manifest`, 'Manifest'],
    [`${tenant}/declarations`, 'OwnedDeclaration', true],
    [`${tenant}/holds`, 'HoldRecord', true],
    ['/healthz', 'HealthAnswer'],
    ['/readyz', 'HealthAnswer'],
  ];

  test.each(lists)('GET %s', async (path, name, isList = false) => {
    const { status, type, body } = await get(path);
    expect({ status, type }).toEqual({ status: 200, type: 'application/json; charset=utf-8' });
    for (const one of isList ? body : [body]) expect(validate(one, `/$defs/${name}`)).toEqual([]);
  });
});

describe('hostile requests', () => {
  const wrong: readonly (readonly [path: string, status: number, code: Problem['code']])[] = [
    [`${tenant}/fires?limit=0`, 400, 'invalid-request'],
    [`${tenant}/fires?limit=1001`, 400, 'invalid-request'],
    [`${tenant}/fires?limit=1e9`, 400, 'invalid-request'],
    [`${tenant}/fires?limit=ten`, 400, 'invalid-request'],
    [`${tenant}/fires?limit=1&limit=2`, 400, 'invalid-request'],
    [`${tenant}/fires?each=true`, 400, 'invalid-request'],
    [`${tenant}/fires?from=yesterday`, 400, 'invalid-request'],
    [`${tenant}/fires?from=2026-02-30T00:00:00Z`, 400, 'invalid-request'],
    [`${tenant}/fires?unknown=1`, 400, 'invalid-request'],
    [`${tenant}/fires?job=../../etc/passwd`, 400, 'invalid-request'],
    [`${tenant}/fires?cursor=${'A'.repeat(2001)}`, 400, 'invalid-request'],
    [`${tenant}/fires?cursor=%00`, 400, 'invalid-cursor'],
    [`${tenant}/fires?cursor=bnVsbA`, 400, 'invalid-cursor'],
    [`${tenant}/fires?cursor=${cursor({ after: 5 })}`, 400, 'invalid-cursor'],
    [`${tenant}/fires?cursor=${cursor({ until: 1e300 })}`, 400, 'invalid-cursor'],
    [`${tenant}/fires?cursor=${cursor({ after: 'x' })}`, 400, 'invalid-cursor'],
    [`${tenant}/missing?cursor=${cursor({ after: '[]' })}`, 400, 'invalid-cursor'],
    [`${tenant}/fires?cursor=`, 400, 'invalid-request'],
    [`${tenant}/fires?cursor=${cursor([])}`, 400, 'invalid-cursor'],
    [`${tenant}/fires?cursor=${cursor({})}`, 400, 'invalid-cursor'],
    [`${tenant}/fires?job=claim-intake&each=true&cursor=${cursor({})}`, 400, 'invalid-cursor'],
    [`${tenant}/missing?cursor=${cursor([])}`, 400, 'invalid-cursor'],
    [`${tenant}/missing?cursor=${cursor({})}`, 400, 'invalid-cursor'],
    ...['nonsense', '-1', '0', '1', '2', '1.0', '0x1', '9007199254740991', '%201'].map(
      (text) => [`${tenant}/revisions?cursor=${text}`, 400, 'invalid-cursor'] as const,
    ),
    [`${tenant}/revisions/0`, 400, 'invalid-request'],
    [`${tenant}/revisions/99`, 404, 'unknown-revision'],
    [`${tenant}/revisions/1.5`, 400, 'invalid-request'],
    [`${tenant}/fires/claim-intake/now`, 400, 'invalid-request'],
    [`${tenant}/fires/no-such-job/2026-11-30T03:00:00Z`, 404, 'unknown-job'],
    ['/v1/tenants/nobody/fires', 404, 'unknown-tenant'],
    ['/v1/tenants/..%2F..%2Fetc/fires', 400, 'invalid-request'],
    ['/v1/tenants/__proto__/fires', 400, 'invalid-request'],
    ['/v1/tenants/constructor/fires', 404, 'unknown-tenant'],
    [`${tenant}/fires/constructor/2026-11-30T03:00:00Z`, 404, 'unknown-job'],
    [`/v1/tenants/${'a'.repeat(64)}/fires`, 400, 'invalid-request'],
    ['/v1/plans/sha256:zz/approvals', 400, 'invalid-request'],
    ['/v2/tenants', 404, 'not-found'],
    ['/v1/tenants/benefits/fires/%ff%fe/x', 400, 'invalid-request'],
  ];

  test.each(wrong)('GET %s', async (path, status, code) => {
    const answer = await get(path);
    expect({ status: answer.status, code: answer.body.code }).toEqual({ status, code });
    expect(answer.type).toBe('application/problem+json; charset=utf-8');
    expect(validate(answer.body, '/$defs/Problem')).toEqual([]);
    expect(answer.body.status).toBe(status);
  });

  test('bodies that are none, too large, of another kind, or with more than they should have', async () => {
    const who = { 'x-almanac-principal': 'user:ada' };
    const holds = `${tenant}/holds`;
    const hold = { until: '2026-11-30T09:00:00Z', reason: 'x' };
    expect((await post(holds, '{', who)).body.code).toBe('invalid-request');
    expect((await post(holds, 'null', who)).body.code).toBe('invalid-request');
    expect((await post(holds, '[]', who)).body.code).toBe('invalid-request');
    expect((await post(holds, { ...hold, until: 5 }, who)).body.code).toBe('invalid-request');
    expect((await post(holds, { ...hold, more: 1 }, who)).body.detail).toContain('`more` is not known here');
    expect((await post(holds, hold, { ...who, 'content-type': 'text/plain' })).status).toBe(415);
    expect(
      (await post(holds, hold, { ...who, 'content-type': 'application/x-www-form-urlencoded' })).status,
    ).toBe(415);
    expect((await post(holds, { ...hold, reason: 'x'.repeat(300_000) }, who)).body.code).toBe('too-large');
    expect((await post(holds, { ...hold, reason: 'x'.repeat(501) }, who)).body.code).toBe('invalid-request');
    expect((await post(holds, { ...hold, request: '../x' }, who)).body.code).toBe('invalid-request');
    expect(
      (await post(holds, '{"__proto__": {"a": 1}, "until": "2026-11-30T09:00:00Z", "reason": "x"}', who))
        .status,
    ).toBe(400);
  });

  test('a change of state without a principal, or with two', async () => {
    const hold = { until: '2026-11-30T09:00:00Z', reason: 'x' };
    expect((await post(`${tenant}/holds`, hold)).body.code).toBe('principal-missing');
    expect((await post(`${tenant}/jobs/claim-intake/mend`, {})).body.code).toBe('principal-missing');
    const approval = { planDigest: `sha256:${'0'.repeat(64)}`, findings: [], principal: 'user:ada' };
    const two = await post('/v1/plans/approve', approval, { 'x-almanac-principal': 'user:eve' });
    expect(two.body.detail).toBe('header and body name two principals');
    const odd = await post(`${tenant}/holds`, hold, { 'x-almanac-principal': ' ' });
    expect(odd.body.code).toBe('principal-missing');
  });
});

describe('only this machine, and no page of another', () => {
  test.each(['0.0.0.0', '::', '10.0.0.7', '192.168.1.4', 'example.org', '127.evil.example', ''])(
    'it does not listen at %j',
    async (host) => {
      expect(refuseAddress(host)).toContain('can be reached from other machines');
      await expect(api.listen({ host, port: 0 })).rejects.toThrow('can be reached from other machines');
    },
  );

  test.each(['127.0.0.1', '127.8.9.1', '::1', '[::1]', 'localhost'])('it may listen at %s', (host) => {
    expect(refuseAddress(host)).toBeUndefined();
  });

  /** `fetch` writes the host itself. */
  const asked = (headers: Record<string, string>) =>
    new Promise<number>((resolve, reject) => {
      const { hostname, port } = new URL(url);
      rawRequest({ hostname, port, path: '/v1/tenants', headers }, (response) => {
        response.resume();
        response.on('end', () => resolve(response.statusCode ?? 0));
      })
        .on('error', reject)
        .end();
    });

  test('a name that somebody has pointed here is refused (DNS rebinding)', async () => {
    expect(await asked({ host: 'rebound.evil.example' })).toBe(403);
    expect(await asked({ host: '127.0.0.1.evil.example' })).toBe(403);
    expect(await asked({ host: 'localhost@evil.example' })).toBe(403);
    expect(await asked({ host: 'localhost:99' })).toBe(200);
    expect(await asked({ host: '[::1]:7788' })).toBe(200);
  });

  test('a page of another origin is refused, and told nothing of CORS', async () => {
    const { host } = new URL(url);
    expect(await asked({ host, origin: 'http://evil.example' })).toBe(403);
    expect(await asked({ host, origin: 'null' })).toBe(403);
    expect(await asked({ host, 'sec-fetch-site': 'cross-site' })).toBe(403);
    expect(await asked({ host, origin: `http://${host}`, 'sec-fetch-site': 'same-origin' })).toBe(200);
    const response = await fetch(`${url}/v1/tenants`);
    expect([...response.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  });
});

describe('orders', () => {
  const who = { 'x-almanac-principal': 'user:ada' };

  test('an order sent twice is one; `location` says where to ask', async () => {
    const body = { job: 'claim-intake', until: '2026-11-30T10:00:00Z', reason: 'move', request: 'move-1' };
    const first = await post(`${tenant}/holds`, body, who);
    expect(first).toMatchObject({ status: 202, location: `${tenant}/orders/move-1`, body: { taken: false } });
    const second = await post(`${tenant}/holds`, body, who);
    expect(second.body.hold).toBe(first.body.hold);
    expect((await get(first.location!)).body).toMatchObject({ request: 'move-1', taken: false });
    await driver.tick();
    expect((await get(first.location!)).body).toMatchObject({ request: 'move-1', taken: true });
    expect(await post(`${tenant}/holds`, body, who)).toMatchObject({ status: 200, body: { taken: true } });
    expect((await get(`${tenant}/holds`)).body).toMatchObject([{ hold: first.body.hold, reason: 'move' }]);
    await post(`${tenant}/holds/${first.body.hold}/release?request=back-1`, {}, who);
    await driver.tick();
    expect((await get(`${tenant}/holds`)).body).toEqual([]);
  });

  test('what the shard refuses is told with its words', async () => {
    await post(`${tenant}/jobs/no-such-job/mend?request=mend-1`, {}, who);
    await driver.tick();
    const { status, body } = await get(`${tenant}/orders/mend-1`);
    expect({ status, code: body.code }).toEqual({ status: 404, code: 'unknown-job' });
  });

  test('nothing is posted for a tenant that is not there', async () => {
    const hold = { until: '2026-11-30T10:00:00Z', reason: 'x' };
    expect((await post('/v1/tenants/nobody/holds', hold, who)).status).toBe(404);
  });
});

describe('reports of a run', () => {
  const runOf = async (run: string) => ({
    authorization: `Bearer ${tokenOf((await driver.ledger.meta()).secret, 'benefits', run)}`,
  });
  const closure = 'case-closure@2026-11-30T03:00:00Z';

  test('without its token nobody reports', async () => {
    expect((await post('/v1/report/started', {})).status).toBe(401);
    const forged = { authorization: `Bearer ${tokenOf('00'.repeat(32), 'benefits', closure)}` };
    expect((await post('/v1/report/heartbeat', {}, forged)).body.code).toBe('token-invalid');
  });

  test('it starts, is claimed once, goes on, and ends with what it leaves behind', async () => {
    const token = await runOf(closure);
    // Nobody takes anything in while the request waits for its claim, unless the worker goes on.
    const [first] = await Promise.all([
      post('/v1/report/started', { by: 'host-1' }, token),
      settle(() => driver.tick()),
    ]);
    expect(first).toMatchObject({ status: 200, body: { state: 'going' } });
    const second = await post('/v1/report/started', { by: 'host-2' }, token);
    expect(second).toMatchObject({ status: 409, body: { code: 'claimed-by-another' } });
    expect(await post('/v1/report/heartbeat', {}, token)).toMatchObject({
      status: 200,
      body: { state: 'going' },
    });

    const report = {
      outputs: { cases: { count: 12, uri: 'gs://closed/2026-11.csv' } },
      subjects: ['case/123', 'case/456'],
      message: 'twelve cases\u0007',
    };
    const ended = await post('/v1/report/finished', { outcome: 'succeeded', report }, token);
    expect(ended).toMatchObject({ status: 202 });
    await driver.tick();
    expect(await post('/v1/report/finished', { outcome: 'succeeded', report }, token)).toMatchObject({
      status: 200,
      body: { state: 'over' },
    });
    expect(await post('/v1/report/heartbeat', {}, token)).toMatchObject({
      status: 410,
      body: { code: 'run-over', outcome: 'succeeded' },
    });
    const late = await post('/v1/report/finished', { outcome: 'failed' }, token);
    expect(late.body).toMatchObject({ code: 'run-over', outcome: 'succeeded' });
    await driver.tick();
    const after = await post('/v1/report/heartbeat', {}, token);
    expect(after.body).toMatchObject({ code: 'run-over', outcome: 'succeeded' });

    const { body } = await get(`${tenant}/fires/case-closure/2026-11-30T03:00:00Z`);
    const [{ record, facts }] = body.answers;
    expect(record.run).toMatchObject({
      outcome: 'succeeded',
      startedBy: 'host-1',
      report: { outputs: report.outputs, subjects: report.subjects, message: 'twelve cases\ufffd' },
    });
    expect(facts.map(({ label }: { label: string }) => label)).toEqual(
      expect.arrayContaining(['started', 'finished', 'output', 'subjects']),
    );
  });

  test('a run that nothing is known of is over', async () => {
    const token = await runOf('case-closure@2020-01-01T00:00:00Z');
    expect((await post('/v1/report/heartbeat', {}, token)).status).toBe(410);
    const odd = await runOf('../../x');
    expect((await post('/v1/report/heartbeat', {}, odd)).status).toBe(410);
  });

  test('a report larger than is kept is refused', async () => {
    const token = await runOf('claim-intake@2026-11-30T07:00:00Z');
    const finish = (report: unknown) => post('/v1/report/finished', { outcome: 'succeeded', report }, token);
    const many = Object.fromEntries(Array.from({ length: 101 }, (_, i) => [`output-${i}`, {}]));
    expect((await finish({ outputs: many })).status).toBe(400);
    expect((await finish({ subjects: Array.from({ length: 2001 }, () => 'x') })).status).toBe(400);
    expect((await finish({ tail: 'x'.repeat(70_000) })).status).toBe(400);
    expect((await finish({ tail: 'x'.repeat(2_000_000) })).status).toBe(413);
  });
});

describe('a cursor', () => {
  test.each([
    [`${tenant}/fires`, [`${tenant}/missing`, `${tenant}/fires?job=claim-intake`]],
    [`${tenant}/missing`, [`${tenant}/fires`, `${tenant}/missing?job=claim-intake`]],
    [`${tenant}/fires?job=claim-intake`, [`${tenant}/fires`, `${tenant}/fires?job=claim-intake&each=true`]],
    [`${tenant}/fires?job=claim-intake&each=true`, [`${tenant}/fires?job=claim-intake`]],
  ])('of %s goes on there, and is refused by every other listing', async (path, others) => {
    const query = (address: string, text: string) =>
      get(`${address}${address.includes('?') ? '&' : '?'}${text}`);
    const first = await query(path, 'limit=1');
    const next = first.body.next as string;
    expect(next).toMatch(/^[\w-]+$/);
    const second = await query(path, `limit=1&cursor=${next}`);
    expect(second.status).toBe(200);
    expect(second.body.rows ?? second.body.jobs).not.toEqual(first.body.rows ?? first.body.jobs);
    for (const address of others) {
      const { status, body } = await query(address, `limit=1&cursor=${next}`);
      expect([address, status, body.code, body.detail]).toEqual([
        address,
        400,
        'invalid-cursor',
        'the cursor is not `next` of a page of this listing',
      ]);
    }
  });
});

describe('the client', () => {
  test('throws what the ledger itself would', async () => {
    const { questions, apply } = openApiClient(url);
    await expect(questions.upcoming({ tenant: 'nobody', limit: 1 })).rejects.toMatchObject({
      code: 'unknown-tenant',
    });
    await expect(questions.history({ tenant: 'benefits', limit: 1, cursor: 'abc' })).rejects.toMatchObject({
      name: 'CursorError',
    });
    expect(await apply.revision('benefits', 99)).toBeUndefined();
    expect((await apply.tenants())[0]).toMatchObject({ tenant: 'benefits', revision: 1 });
    expect((await apply.base({ tenants: ['benefits'] })).tenants['benefits']?.revision).toBe(1);
  });

  test('tells an address where something else answers from one where nothing does', async () => {
    const nothing = openApiClient('http://127.0.0.1:1').questions.backlog();
    await expect(nothing).rejects.toThrow('there is no answer at http://127.0.0.1:1');
  });
});

function cursor(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

/** Does something again and again, a turn of the loop apart, until it was done often enough for a request to come in. */
async function settle(again: () => Promise<void>): Promise<void> {
  for (let turn = 0; turn < 40; turn++) {
    await again();
    await new Promise((resolve) => setImmediate(resolve));
  }
}

test('the clock of the story stands where it should', () => {
  expect(driver.now).toBeGreaterThanOrEqual(at('2026-11-30T07:40:00Z'));
});
