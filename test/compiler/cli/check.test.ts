import { describe, expect, test } from 'vitest';
import { makeFolder, makeRepository } from '../source/make-folder.ts';
import { jobText, policyText, repositoryFiles, tenantText } from './declarations.ts';
import { runAlmanac } from './run-almanac.ts';

const withConfig = (text: string) => ({ ...repositoryFiles, 'almanac.config.yaml': text });
const oldZone = { 'jobs.yaml': jobText().replace('Europe/London', 'GB') };

describe('almanac check', () => {
  test('of declarations in order counts them and ends with 0', async () => {
    const { path } = makeFolder({ ...repositoryFiles, 'k8s.yaml': 'apiVersion: v1\nkind: Service\n' });
    expect(await runAlmanac(['check'], { cwd: path })).toEqual({
      code: 0,
      stdout: '3 declarations in 4 files (1 document of other kinds passed over): nothing to remark\n',
      stderr: '',
    });
  });

  test('marks the place of every mistake, in the order of files and lines', async () => {
    const { path } = makeFolder({
      ...repositoryFiles,
      'a.yaml': [
        jobText('99 * * * *', 'no-such-minute'),
        jobText('0 0 * * *', 'no-policy').replace('nightly', 'nigthly'),
      ].join('---\n'),
      'z.yaml': jobText('0 0 * * *', 'typo').replace('schedule', 'shedule'),
    });
    const { code, stdout, stderr } = await runAlmanac(['check'], { cwd: path });
    expect({ code, stderr }).toEqual({ code: 3, stderr: '' });
    await expect(stdout).toMatchFileSnapshot('./golden/check.txt');
  });

  test('in a folder without declarations points to the configuration above it', async () => {
    const { path } = makeRepository({ ...withConfig('failOn: stop\n'), 'docs/notes/a.txt': '' });
    const { code, stderr } = await runAlmanac(['check'], { cwd: `${path}/docs/notes` });
    expect(code).toBe(1);
    expect(stderr).toContain('help: `../../almanac.config.yaml` is above this folder');
  });

  test('shows no credential in the frame of another mistake', async () => {
    const secret = `Bearer ${'a1b2'.repeat(8)}`;
    const { path } = makeFolder({
      ...repositoryFiles,
      'a.yaml': `${jobText('0 0 * * *', 'typo').replace('schedule', 'shedule')}\n# Authorization: "${secret}"\n`,
      'b.yaml': `apiVersion: almanac/v1\nkind: Jab # ${secret}\n`,
    });
    const { code, stdout } = await runAlmanac(['check'], { cwd: path });
    expect(code).toBe(3);
    expect(stdout).toContain(`2 │ kind: Jab # Bearer ${'*'.repeat(32)}`);
    expect(stdout).not.toContain('a1b2');
  });

  test('as JSON gives the remarks and counts', async () => {
    const { path } = makeFolder({ ...repositoryFiles, 'a.yaml': jobText('99 * * * *', 'bad') });
    const { code, stdout } = await runAlmanac(['check', '--json'], { cwd: path });
    const { diagnostics, counts } = JSON.parse(stdout);
    expect(code).toBe(3);
    expect(diagnostics).toMatchObject([
      { code: 'cron-invalid', severity: 'error', span: { file: 'a.yaml', line: 5 } },
    ]);
    expect(counts).toEqual({
      files: 4,
      declarations: 4,
      passedOver: 0,
      stop: 0,
      error: 1,
      warning: 0,
      info: 0,
    });
  });

  test('with --quiet prints remarks and nothing else', async () => {
    const { path } = makeFolder(repositoryFiles);
    expect((await runAlmanac(['check', '--quiet'], { cwd: path })).stdout).toBe('');
  });

  test('shows the worst hundred of very many remarks and counts the others', async () => {
    const warned = Array.from({ length: 120 }, (_, i) =>
      jobText('0 1 * * *', `old-${i}`).replace('Europe/London', 'GB'),
    );
    const wrong = jobText('99 * * * *', 'bad');
    const { path } = makeFolder({ ...repositoryFiles, 'z.yaml': [...warned, wrong].join('---\n') });
    const { stdout } = await runAlmanac(['check'], { cwd: path });
    expect(stdout.match(/^\w+\.yaml:\d+:/gm)).toHaveLength(100);
    expect(stdout).toContain('[cron-invalid]');
    expect(stdout).toMatch(/^\.\.\. and \d+ more remarks; `almanac check --json` lists all$/m);
  });

  test('has colour where it is wanted', async () => {
    const { path } = makeFolder({ ...repositoryFiles, ...oldZone });
    const coloured = async (args: string[], env: NodeJS.ProcessEnv, terminal: boolean) =>
      (await runAlmanac(['check', ...args], { cwd: path, env, terminal })).stdout.includes('\u001b[');
    expect(await coloured([], {}, false)).toBe(false);
    expect(await coloured([], {}, true)).toBe(true);
    expect(await coloured([], { TERM: 'dumb' }, true)).toBe(false);
    expect(await coloured([], { NO_COLOR: '1' }, true)).toBe(false);
    expect(await coloured([], { NO_COLOR: '' }, true)).toBe(true);
    expect(await coloured([], { FORCE_COLOR: '1' }, false)).toBe(true);
    expect(await coloured([], { FORCE_COLOR: '0' }, true)).toBe(false);
    expect(await coloured([], { FORCE_COLOR: '1', NO_COLOR: '1' }, false)).toBe(false);
    expect(await coloured(['--no-color'], { FORCE_COLOR: '1' }, true)).toBe(false);
    expect(await coloured(['--color'], { NO_COLOR: '1' }, false)).toBe(true);
  });
});

describe('the configuration', () => {
  const codeOf = async (files: Record<string, string>, ...args: string[]) =>
    (await runAlmanac(['check', ...args], { cwd: makeFolder(files).path })).code;

  test('sets severities, and from which one on a check fails', async () => {
    const old = { ...repositoryFiles, ...oldZone };
    expect(await codeOf(old)).toBe(0);
    expect(await codeOf(old, '--fail-on', 'warning')).toBe(3);
    expect(await codeOf({ ...withConfig('failOn: warning\n'), ...oldZone })).toBe(3);
    expect(await codeOf({ ...withConfig('failOn: warning\n'), ...oldZone }, '--fail-on', 'error')).toBe(0);
    expect(await codeOf({ ...withConfig('rules: { zone-alias: error }\n'), ...oldZone })).toBe(3);
    expect(await codeOf({ ...withConfig('rules: { zone-alias: stop }\n'), ...oldZone })).toBe(4);
    expect(
      await codeOf({ ...withConfig('rules: { zone-alias: off }\n'), ...oldZone }, '--fail-on', 'warning'),
    ).toBe(0);
  });

  test('waives with a reason until a date, by the clock of --now', async () => {
    const waiver =
      'waivers:\n  - { rule: zone-alias, scope: [benefits/*], reason: old system, expires: 2027-06-01 }\n';
    const files = { ...withConfig(`rules: { zone-alias: error }\n${waiver}`), ...oldZone };
    expect(await codeOf(files)).toBe(0);
    expect(await codeOf(files, '--now', '2027-06-01T00:00:00Z')).toBe(3);
  });

  test('is remarked upon with its own frame', async () => {
    const { path } = makeFolder(withConfig('rules:\n  zone-alais: error\n'));
    const { code, stdout } = await runAlmanac(['check'], { cwd: path });
    expect(code).toBe(3);
    expect(stdout).toContain('almanac.config.yaml:2:3: error: there is no rule `zone-alais`');
    expect(stdout).toContain('  2 │   zone-alais: error');
  });

  test('names what is read when no path is given, relative to itself', async () => {
    const { path } = makeFolder({
      'almanac.config.yaml': 'paths: [declarations]\n',
      'declarations/all.yaml': [tenantText, policyText(), jobText()].join('---\n'),
      'elsewhere/broken.yaml': 'apiVersion: almanac/v1\nkind: Nothing\n',
    });
    expect((await runAlmanac(['check'], { cwd: path })).stdout).toBe(
      '3 declarations in 1 file: nothing to remark\n',
    );
    expect((await runAlmanac(['check', 'elsewhere'], { cwd: path })).code).toBe(3);
  });

  test('is found upwards to the top of the repository', async () => {
    const { path } = makeRepository({
      'almanac.config.yaml': 'rules: { zone-alias: stop }\n',
      'team/all.yaml': [tenantText, policyText(), oldZone['jobs.yaml']].join('---\n'),
    });
    expect((await runAlmanac(['check', 'team'], { cwd: path })).code).toBe(4);
    expect((await runAlmanac(['check'], { cwd: `${path}/team` })).code).toBe(4);
  });
});
