import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { askLedger, type HistoryAsk, type Questions } from '../../../runtime/history/index.ts';
import type { FireRecord, HistoryRow } from '../../../schema/history.ts';
import type { Manifest } from '../../../schema/manifest.ts';
import { type Driver, openDriver } from '../../support/drive-shard.ts';
import { hourly, written } from './acme.ts';
import { at, playNight, putInForce } from './morning.ts';

async function all(questions: Questions, ask: Omit<HistoryAsk, 'limit'>, limit: number) {
  const rows: HistoryRow[] = [];
  let cursor: string | undefined;
  let pages = 0;
  do {
    const page = await questions.history({ ...ask, limit, ...(cursor !== undefined && { cursor }) });
    rows.push(...page.rows);
    cursor = page.next;
    if (++pages > 2000) throw new Error('the pages never end');
  } while (cursor !== undefined);
  return rows;
}

const instantsOf = (rows: readonly HistoryRow[]) =>
  rows.filter((row): row is FireRecord => row.kind !== 'omission').map(({ scheduled }) => scheduled);

describe('pages of the night', () => {
  let driver: Driver;
  let questions: Questions;
  beforeAll(async () => {
    driver = await playNight();
    questions = askLedger(driver.ledger);
  }, 120_000);
  afterAll(() => driver.ledger.close());

  test.each([1, 2, 3, 7, 50])(
    'of %i rows together are the whole, in order and without repeats',
    async (limit) => {
      const whole = await all(questions, { tenant: 'benefits' }, 1000);
      const paged = await all(questions, { tenant: 'benefits' }, limit);
      expect(paged).toEqual(whole);
    },
  );

  test.each([1, 2, 5, 24])('of %i fires of a stretch, one by one, are the whole', async (limit) => {
    const ask = { tenant: 'benefits', job: 'eligibility-recheck', each: true };
    const whole = await all(questions, ask, 1000);
    const instants = instantsOf(whole);
    expect(instants.length).toBe((11.5 * 60) / 15);
    expect(new Set(instants).size).toBe(instants.length);
    expect([...instants].sort().reverse()).toEqual(instants);
    expect(await all(questions, ask, limit)).toEqual(whole);
  });

  test.each([1, 4, 30])('of %i rows list each omission once', async (limit) => {
    const ask = { tenant: 'benefits', from: at('2026-11-29T20:00:00Z'), omissions: true };
    const omitted = (await all(questions, ask, limit)).filter(({ kind }) => kind === 'omission');
    expect(omitted).toEqual((await all(questions, ask, 1000)).filter(({ kind }) => kind === 'omission'));
  });

  test('a fire out of a stretch says what it would by itself', async () => {
    const rows = await all(
      questions,
      {
        tenant: 'benefits',
        job: 'eligibility-recheck',
        each: true,
        from: at('2026-11-30T03:15:00Z'),
        until: at('2026-11-30T03:16:00Z'),
      },
      10,
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({
      kind: 'fire',
      window: { from: '2026-11-30T03:00:00Z', to: '2026-11-30T03:15:00Z' },
      word: 'expired.outage',
      sentence: expect.stringContaining('Due 03:15, decided 07:05, that is 3 h 50 min late'),
    });
  });
});

describe('the record over revisions', () => {
  test('a fire is explained by the words of its own revision, whatever is in force now', async () => {
    const driver = openDriver({ start: at('2027-01-01T00:30:00Z') });
    await putInForce(driver, 'acme', written('report', hourly, { horizon: '2h' }));
    await driver.run(at('2027-01-01T01:59:00Z'));
    driver.sleep(at('2027-01-01T05:30:00Z'));
    await driver.run(at('2027-01-01T05:31:00Z'));
    await putInForce(driver, 'acme', written('report', hourly, { horizon: '9h' }));
    await driver.run(at('2027-01-01T06:10:00Z'));
    const questions = askLedger(driver.ledger);
    const ask = (text: string) =>
      questions.explain({ tenant: 'acme', job: 'report', time: { kind: 'instant', instant: at(text) } });
    const [old] = (await ask('2027-01-01T02:00:00Z')).answers;
    expect(old).toMatchObject({
      revision: 1,
      record: { word: 'expired.outage', createdBy: 1, decidedBy: 1 },
    });
    expect(old!.record!.sentence).toContain(
      'the horizon is 2 h, written at jobs.yaml:11, reviewed in revision 1',
    );
    const [now] = (await ask('2027-01-01T06:00:00Z')).answers;
    expect(now).toMatchObject({ revision: 2, record: { word: 'succeeded', createdBy: 2 } });
    const [future] = (await ask('2027-01-01T07:00:00Z')).answers;
    expect(future!.record).toBeUndefined();
    expect(future!.facts).toContainEqual({ label: 'record', text: expect.stringContaining('to come') });
    await driver.ledger.close();
  });

  test('a renamed job keeps its history, page by page and fire by fire', async () => {
    const driver = openDriver({ start: at('2027-01-01T00:30:00Z') });
    await putInForce(driver, 'acme', written('report', hourly));
    await driver.run(at('2027-01-01T03:30:00Z'));
    await putInForce(driver, 'acme', written('summary', hourly, {}, '\n  renamedFrom: report'));
    await driver.run(at('2027-01-01T06:30:00Z'));
    const questions = askLedger(driver.ledger);
    for (const limit of [1, 2, 100]) {
      const rows = await all(questions, { tenant: 'acme', job: 'summary' }, limit);
      expect(instantsOf(rows)).toEqual(
        ['06', '05', '04', '03', '02', '01'].map((hour) => `2027-01-01T${hour}:00:00Z`),
      );
      expect(rows.map(({ job }) => job)).toEqual([
        ...Array.from({ length: 3 }, () => 'acme/summary'),
        ...Array.from({ length: 3 }, () => 'acme/report'),
      ]);
    }
    const [answer] = (
      await questions.explain({
        tenant: 'acme',
        job: 'summary',
        time: { kind: 'instant', instant: at('2027-01-01T02:00:00Z') },
      })
    ).answers;
    expect(answer).toMatchObject({ job: 'acme/report', record: { word: 'succeeded' } });
    expect(answer!.facts[0]).toEqual({ label: 'name', text: 'the job was called report then' });
    await driver.ledger.close();
  });

  test('before the floor nothing is told, and it is said so', async () => {
    const driver = openDriver({ start: at('2027-01-01T00:30:00Z') });
    await putInForce(driver, 'acme', written('report', hourly));
    await driver.run(at('2027-01-01T06:30:00Z'));
    const floor = at('2027-01-01T04:00:00Z');
    await driver.moveFloor('acme', floor);
    while ((await driver.ledger.sweepFires('acme', floor, 100)) > 0);
    const questions = askLedger(driver.ledger);
    const page = await questions.history({ tenant: 'acme', limit: 100 });
    expect(page.keptFrom).toBe('2027-01-01T04:00:00Z');
    expect(instantsOf(page.rows).at(-1)).toBe('2027-01-01T04:00:00Z');
    const [answer] = (
      await questions.explain({
        tenant: 'acme',
        job: 'report',
        time: { kind: 'instant', instant: at('2027-01-01T02:00:00Z') },
      })
    ).answers;
    expect(answer!.facts[0]!.text).toContain('not kept before 2027-01-01T04:00:00Z');
    const missing = await questions.missing({ tenant: 'acme', from: 0, limit: 10 });
    expect(missing).toMatchObject({ keptFrom: '2027-01-01T04:00:00Z', jobs: [] });
    await driver.ledger.close();
  });
});

describe('what is missing', () => {
  const night = async (manifest: Manifest, runs?: Parameters<typeof openDriver>[0]['runs']) => {
    const driver = openDriver({ start: at('2027-01-01T00:30:00Z'), ...(runs && { runs }) });
    await putInForce(driver, 'acme', manifest);
    await driver.run(at('2027-01-01T00:59:00Z'));
    driver.sleep(at('2027-01-01T05:30:00Z'));
    return driver;
  };
  const missingOf = async (driver: Driver) => {
    const { jobs } = await askLedger(driver.ledger).missing({
      tenant: 'acme',
      from: at('2027-01-01T00:30:00Z'),
      limit: 100,
    });
    return jobs.flatMap(({ windows }) => windows);
  };

  test('while the platform is down: what is due and not decided, and that it is the platform', async () => {
    const driver = await night(written('report', hourly));
    expect(await missingOf(driver)).toMatchObject([
      {
        state: 'undecided',
        count: 5,
        scheduled: '2027-01-01T01:00:00Z',
        last: '2027-01-01T05:00:00Z',
        window: { from: '2027-01-01T00:00:00Z', to: '2027-01-01T05:00:00Z' },
        sentence: expect.stringContaining('the platform is behind'),
      },
    ]);
    const [answer] = (
      await askLedger(driver.ledger).explain({
        tenant: 'acme',
        job: 'report',
        time: { kind: 'instant', instant: at('2027-01-01T02:00:00Z') },
      })
    ).answers;
    expect(answer!.facts[0]!.text).toContain('undecided: the platform is behind');
    await driver.ledger.close();
  });

  test('collapsed under `latest` is missing, under `coalesce` the survivor covers it', async () => {
    const latest = await night(written('report', hourly, { catchUp: 'latest' }));
    await latest.run(at('2027-01-01T05:45:00Z'));
    expect(await missingOf(latest)).toMatchObject([
      {
        state: 'missing',
        word: 'collapsed',
        count: 4,
        sentence: expect.stringContaining('does not reach back to it'),
      },
    ]);
    await latest.ledger.close();

    const coalesce = await night(written('report', hourly, { catchUp: 'coalesce', overlap: 'queue-one' }));
    await coalesce.run(at('2027-01-01T05:45:00Z'));
    expect(await missingOf(coalesce)).toEqual([]);
    await coalesce.ledger.close();
  });

  test('while the run that would cover them goes on, they are open; when it fails, they are missing', async () => {
    let lasts = 0;
    const driver = await night(
      written('report', hourly, { catchUp: 'coalesce', overlap: 'queue-one' }),
      () => ({ lasts, outcome: 'failed' }),
    );
    lasts = 600;
    await driver.run(at('2027-01-01T05:31:00Z'));
    expect((await missingOf(driver)).map(({ state, word }) => [state, word])).toEqual([
      ['open', 'collapsed'],
    ]);
    await driver.run(at('2027-01-01T05:45:00Z'));
    expect((await missingOf(driver)).map(({ state, word }) => [state, word])).toEqual([
      ['missing', 'collapsed'],
      ['missing', 'failed'],
    ]);
    await driver.ledger.close();
  });
});

describe('what comes', () => {
  test('the first fire of a revision begins where the last one before it ended', async () => {
    const driver = openDriver({ start: at('2027-01-01T00:30:00Z') });
    await putInForce(driver, 'acme', written('report', hourly));
    await driver.run(at('2027-01-01T02:30:00Z'));
    await putInForce(driver, 'acme', written('report', '{ cron: "45 5 * * *", zone: Europe/London }'));
    const questions = askLedger(driver.ledger);
    const { fires, revision } = await questions.upcoming({ tenant: 'acme', limit: 2 });
    expect(revision).toBe(2);
    expect(fires).toMatchObject([
      {
        scheduled: '2027-01-01T05:45:00Z',
        window: { from: '2027-01-01T02:00:00Z', to: '2027-01-01T05:45:00Z' },
      },
      {
        scheduled: '2027-01-02T05:45:00Z',
        window: { from: '2027-01-01T05:45:00Z', to: '2027-01-02T05:45:00Z' },
      },
    ]);
    const foretold = fires[0]!.window;
    await driver.run(at('2027-01-01T05:46:00Z'));
    const { rows } = await questions.history({ tenant: 'acme', limit: 1 });
    expect((rows[0] as FireRecord).window).toEqual(foretold);
    await driver.ledger.close();
  });

  test('omissions stand between the fires, with their cause', async () => {
    const driver = openDriver({ start: at('2027-03-27T12:00:00Z') });
    await putInForce(driver, 'acme', written('report', '{ cron: "30 1 * * *", zone: Europe/London }'));
    const { fires, omissions } = await askLedger(driver.ledger).upcoming({ tenant: 'acme', limit: 1 });
    expect(fires.map(({ scheduled }) => scheduled)).toEqual(['2027-03-29T00:30:00Z']);
    expect(omissions).toMatchObject([{ at: '2027-03-28T01:00:00Z', cause: 'dst.gap' }]);
    await driver.run(at('2027-03-29T12:00:00Z'));
    const page = await askLedger(driver.ledger).history({ tenant: 'acme', limit: 10, omissions: true });
    expect(page.rows.map((row) => (row.kind === 'omission' ? row.at : row.scheduled))).toEqual([
      '2027-03-29T00:30:00Z',
      '2027-03-28T01:00:00Z',
    ]);
    await driver.ledger.close();
  });
});
