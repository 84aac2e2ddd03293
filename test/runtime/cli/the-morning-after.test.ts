import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Api, createApi } from '../../../runtime/api/index.ts';
import { runAlmanac } from '../../compiler/cli/run-almanac.ts';
import type { Driver } from '../../support/drive-shard.ts';
import { at, playNight } from '../history/morning.ts';

/*
 * The night of examples/morning-after, played by a real shard on a real ledger, and what the person on call asks at
 * twenty to eight. Each text is a golden file: read it as that person would.
 */

let driver: Driver;
let api: Api;
let url: string;

beforeAll(async () => {
  driver = await playNight();
  api = createApi({ ledger: driver.ledger, version: '0.0.0-test', answerWithinMs: 0 });
  url = await api.listen({ host: '127.0.0.1', port: 0 });
}, 120_000);

afterAll(async () => {
  await api.close();
  await driver.ledger.close();
});

/** Asks as the person on call does, at a quarter to eight by their own clock. */
const ask = (...words: readonly string[]) =>
  runAlmanac([...words, '--now', '2026-11-30T07:40:00Z', '--runtime', url]);

const questions: [story: string, code: number, ...words: string[]][] = [
  ['what-became-of-the-night', 0, 'history', '--since', '9h'],
  ['each-hour-of-the-intake', 0, 'history', 'claim-intake', '--each', '--omissions'],
  ['what-is-missing', 3, 'missing'],
  ['what-is-missing-of-the-statements', 0, 'missing', 'benefits/statement-run'],
  ['what-is-about-to-run', 0, 'upcoming', '--limit', '8'],
  ['does-it-keep-up', 0, 'backlog'],
  ['does-it-keep-up-for-us', 0, 'backlog', '--tenant', 'benefits'],
  ['why-so-late', 0, 'explain', 'benefits/statement-run@2026-11-30T01:30:00Z'],
  ['why-not-at-three', 0, 'explain', 'claim-intake', '2026-11-30T03:00'],
  ['why-not-re-checked', 0, 'explain', 'eligibility-recheck', '2026-11-30T03:15'],
  ['why-it-waits', 0, 'explain', 'warehouse-extract', '2026-11-30T05:00'],
  ['why-not-at-christmas', 0, 'explain', 'statement-run', '2026-12-25T01:30'],
  ['tomorrow-night', 0, 'explain', 'statement-run', '2026-12-01T01:30'],
  ['before-anything-was-in-force', 0, 'explain', 'statement-run', '2026-01-05T01:30'],
  ['another-minute', 0, 'explain', 'statement-run', '2026-11-30T01:31'],
];

describe('the morning after', () => {
  test.each(questions)('%s', async (story, code, ...words) => {
    const answer = await ask(...words);
    expect({ code: answer.code, stderr: answer.stderr }).toEqual({ code, stderr: '' });
    await expect(answer.stdout).toMatchFileSnapshot(`./golden/the-morning-after/${story}.txt`);
  });

  test('the ledger itself gives the same answers as the API over it', async () => {
    const overHttp = JSON.parse((await ask('history', '--json')).stdout);
    const { askLedger } = await import('../../../runtime/history/index.ts');
    const page = await askLedger(driver.ledger).history({
      tenant: 'benefits',
      from: at('2026-11-29T07:40:00Z'),
      each: false,
      omissions: false,
      limit: 100,
    });
    expect(overHttp).toEqual(JSON.parse(JSON.stringify(page)));
  });
});

describe('questions that can not be answered say why', () => {
  test.each([
    [['history', 'benefits/claim-intake', '--tenant', 'other'], 'is not a job of other'],
    [['history', '--tenant', 'nobody'], 'nothing was ever in force for the tenant `nobody`'],
    [['history', '--tenant', '../etc'], 'is not the name of a tenant or job'],
    [['history', '--each'], '`--each` lists the fires of one job'],
    [['history', '--cursor', 'abc'], 'the cursor is not `next` of a page of this listing'],
    [['history', '--cursor', 'e30'], 'the cursor is not `next` of a page of this listing'],
    [['missing', '--cursor', 'W10'], 'the cursor is not `next` of a page of this listing'],
    [['history', '--since', '1h', '--from', '2026-11-30T00:00:00Z'], 'say the same thing twice'],
    [
      ['missing', '--until', '2026-11-29T00:00:00Z', '--from', '2026-11-30T00:00:00Z'],
      'ends before it begins',
    ],
    [['upcoming', 'nothing-such'], 'no job `benefits/nothing-such` is in force'],
    [['explain', 'nothing-such', '2026-11-30T01:30:00Z'], 'was ever declared'],
    [['hold', 'claim-intake', '--for', '2h'], 'why?'],
    [['hold', 'claim-intake', '--reason', 'x'], 'until when?'],
    [['hold', 'claim-intake', '--reason', 'x', '--for', '8d'], 'at most seven days'],
    [['release'], 'which hold?'],
  ])('%j', async (words, message) => {
    const { code, stdout, stderr } = await ask(...words);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain(message);
    expect(stderr).not.toContain('bug');
  });

  test('nobody listens there', async () => {
    const { code, stderr } = await runAlmanac(['backlog', '--runtime', 'http://127.0.0.1:1']);
    expect(code).toBe(1);
    expect(stderr).toContain('there is no answer at http://127.0.0.1:1');
  });
});

describe('a hold', () => {
  test('is posted, counts once a worker takes it in, delays, and is released', async () => {
    const posted = await ask(
      'hold',
      'claim-intake',
      '--for',
      '2h',
      '--reason',
      'the store is being moved',
      '--principal',
      'user:ada',
      '--json',
    );
    const order = JSON.parse(posted.stdout);
    expect(order).toMatchObject({ tenant: 'benefits', taken: false });
    expect((await ask('upcoming', '--json')).stdout).toContain('"holds": []');

    await driver.tick();
    const shown = (await ask('upcoming', '--limit', '1')).stdout;
    expect(shown).toContain(
      `${order.hold}  benefits/claim-intake, until 2026-11-30T09:40:00Z (in 2h): the store is being moved`,
    );

    await driver.run(at('2026-11-30T08:00:01Z'));
    const why = (await ask('explain', 'claim-intake', '2026-11-30T08:00')).stdout;
    expect(why).toContain('waiting: the job is stopped until 09:40 (the store is being moved).');

    const released = await ask('release', `benefits/${order.hold}`, '--principal', 'user:ada');
    expect(released.stdout).toContain('is posted, and no worker has taken it in yet');
    await driver.tick();
    expect((await ask('explain', 'claim-intake', '2026-11-30T08:00')).stdout).toContain('going: it was sent');
  });
});
