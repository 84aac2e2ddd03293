import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Api, createApi } from '../../../runtime/api/index.ts';
import { tokenOf } from '../../../runtime/report/index.ts';
import type { Driver } from '../../support/drive-shard.ts';
import { playNight } from '../history/morning.ts';

let driver: Driver;
let api: Api;
let url: string;
const run = 'statement-run@2026-11-30T01:30:00Z';

beforeAll(async () => {
  driver = await playNight({ runs: () => ({ lasts: 60, outcome: 'succeeded' }) });
  api = createApi({ ledger: driver.ledger, version: '0.0.0-test', answerWithinMs: 0 });
  url = await api.listen({ host: '127.0.0.1', port: 0 });
}, 120_000);

afterAll(async () => {
  await api.close();
  await driver.ledger.close();
});

async function call(path: string, init: RequestInit = {}) {
  const response = await fetch(url + path, init);
  return { status: response.status, body: JSON.parse(await response.text()) };
}

describe('what a run leaves behind, reported after its target told the end', () => {
  test('is kept with it and shown, and changes no outcome', async () => {
    const token = tokenOf((await driver.ledger.meta()).secret, 'benefits', run);
    const report = {
      outputs: { statements: { count: 1204, uri: 'gs://statements/2026-11-29' } },
      subjects: ['case/123', 'case/456'],
      message: '1204 statements, 2 held back',
      tail: 'reading\nall sent\n',
    };
    const say = async (body: object) => {
      const { status, body: answer } = await call('/v1/report/finished', {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify(body),
      });
      await driver.tick();
      return { status, state: answer.state ?? answer.code };
    };
    expect(await say({ outcome: 'succeeded', report })).toEqual({ status: 200, state: 'over' });
    expect(await say({ outcome: 'succeeded', report })).toEqual({ status: 200, state: 'over' });
    expect(await say({ outcome: 'failed', report: { message: 'no' } })).toEqual({
      status: 410,
      state: 'run-over',
    });

    const { body } = await call(`/v1/tenants/benefits/fires/statement-run/2026-11-30T01:30:00Z`);
    const [{ record, facts }] = body.answers;
    expect(record).toMatchObject({ word: 'succeeded', run: { outcome: 'succeeded' } });
    expect(record.run.lateReports).toMatchObject([
      { outcome: 'succeeded', report },
      { outcome: 'failed', report: { message: 'no' } },
    ]);
    const after = 'taken in after its end: kept, and changed nothing decided';
    const [first, second] = record.run.lateReports;
    const told = facts.map(({ label, text }: Record<string, string>) => [label, text]);
    const begin = told.findIndex(([label]: readonly string[]) => label === 'reported');
    expect(told.slice(begin, begin + 7)).toEqual([
      ['reported', `succeeded at ${first.at}, ${after}`],
      ['message', '1204 statements, 2 held back'],
      ['output', 'statements: 1204, gs://statements/2026-11-29'],
      ['subjects', 'case/123, case/456'],
      ['printed', 'all sent'],
      ['reported', `failed at ${second.at}, ${after}`],
      ['message', 'no'],
    ]);
    const page = await call(`/v1/tenants/benefits/fires?job=statement-run&limit=50`);
    const listed = page.body.rows.find(({ run }: { run?: { id: string } }) => run?.id === record.run.id);
    expect(listed.run.lateReports).toEqual(record.run.lateReports);
  });
});
