import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openExecStage, shell } from './exec-stage.ts';

const { folder, runtime, begin, exec } = openExecStage();

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
    writeFileSync(join(folder(), 'not-a-program'), 'text');
    chmodSync(join(folder(), 'not-a-program'), 0o644);
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

  test.each([[[]], [['--no-tail']]])(
    'that prints more than a pipe holds waits for its reader (%j)',
    async (options) => {
      const script = 'head -c 3000000 /dev/zero | tr "\\0" x && echo done';
      const { child, ended } = begin([...options, ...shell(script)]);
      child.stdout.pause();
      // The pipe is full long before the command is through; nobody reads for a while.
      for (let turn = 0; turn < 50; turn++) await new Promise<void>((resolve) => setImmediate(resolve));
      child.stdout.resume();
      const { code, stdout, stderr } = await ended;
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(stdout.length).toBe(3_000_005);
    },
  );

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
