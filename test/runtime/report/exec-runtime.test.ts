import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openExecStage, shell } from './exec-stage.ts';

const { folder, runtime, silent, nobody, exec } = openExecStage();

describe('A runtime that can’t be reached', () => {
  const quick = ['--start-within', '1s', '--report-within', '1s'];

  test('changes nothing for the command; its reports are kept, for nobody else to read, and sent by the next call', async () => {
    const place = await nobody();
    const ended = await exec([...quick, ...shell('echo done; exit 4')], place);
    expect(ended).toMatchObject({ code: 4, stdout: 'done\n' });
    expect(ended.stderr).toContain('the command is started all the same');
    expect(ended.stderr).toContain('reports are kept for the next call');
    const spool = join(folder(), '.local/state/almanac/reports');
    const files = readdirSync(spool);
    expect(files).toHaveLength(2);
    for (const file of files) expect(statSync(join(spool, file)).mode & 0o777).toBe(0o600);

    // The address where it was is taken by one that answers.
    const kept = files.map((file) => JSON.parse(readFileSync(join(spool, file), 'utf8')));
    const { env, reports, url } = await runtime();
    for (const [at, file] of files.entries()) {
      kept[at].place.url = `${url}/v1/report`;
      writeFileSync(join(spool, file), JSON.stringify(kept[at]));
    }
    expect((await exec(shell('exit 0'), env)).code).toBe(0);
    expect(readdirSync(spool)).toEqual([]);
    const outcomes = reports().map(([path, body]) => [path, body.outcome]);
    expect(outcomes).toHaveLength(4);
    expect(outcomes).toEqual(
      expect.arrayContaining([
        ['started', undefined],
        ['finished', 'failed'],
        ['finished', 'succeeded'],
      ]),
    );
  });

  // Node's own making of folders never comes back from the last.
  test.each(['file', 'file/below', '/proc/nope', '/proc/nope/below'])(
    'and no folder to keep reports in (%s) change nothing either, and are told once',
    async (spool) => {
      const place = await nobody();
      writeFileSync(join(folder(), 'file'), '');
      const before = performance.now();
      const { code, stdout, stderr } = await exec(
        [...quick, '--spool', resolve(folder(), spool), ...shell('echo done; exit 6')],
        place,
      );
      expect([code, stdout]).toEqual([6, 'done\n']);
      expect(stderr.match(/reports can't be kept for the next call either: \w+/g)).toHaveLength(1);
      expect(stderr).not.toContain('reports are kept');
      expect(performance.now() - before).toBeLessThan(10_000);
    },
  );

  test('for a while is told all the same', async () => {
    let count = 0;
    const { env, reports } = await runtime(() => (++count <= 3 ? [503, {}] : [200, { state: 'going' }]));
    const { code, stderr } = await exec(shell('exit 0'), env);
    expect([code, stderr]).toEqual([0, '']);
    expect(reports().map(([path]) => path)).toEqual(['started', 'started', 'started', 'started', 'finished']);
  });

  test('since its answers hang does not hold the command up for long', async () => {
    const env = await silent();
    const before = performance.now();
    expect((await exec([...quick, ...shell('exit 5')], env)).code).toBe(5);
    expect(performance.now() - before).toBeLessThan(10_000);
  });

  test('for a while, with reports kept in a folder that holds other things, sends those alone', async () => {
    const spool = join(folder(), 'spool');
    mkdirSync(spool);
    writeFileSync(join(spool, 'broken.json'), '{');
    writeFileSync(join(spool, 'empty.json'), '{}');
    writeFileSync(join(spool, 'null.json'), 'null');
    mkdirSync(join(spool, 'folder.json'));
    writeFileSync(join(spool, 'notes.txt'), 'mine');
    const { env } = await runtime();
    expect((await exec(['--spool', spool, ...shell('exit 0')], env)).code).toBe(0);
    expect(readdirSync(spool)).toEqual(['folder.json', 'notes.txt']);
  });
});

describe('A run that is over, or another’s', () => {
  test.each([
    [410, 'the run ended: lost'],
    [409, 'the run was started by process 1 on other'],
  ])('is not started: %i', async (status, detail) => {
    const { env, reports } = await runtime(() => [status, { detail }]);
    const { code, stdout, stderr } = await exec(shell('echo started'), env);
    expect([code, stdout]).toEqual([0, '']);
    expect(stderr).toBe(`almanac exec: the command is not started: ${detail}\n`);
    expect(reports()).toHaveLength(1);
  });

  test('is asked to end when a heartbeat tells so', async () => {
    const { env, reports } = await runtime(({ path }) =>
      path.endsWith('heartbeat') ? [409, { detail: 'the run was asked to stop' }] : [200, { state: 'going' }],
    );
    const { code, stderr } = await exec(['--heartbeat', '1s', ...shell('exec sleep 1000')], env);
    expect(code).toBe(143);
    expect(stderr).toContain('the command is asked to end: the run was asked to stop');
    expect(reports().map(([path]) => path)).toEqual(['started', 'heartbeat', 'finished']);
    expect(reports().at(-1)).toMatchObject([
      'finished',
      { outcome: 'failed', report: { message: 'stopped: the run was asked to stop' } },
    ]);
  });

  test('is ended where it does not mind', async () => {
    const { env } = await runtime(({ path }) =>
      path.endsWith('heartbeat') ? [410, { detail: 'the run ended: lost' }] : [200, { state: 'going' }],
    );
    const script = 'trap "" TERM; echo ready; while :; do sleep 0.05; done';
    const { code } = await exec(['--heartbeat', '1s', '--grace', '1s', ...shell(script)], env);
    expect(code).toBe(137);
  });
});

describe('A run whose target tells the end', () => {
  test.each(['command', 'cloudRunJob'])(
    'of the kind %s claims nothing, and reports no failure',
    async (kind) => {
      const { env, reports } = await runtime();
      const run = { ...env, ALMANAC_TARGET: kind };
      expect((await exec(shell('exit 3'), run)).code).toBe(3);
      expect(reports()).toEqual([['started', { at: expect.any(String) }]]);
      await exec(shell('exit 0'), run);
      expect(reports().at(-1)).toMatchObject(['finished', { outcome: 'succeeded' }]);
    },
  );

  test('since it has several tasks leaves the end to Cloud Run', async () => {
    const { env, reports } = await runtime();
    await exec(shell('exit 0'), {
      ...env,
      CLOUD_RUN_EXECUTION: 'statement-run-1',
      CLOUD_RUN_TASK_COUNT: '2',
    });
    expect(reports()).toEqual([['started', { at: expect.any(String), by: 'statement-run-1' }]]);
  });
});

test('A token that the runtime does not know is said once, and the command runs', async () => {
  const { env } = await runtime(() => [
    401,
    { detail: 'the token was not given to any run of this runtime' },
  ]);
  const { code, stdout, stderr } = await exec(shell('echo done'), env);
  expect([code, stdout]).toEqual([0, 'done\n']);
  expect(stderr).toContain('the runtime does not take reports: the token was not given');
});
