import { type ChildProcess, spawn } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Arrived, type HttpService, startHttpService } from '../dispatch/http-service.ts';

/** The command line with this one command, as one file that Node runs. */
let almanac: string;
let folder: string;
const children: ChildProcess[] = [];
const services: HttpService[] = [];

beforeAll(async () => {
  almanac = join(mkdtempSync(join(tmpdir(), 'almanac-exec-test-')), 'almanac.mjs');
  await build({
    stdin: {
      contents: `
        import { main } from './compiler/cli/index.ts';
        import { exec } from './runtime/cli/commands/exec.ts';
        const entry = { name: 'exec', summary: exec.summary, group: 'Run', load: async () => exec };
        process.exitCode = await main(process.argv.slice(2), process, [entry]);`,
      resolveDir: process.cwd(),
    },
    bundle: true,
    platform: 'node',
    format: 'esm',
    outfile: almanac,
    banner: { js: "import{createRequire}from'node:module';const require=createRequire(import.meta.url);" },
    logLevel: 'error',
  });
});
afterAll(() => rmSync(join(almanac, '..'), { recursive: true, force: true }));
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'almanac-exec-test-'));
});
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  for (const service of services.splice(0)) await service.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A runtime that takes reports, or answers as told. */
async function runtime(
  answer: (request: Arrived) => readonly [number, unknown] = () => [200, { state: 'going' }],
) {
  const service = await startHttpService((request, response) => {
    const [status, body] = answer(request);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  services.push(service);
  const reports = () =>
    service.arrived.map(({ path, body }) => [path.replace('/v1/report/', ''), JSON.parse(body)]);
  return {
    ...service,
    reports,
    env: { ALMANAC_REPORT_URL: `${service.url}/v1/report`, ALMANAC_TOKEN: 'token' },
  };
}

/** A runtime that nobody can reach. */
async function nobody() {
  const service = await startHttpService(() => undefined);
  await service.close();
  return { ALMANAC_REPORT_URL: `${service.url}/v1/report`, ALMANAC_TOKEN: 'token' };
}

interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

function begin(words: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const child = spawn(process.execPath, [almanac, 'exec', ...words], {
    cwd: folder,
    env: { PATH: process.env['PATH'], HOME: folder, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  children.push(child);
  let stdout = '';
  let stderr = '';
  const listeners: (() => void)[] = [];
  child.stdout.on('data', (piece: Buffer) => {
    stdout += piece;
    for (const listener of listeners) listener();
  });
  child.stderr.on('data', (piece: Buffer) => {
    stderr += piece;
  });
  const ended = new Promise<Ended>((resolve) => {
    child.once('close', (code, signal) => resolve({ code, signal, stdout, stderr }));
  });
  const printed = (text: string) =>
    new Promise<void>((resolve) => {
      const look = () => void (stdout.includes(text) && resolve());
      listeners.push(look);
      look();
    });
  return { child, ended, printed };
}

const exec = (words: readonly string[], env?: Readonly<Record<string, string>>) => begin(words, env).ended;
const shell = (script: string) => ['--', '/bin/sh', '-c', script];

describe('A command', () => {
  test('just runs where there is no run to report on', async () => {
    expect(await exec(shell('echo out; echo err >&2; exit 3'))).toEqual({
      code: 3,
      signal: null,
      stdout: 'out\n',
      stderr: 'err\n',
    });
  });

  test('reports its start and its end, and its output is passed on', async () => {
    const { env, reports, arrived } = await runtime();
    const ended = await exec(shell('echo out; echo err >&2'), { ...env, ALMANAC_ATTEMPT: '2' });
    expect(ended).toEqual({ code: 0, signal: null, stdout: 'out\n', stderr: 'err\n' });
    expect(reports()).toEqual([
      [
        'started',
        { at: expect.stringMatching(/Z$/), attempt: 2, by: expect.stringMatching(/^process \d+ on /) },
      ],
      [
        'finished',
        {
          at: expect.stringMatching(/Z$/),
          attempt: 2,
          outcome: 'succeeded',
          report: { status: 0, tail: expect.stringMatching(/out\n/) },
        },
      ],
    ]);
    expect(arrived[0]?.headers['authorization']).toBe('Bearer token');
  });

  test('that fails is reported as failed, and its code is ours', async () => {
    const { env, reports } = await runtime();
    expect((await exec(shell('echo broken; exit 7'), env)).code).toBe(7);
    expect(reports().at(-1)).toMatchObject([
      'finished',
      { outcome: 'failed', report: { status: 7, message: 'exit code 7', tail: 'broken\n' } },
    ]);
  });

  test('ended by a signal gives 128 and its number', async () => {
    const { env, reports } = await runtime();
    expect((await exec(shell('kill -KILL $$'), env)).code).toBe(137);
    expect(reports().at(-1)).toMatchObject([
      'finished',
      { report: { status: 137, message: 'ended by SIGKILL' } },
    ]);
  });

  test.each([
    ['./not-there', 127, 'ENOENT'],
    ['./not-a-program', 126, 'EACCES'],
  ])('%s gives %i, as a shell does', async (file, code, why) => {
    writeFileSync(join(folder, 'not-a-program'), 'text');
    chmodSync(join(folder, 'not-a-program'), 0o644);
    const { env, reports } = await runtime();
    const ended = await exec(['--', file], env);
    expect(ended.code).toBe(code);
    expect(ended.stderr).toContain(why);
    expect(reports().at(-1)).toMatchObject(['finished', { outcome: 'failed' }]);
  });

  test('has its words as they stand and our standard input', async () => {
    const { env } = await runtime();
    const { child, ended } = begin(
      [
        '--',
        process.execPath,
        '-e',
        'process.stdin.pipe(process.stdout); console.log(process.argv.slice(1))',
        '--',
        '--json',
        '$HOME',
      ],
      env,
    );
    child.stdin?.end('from outside');
    expect((await ended).stdout).toBe("[ '--json', '$HOME' ]\nfrom outside");
  });

  test('is heard as it prints, not at the end', async () => {
    const { env } = await runtime();
    const { child, ended, printed } = begin(shell('echo first; read line; echo "then $line"'), env);
    await printed('first');
    child.stdin?.write('more\n');
    expect((await ended).stdout).toBe('first\nthen more\n');
  });

  test('that prints much leaves the last 8 KiB, and all of it is passed on', async () => {
    const { env, reports } = await runtime();
    const script = 'for (let i = 0; i < 200000; i++) console.log(i)';
    const { stdout } = await exec(['--', process.execPath, '-e', script], env);
    expect(stdout.length).toBe(1_288_890);
    const [, { report }] = reports().at(-1) as [string, { report: { tail: string } }];
    expect(report.tail).toHaveLength(8_192);
    expect(report.tail.endsWith('199998\n199999\n')).toBe(true);
  });

  test('whose reader is gone ends as it would alone', async () => {
    const { env, reports } = await runtime();
    const { child, ended } = begin(['--', 'yes'], env);
    child.stdout.once('data', () => child.stdout.destroy());
    const { code } = await ended;
    expect(code).not.toBe(0);
    expect(reports().at(-1)).toMatchObject(['finished', { outcome: 'failed' }]);
  });

  test.each(['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGUSR1'] as const)('gets %s', async (signal) => {
    const { env } = await runtime();
    const { child, ended, printed } = begin(
      shell(`trap 'echo got it; exit 9' ${signal.slice(3)}; echo ready; while :; do sleep 0.01; done`),
      env,
    );
    await printed('ready');
    child.kill(signal);
    expect(await ended).toMatchObject({ code: 9, stdout: 'ready\ngot it\n' });
  });
});

describe('What a command leaves behind', () => {
  const writes = (text: string) => shell(`cat > "$ALMANAC_OUTPUT" <<'END'\n${text}\nEND`);

  test('is reported', async () => {
    const { env, reports } = await runtime();
    const left = {
      outputs: { statements: { count: 1204, uri: 'gs://statements/2027-03-28' } },
      subjects: ['case/1', 'case/2'],
      message: '1204 statements',
    };
    await exec(writes(JSON.stringify(left)), env);
    expect(reports().at(-1)).toMatchObject(['finished', { outcome: 'succeeded', report: left }]);
  });

  test.each([
    ['{"outputs":', 'it is not JSON'],
    ['[]', 'it is not an object'],
    ['{"output":{}}', '`output` is none of outputs, subjects and message'],
    ['{"outputs":{"a":3}}', 'the output `a` is not an object'],
    ['{"subjects":"case/1"}', '`subjects` is not a list of texts'],
  ])('is told to a person where it is wrong: %s', async (text, problem) => {
    const { env, reports } = await runtime();
    const { code, stderr } = await exec(writes(text), env);
    expect(code).toBe(0);
    expect(stderr).toContain(`what the command wrote to ALMANAC_OUTPUT is not reported: ${problem}`);
    expect(reports().at(-1)).toMatchObject(['finished', { outcome: 'succeeded', report: { status: 0 } }]);
  });

  test('that the runtime does not take does not lose how it ended', async () => {
    const { env, reports } = await runtime(({ body }) =>
      body.includes('subjects') ? [400, { detail: 'too many subjects' }] : [200, { state: 'over' }],
    );
    const { code, stderr } = await exec(writes('{"subjects":["case/1"]}'), env);
    expect(code).toBe(0);
    expect(stderr).toContain('what the command left behind is not taken: too many subjects');
    expect(reports().at(-1)).toMatchObject(['finished', { outcome: 'succeeded', report: { status: 0 } }]);
  });
});

describe('A runtime that can’t be reached', () => {
  const quick = ['--start-within', '1s', '--report-within', '1s'];

  test('changes nothing for the command; its reports are kept, for nobody else to read, and sent by the next call', async () => {
    const place = await nobody();
    const ended = await exec([...quick, ...shell('echo done; exit 4')], place);
    expect(ended).toMatchObject({ code: 4, stdout: 'done\n' });
    expect(ended.stderr).toContain('the command is started all the same');
    expect(ended.stderr).toContain('reports are kept for the next call');
    const spool = join(folder, '.local/state/almanac/reports');
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

  test('and no folder to keep reports in change nothing either', async () => {
    const place = await nobody();
    writeFileSync(join(folder, 'file'), '');
    const { code, stderr } = await exec(
      [...quick, '--spool', join(folder, 'file'), ...shell('exit 0')],
      place,
    );
    expect(code).toBe(0);
    expect(stderr).toContain('a report could not be kept either');
  });

  test('for a while is told all the same', async () => {
    let count = 0;
    const { env, reports } = await runtime(() => (++count <= 3 ? [503, {}] : [200, { state: 'going' }]));
    const { code, stderr } = await exec(shell('exit 0'), env);
    expect([code, stderr]).toEqual([0, '']);
    expect(reports().map(([path]) => path)).toEqual(['started', 'started', 'started', 'started', 'finished']);
  });

  test('since its answers hang does not hold the command up for long', async () => {
    const service = await startHttpService(() => undefined);
    services.push(service);
    const env = { ALMANAC_REPORT_URL: service.url, ALMANAC_TOKEN: 'token' };
    const before = performance.now();
    expect((await exec([...quick, ...shell('exit 5')], env)).code).toBe(5);
    expect(performance.now() - before).toBeLessThan(10_000);
  });

  test('for a while, with reports kept in a folder that holds other things, sends those alone', async () => {
    const spool = join(folder, 'spool');
    mkdirSync(spool);
    writeFileSync(join(spool, 'broken.json'), '{');
    writeFileSync(join(spool, 'notes.txt'), 'mine');
    const { env } = await runtime();
    expect((await exec(['--spool', spool, ...shell('exit 0')], env)).code).toBe(0);
    expect(readdirSync(spool)).toEqual(['notes.txt']);
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
    const { code, stderr } = await exec(
      ['--heartbeat', '1s', ...shell('echo ready; sleep 1000 & wait')],
      env,
    );
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
