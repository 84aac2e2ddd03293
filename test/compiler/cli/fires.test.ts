import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import type { FireList } from '../../../schema/fires.ts';
import { makeFolder } from '../source/make-folder.ts';
import { jobText, policyText, repositoryFiles, tenantText } from './declarations.ts';
import { runAlmanac } from './run-almanac.ts';

const isFireList = new Ajv2020().compile(
  JSON.parse(readFileSync('schema/published/fires.schema.json', 'utf8')),
);

async function list(...args: string[]): Promise<FireList> {
  const { code, stdout, stderr } = await runAlmanac(['fires', '--json', ...args]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const answer = JSON.parse(stdout);
  expect(isFireList(answer), JSON.stringify(isFireList.errors)).toBe(true);
  return answer;
}

const scheduled = async (...args: string[]) => (await list(...args)).fires.map((fire) => fire.scheduled);

const berlin = (cron: string, ...args: string[]) => ['--cron', cron, '--zone', 'Europe/Berlin', ...args];

describe('an expression that stands in no file', () => {
  test('is listed with wall times, and with the nominal one where a gap moved it', async () => {
    const { fires, omissions } = await list(
      ...berlin(
        '30 2 * * *',
        '--gap',
        'shift',
        '--fold',
        'first',
        '--after',
        '2026-03-28T00:00:00Z',
        '--count',
        '5',
      ),
    );
    expect(
      fires.map(({ scheduled, wall, nominal }) => ({ scheduled, wall, ...(nominal && { nominal }) })),
    ).toEqual([
      { scheduled: '2026-03-28T01:30:00Z', wall: '2026-03-28T02:30:00+01:00' },
      {
        scheduled: '2026-03-29T01:30:00Z',
        wall: '2026-03-29T03:30:00+02:00',
        nominal: '2026-03-29T02:30:00',
      },
      { scheduled: '2026-03-30T00:30:00Z', wall: '2026-03-30T02:30:00+02:00' },
      { scheduled: '2026-03-31T00:30:00Z', wall: '2026-03-31T02:30:00+02:00' },
      { scheduled: '2026-04-01T00:30:00Z', wall: '2026-04-01T02:30:00+02:00' },
    ]);
    expect(omissions).toEqual([]);
  });

  test('--after is exclusive, also within a second; --from and --until are as half-open ranges are', async () => {
    const every = (...args: string[]) =>
      scheduled('--cron', '0 * * * *', '--zone', 'UTC', '--count', '1', ...args);
    expect(await every('--after', '2026-12-01T01:00:00Z')).toEqual(['2026-12-01T02:00:00Z']);
    expect(await every('--after', '2026-12-01T00:59:59.999Z')).toEqual(['2026-12-01T01:00:00Z']);
    expect(await every('--after', '2026-12-01T01:00:00.001Z')).toEqual(['2026-12-01T02:00:00Z']);
    expect(await every('--after', '2026-12-01T02:00:00+01:00')).toEqual(['2026-12-01T02:00:00Z']);
    expect(await every('--from', '2026-12-01T01:00:00Z')).toEqual(['2026-12-01T01:00:00Z']);
    expect(await every('--from', '2026-12-01T01:00:00.5Z')).toEqual(['2026-12-01T02:00:00Z']);
    expect(await every()).toEqual(['2026-11-29T09:00:00Z']);
    const until = (end: string) =>
      scheduled('--cron', '0 * * * *', '--zone', 'UTC', '--from', '2026-12-01T00:00:00Z', '--until', end);
    expect(await until('2026-12-01T02:00:00Z')).toHaveLength(2);
    expect(await until('2026-12-01T02:00:00.5Z')).toHaveLength(3);
  });

  test('several expressions are one schedule', async () => {
    expect(
      await scheduled('--cron', '0 6 * * *', '--cron', '0 6,18 * * *', '--zone', 'UTC', '--count', '3'),
    ).toEqual(['2026-11-29T18:00:00Z', '2026-11-30T06:00:00Z', '2026-11-30T18:00:00Z']);
  });

  test('a zone may be named by an older name, and that is said', async () => {
    const { stdout, stderr } = await runAlmanac([
      'fires',
      '--cron',
      '0 0 * * *',
      '--zone',
      'Asia/Calcutta',
      '--json',
    ]);
    expect(stderr).toBe('almanac: Asia/Calcutta is another name of Asia/Kolkata\n');
    expect(JSON.parse(stdout).fires[0].wall).toBe('2026-11-30T00:00:00+05:30');
  });

  test('an interval counts elapsed time from its anchor, a zone only shows it', async () => {
    const args = ['--every', '90m', '--anchor', '2026-12-01T00:00:00Z', '--count', '2'];
    expect((await list(...args)).fires.map(({ wall }) => wall)).toEqual([
      '2026-12-01T00:00:00+00:00',
      '2026-12-01T01:30:00+00:00',
    ]);
    expect(
      (await list(...args, '--zone', 'Asia/Kolkata')).fires.map(({ wall, nominal }) => [wall, nominal]),
    ).toEqual([
      ['2026-12-01T05:30:00+05:30', undefined],
      ['2026-12-01T07:00:00+05:30', undefined],
    ]);
  });

  test('times are listed as they are given, and then there are no more', async () => {
    const args = ['--at', '2027-01-01T00:00:00Z', '--at', '2026-12-24 18:00', '--zone', 'Europe/Berlin'];
    expect(await scheduled(...args)).toEqual(['2026-12-24T17:00:00Z', '2027-01-01T00:00:00Z']);
    expect((await runAlmanac(['fires', ...args])).stdout).toContain('Nothing fires after that.');
  });

  test('one that never fires, and one that lies beyond the time-zone data, say so', async () => {
    const text = async (...args: string[]) => (await runAlmanac(['fires', ...args])).stdout;
    expect(await text('--cron', '0 0 30 2 *', '--zone', 'UTC')).toContain(
      'Never fires: no date in 400 years gives a fire.',
    );
    expect(await text('--cron', '0 0 1 1 *', '--zone', 'UTC', '--from', '2090-01-01T00:00:00Z')).toMatch(
      /Nothing is told from \d{4}-01-01 on, where the time-zone data \(\d{4}\w\) end\./,
    );
    expect(await text('--cron', '0 0 1 1 *', '--zone', 'UTC', '--until', '2026-12-01T00:00:00Z')).toContain(
      'Nothing fires in this range.',
    );
  });

  test('an invalid one ends with 1, and its faults are marked', async () => {
    const { code, stdout, stderr } = await runAlmanac(['fires', ...berlin('70 2 * * ?'), '--json']);
    expect(code).toBe(1);
    expect(JSON.parse(stdout).diagnostics.map(({ code: word }: { code: string }) => word)).toEqual([
      'cron-invalid',
      'cron-invalid',
    ]);
    await expect(stderr).toMatchFileSnapshot('./golden/fires-invalid.txt');
    expect((await runAlmanac(['fires', ...berlin('70 2 * * ?')])).stdout).toBe('');
  });
});

describe('answers are asked for only where the list depends on them', () => {
  const needs = async (args: readonly string[]) => {
    const { code, stderr } = await runAlmanac(['fires', ...args]);
    return code === 0 ? undefined : stderr.split('\n').slice(0, 2);
  };

  test('a gap and a fold that no listed fire meets ask for nothing', async () => {
    expect(
      await needs(berlin('30 2 * * *', '--from', '2026-12-01T00:00:00Z', '--until', '2027-03-28T00:00:00Z')),
    ).toBeUndefined();
    expect(await needs(berlin('30 4 * * *', '--count', '1000'))).toBeUndefined();
    expect(
      await needs(['--cron', '30 2 * * *', '--zone', 'Asia/Kolkata', '--count', '1000']),
    ).toBeUndefined();
  });

  test('an expression that fires in every hour never asks', async () => {
    expect(
      await needs(berlin('*/30 * * * *', '--from', '2026-03-01T00:00:00Z', '--count', '12000')),
    ).toBeUndefined();
  });

  test('a gap is named with its date and what each answer would give', async () => {
    expect(await needs(berlin('30 2 * * *', '--from', '2027-03-01T00:00:00Z', '--count', '60'))).toEqual([
      'almanac fires: `--gap` is needed: 02:30 does not exist on Sun 2027-03-28, when the clocks go from 02:00 to 03:00',
      '  help: say `--gap shift` (fires at 03:30), `--gap next` (at 03:00) or `--gap skip` (not at all)',
    ]);
    expect(
      await needs([
        '--cron',
        '15 2 * * *',
        '--zone',
        'Australia/Lord_Howe',
        '--from',
        '2026-10-01T00:00:00Z',
        '--count',
        '5',
      ]),
    ).toEqual([
      'almanac fires: `--gap` is needed: 02:15 does not exist on Sun 2026-10-04, when the clocks go from 02:00 to 02:30',
      '  help: say `--gap shift` (fires at 02:45), `--gap next` (at 02:30) or `--gap skip` (not at all)',
    ]);
  });

  test('a fold is named with its date; the gap of the same range need not be answered first', async () => {
    const fold = [
      'almanac fires: `--fold` is needed: 02:30 occurs twice on Sun 2026-10-25',
      '  help: say `--fold first`, `--fold second` or `--fold both`',
    ];
    expect(await needs(berlin('30 2 * * *', '--from', '2026-10-01T00:00:00Z', '--count', '60'))).toEqual(
      fold,
    );
    expect(
      await needs(berlin('30 2 * * *', '--from', '2026-10-01T00:00:00Z', '--count', '60', '--fold', 'both')),
    ).toBeUndefined();
  });

  test('the count decides too: what comes after the last fire is not part of the answer', async () => {
    const args = berlin('30 2 * * *', '--from', '2027-03-26T00:00:00Z');
    expect(await needs([...args, '--count', '2'])).toBeUndefined();
    expect(await needs([...args, '--count', '3'])).toHaveLength(2);
  });

  test('two restricted day fields ask how they combine, unless it makes no difference', async () => {
    expect(await needs(berlin('0 9 13 * 5'))).toEqual([
      'almanac fires: `--day-match` is needed: both day fields are restricted, and on Fri 2026-12-04 only one of them matches',
      '  help: say `--day-match either` (one is enough, as in Vixie cron) or `--day-match both`',
    ]);
    expect(await needs(berlin('0 9 13 * 5', '--day-match', 'both'))).toBeUndefined();
    expect(await needs(berlin('0 9 1-31 * 0-6'))).toBeUndefined();
    expect(await scheduled(...berlin('0 9 13 * 5', '--day-match', 'both', '--count', '2'))).toEqual([
      '2027-08-13T07:00:00Z',
      '2028-10-13T07:00:00Z',
    ]);
  });
});

describe('the table', () => {
  test.each([
    ['gap-shift', berlin('30 2 * * *', '--gap', 'shift', '--from', '2027-03-26T00:00:00Z', '--count', '5')],
    ['gap-skip', berlin('30 2 * * *', '--gap', 'skip', '--from', '2027-03-26T00:00:00Z', '--count', '5')],
    ['merged', berlin('0,30 2,3 * * *', '--gap', 'shift', '--from', '2027-03-27T12:00:00Z', '--count', '4')],
    ['fold-first', berlin('30 2 * * *', '--fold', 'first', '--from', '2026-10-24T00:00:00Z', '--count', '3')],
    ['fold-both', berlin('30 2 * * *', '--fold', 'both', '--from', '2026-10-24T00:00:00Z', '--count', '4')],
    ['repeated-hour', berlin('*/30 * * * *', '--from', '2026-10-24T23:30:00Z', '--count', '7')],
    ['every', ['--every', '36h', '--anchor', '2026-11-28T00:00:00Z', '--count', '3']],
    ['seconds', ['--cron', '*/20 * * * * *', '--zone', 'UTC', '--count', '4']],
  ])('%s', async (name, args) => {
    const { code, stdout, stderr } = await runAlmanac(['fires', ...args]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    await expect(stdout).toMatchFileSnapshot(`./golden/fires/${name}.txt`);
  });

  test('has colour on a terminal', async () => {
    const args = [
      'fires',
      ...berlin('30 2 * * *', '--gap', 'skip', '--from', '2027-03-27T12:00:00Z', '--count', '1'),
    ];
    expect((await runAlmanac(args, { terminal: true })).stdout).toContain('\u001b[31m- Sun 2027-03-28');
  });
});

describe('jobs', () => {
  const files = {
    ...repositoryFiles,
    'more.yaml': [
      jobText('0 4 * * 1-5', 'letters').replace(
        'zone: Europe/London',
        'zone: America/New_York, exclude: [holidays], spread: 10m',
      ),
      jobText('0 0 * * *', 'by-hand').replace(/schedule: .*/, 'schedule: { manual: true }'),
      jobText('0 2 * * *', 'paused').replace(
        'policy: nightly',
        'policy: nightly\n  paused: { from: 2026-11-30T00:00:00Z, until: 2026-12-10T00:00:00Z, reason: moving house, fires: skip }',
      ),
      'apiVersion: almanac/v1\nkind: Calendar\nmetadata: { tenant: benefits, name: holidays }\nspec: { dates: [2026-11-30, 2026-12-01] }\n',
    ].join('---\n'),
  };

  test('are all listed in one order, by instant and then by name', async () => {
    const { path } = makeFolder(files);
    const { code, stdout } = await runAlmanac(['fires', '--count', '6'], { cwd: path });
    expect(code).toBe(0);
    await expect(stdout).toMatchFileSnapshot('./golden/fires/jobs.txt');
  });

  test('are named by id, or by name alone; paths say where they are declared', async () => {
    const { path } = makeFolder({
      'a/x.yaml': [tenantText, policyText(), jobText()].join('---\n'),
      'b/y.yaml': jobText('0 5 * * *', 'other'),
    });
    const listed = async (...args: string[]) => {
      const { stdout } = await runAlmanac(['fires', '--json', '--count', '1', ...args], { cwd: path });
      return JSON.parse(stdout).fires[0].job;
    };
    expect(await listed('benefits/statement-run')).toBe('benefits/statement-run');
    expect(await listed('other')).toBe('benefits/other');
    expect(await listed('a')).toBe('benefits/statement-run');
    expect(await listed('statement-run', 'a/*.yaml')).toBe('benefits/statement-run');
  });

  test('with a spread say when they are due', async () => {
    const { path } = makeFolder(files);
    const { stdout } = await runAlmanac(['fires', '--json', '--count', '1', 'letters'], { cwd: path });
    const [fire] = JSON.parse(stdout).fires;
    const late = (Date.parse(fire.due) - Date.parse(fire.scheduled)) / 1000;
    expect(late).toBeGreaterThan(0);
    expect(late).toBeLessThan(600);
  });

  test('that never fire by themselves say so', async () => {
    const { path } = makeFolder(files);
    expect((await runAlmanac(['fires', 'by-hand'], { cwd: path })).stdout).toContain('Never fires by itself');
  });

  test('with an error are left out, the others are listed, and the command ends with 3', async () => {
    const { path } = makeFolder({ ...repositoryFiles, 'bad.yaml': jobText('99 * * * *', 'bad') });
    const { code, stdout, stderr } = await runAlmanac(['fires', '--json', '--count', '1'], { cwd: path });
    expect(code).toBe(3);
    expect(JSON.parse(stdout).fires[0].job).toBe('benefits/statement-run');
    expect(stderr).toContain('bad.yaml:5:');
  });
});
