import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { renderPlanText } from '../../../compiler/render/index.ts';
import { git, makeFolder, makeRepository } from '../source/make-folder.ts';
import { jobText, policyText, repositoryFiles } from './declarations.ts';
import { runAlmanac } from './run-almanac.ts';

const isPlan = new Ajv2020().compile(JSON.parse(readFileSync('schema/published/plan.schema.json', 'utf8')));

const plan = async (cwd: string, ...args: string[]) => {
  const { code, stdout, stderr } = await runAlmanac(['plan', '--json', ...args], { cwd });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const value = JSON.parse(stdout);
  expect(isPlan(value), JSON.stringify(isPlan.errors)).toBe(true);
  return value;
};

const changed = { 'jobs.yaml': jobText('0 2 * * *') };

describe('the base of a plan', () => {
  test('is HEAD: what is not committed is planned, and no file is touched', async () => {
    const repository = makeRepository(repositoryFiles);
    repository.write(changed);
    const before = statSync(join(repository.path, '.git/index')).mtimeMs;
    const { before: base, after, jobs } = await plan(repository.path);
    const id = repository.git('rev-parse', '--short=7', 'HEAD');
    expect([base.kind, base.label, after.kind, after.label]).toEqual([
      'git',
      `HEAD (${id})`,
      'directory',
      'the working folder',
    ]);
    expect(jobs.map(({ action, job }: Record<string, string>) => [action, job])).toEqual([
      ['change', 'statement-run'],
    ]);
    expect(statSync(join(repository.path, '.git/index')).mtimeMs).toBe(before);
    expect(repository.git('status', '--porcelain')).toBe('M jobs.yaml');
  });

  test('is none before the first commit and outside a repository', async () => {
    const { path } = makeFolder(repositoryFiles);
    const { before, counts } = await plan(path);
    expect([before.kind, counts.jobs.added]).toEqual(['none', 1]);
    git(path, 'init', '--quiet');
    expect((await plan(path)).before.kind).toBe('none');
  });

  test('is a branch, a directory, a YAML file or a manifest, all with the same digest of the plan', async () => {
    const repository = makeRepository(repositoryFiles);
    await runAlmanac(['compile', '--out', 'old.json'], { cwd: repository.path });
    repository.git('branch', 'release/1 stable'.replace(' ', '-'));
    const old = makeFolder({ 'old/all.yaml': Object.values(repositoryFiles).join('---\n') });
    repository.write(changed);
    const digests = new Set<string>();
    for (const base of [
      'HEAD',
      'release/1-stable',
      join(old.path, 'old'),
      join(old.path, 'old/all.yaml'),
      'old.json',
    ]) {
      digests.add((await plan(repository.path, '--base', base)).digest);
    }
    expect(digests.size).toBe(1);
  });

  test('reads calendars of its own side', async () => {
    const calendar =
      'apiVersion: almanac/v1\nkind: Calendar\nmetadata: { tenant: benefits, name: closed }\nspec: { ics: days/closed.ics, validUntil: 2030-12-31 }\n';
    const ics = (date: string) =>
      `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\nBEGIN:VEVENT\r\nUID:1\r\nDTSTAMP:20260101T000000Z\r\nDTSTART;VALUE=DATE:${date}\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`;
    const repository = makeRepository({
      ...repositoryFiles,
      'jobs.yaml': jobText().replace('zone: Europe/London', 'zone: Europe/London, exclude: [closed]'),
      'calendars.yaml': calendar,
      'days/closed.ics': ics('20261225'),
    });
    repository.write({ 'days/closed.ics': ics('20261226') });
    const { counts } = await plan(repository.path);
    expect([counts.fires.added, counts.fires.removed]).toEqual([1, 1]);
  });

  test('shows a deleted file and a deleted folder as removed jobs', async () => {
    const repository = makeRepository({ ...repositoryFiles, 'team/more.yaml': jobText('0 3 * * *', 'more') });
    repository.remove('team');
    expect((await plan(repository.path)).counts.jobs).toMatchObject({ removed: 1, unchanged: 1 });
    expect((await plan(repository.path, 'team', 'policies.yaml', 'tenant.yaml')).counts.jobs).toMatchObject({
      removed: 1,
      unchanged: 0,
    });
  });

  test('that does not compile keeps nobody from mending it', async () => {
    const repository = makeRepository({ ...repositoryFiles, 'jobs.yaml': jobText('99 * * * *') });
    repository.write({ 'jobs.yaml': jobText() });
    const { code, stdout, stderr } = await runAlmanac(['plan', '--json'], { cwd: repository.path });
    expect(code).toBe(0);
    expect(JSON.parse(stdout).counts.jobs.added).toBe(1);
    expect(stderr).toMatch(
      /^almanac plan: 1 error in the base, HEAD \(\w{7}\); what has one counts as absent there\n\njobs\.yaml:5:/,
    );
    expect(stderr).toContain('cron: "99 * * * *"');
  });

  test('in a shallow clone is told with the remedy', async () => {
    const origin = makeRepository(repositoryFiles);
    origin.write(changed);
    origin.commit('second');
    const clone = makeFolder();
    git(clone.path, 'clone', '--quiet', '--depth', '1', `file://${origin.path}`, 'clone');
    const { code, stderr } = await runAlmanac(['plan', '--base', 'HEAD~1'], {
      cwd: join(clone.path, 'clone'),
    });
    expect(code).toBe(1);
    expect(stderr).toContain('git fetch --unshallow');
    expect(stderr).toContain('fetch-depth: 0');
  });
});

describe('the range of a plan', () => {
  test('begins at --now, or at --from, and ends where --until says', async () => {
    const { path } = makeFolder(repositoryFiles);
    const at = (text: string) => Date.parse(text) / 1000;
    expect((await plan(path)).range.from).toBe(at('2026-11-29T09:00:00Z'));
    const ranged = await plan(path, '--from', '2027-03-01T00:00:00.5Z', '--until', '2027-03-11T00:00:01Z');
    expect(ranged.range).toEqual({ from: at('2027-03-01T00:00:01Z'), until: at('2027-03-11T00:00:01Z') });
    expect(ranged.now).toBe(at('2026-11-29T09:00:00Z'));
    expect(ranged.counts.fires.added).toBe(10);
  });
});

describe('the output of a plan', () => {
  test('is text, and JSON to a file beside it', async () => {
    const repository = makeRepository(repositoryFiles);
    repository.write({ ...changed, 'policies.yaml': policyText('1h') });
    const { code, stdout, stderr } = await runAlmanac(['plan', '--out', 'out/plan.json'], {
      cwd: repository.path,
    });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const kept = JSON.parse(readFileSync(join(repository.path, 'out/plan.json'), 'utf8'));
    expect(isPlan(kept)).toBe(true);
    expect(stdout).toBe(renderPlanText(kept));
  });

  test('goes to several places in several formats', async () => {
    const { path } = makeFolder(repositoryFiles);
    const run = (...args: string[]) => runAlmanac(['plan', ...args], { cwd: path });
    const both = await run('--format', 'json=a.json', '--format', 'text');
    const text = (await run()).stdout;
    expect(both.stdout).toBe(text);
    expect((await run('--format', 'text=b.txt', '--format', 'json=c.json')).stdout).toBe('');
    expect(readFileSync(join(path, 'b.txt'), 'utf8')).toBe(text);
    expect(readFileSync(join(path, 'c.json'), 'utf8')).toBe(readFileSync(join(path, 'a.json'), 'utf8'));
    expect((await run('--format', 'json')).stdout).toBe((await run('--json')).stdout);
  });

  test('is markdown for a pull request, and a page that needs nothing else', async () => {
    const repository = makeRepository(repositoryFiles);
    repository.write(changed);
    const { code, stdout } = await runAlmanac(
      ['plan', '--quiet', '--format', 'markdown', '--format', 'html=out/plan.html'],
      { cwd: repository.path },
    );
    expect(code).toBe(0);
    expect(stdout).toMatch(/^<!-- almanac-plan -->\n### Almanac plan: 1 job changes/);
    const html = readFileSync(join(repository.path, 'out/plan.html'), 'utf8');
    expect(html).toMatch(/^<!doctype html>/);
    expect(html).toMatch(/<figure class="frame">/);
    expect(html).not.toMatch(/<script|src=/);
  });

  test('has colour on a terminal and none in a file', async () => {
    const { path } = makeFolder(repositoryFiles);
    const { stdout } = await runAlmanac(['plan', '--format', 'text', '--format', 'text=a.txt'], {
      cwd: path,
      terminal: true,
    });
    expect(stdout).toContain('\u001b[');
    expect(readFileSync(join(path, 'a.txt'), 'utf8')).not.toContain('\u001b[');
  });

  test('tells in passing what the rules find, and with --quiet does not', async () => {
    const { path } = makeFolder({
      ...repositoryFiles,
      'jobs.yaml': jobText().replace('Europe/London', 'GB'),
    });
    const { code, stdout, stderr } = await runAlmanac(['plan'], { cwd: path });
    expect(code).toBe(0);
    expect(stderr).toContain('[zone-alias]');
    expect(stdout).toContain('+ job benefits/statement-run');
    expect((await runAlmanac(['plan', '--quiet'], { cwd: path })).stderr).toBe('');
  });
});

describe('the exit code of a plan', () => {
  const codeOf = async (files: Record<string, string>, ...args: string[]) => {
    const repository = makeRepository(repositoryFiles);
    repository.write(files);
    return (await runAlmanac(['plan', ...args], { cwd: repository.path })).code;
  };
  const old = { 'jobs.yaml': jobText().replace('Europe/London', 'GB') };
  const stop = { 'almanac.config.yaml': 'rules: { zone-alias: stop }\n' };
  const broken = { 'jobs.yaml': jobText('99 * * * *') };

  test.each([
    [0, 'no changes', {}, []],
    [0, 'changes', changed, []],
    [0, 'no changes, with --detailed-exitcode', {}, ['--detailed-exitcode']],
    [2, 'changes, with --detailed-exitcode', changed, ['--detailed-exitcode']],
    [0, 'another layout is no change', { 'jobs.yaml': jobText('30 01 * * *') }, ['--detailed-exitcode']],
    [1, 'a wrong call', changed, ['--detailed-exitcode', '--base', 'nowhere']],
    [3, 'declarations that do not compile', broken, []],
    [3, 'the same with --detailed-exitcode', broken, ['--detailed-exitcode']],
    [0, 'a warning', old, []],
    [3, 'a warning with --fail-on warning', old, ['--fail-on', 'warning']],
    [3, 'that and changes', { ...changed, ...old }, ['--fail-on', 'warning', '--detailed-exitcode']],
    [4, 'a rule that stops', { ...old, ...stop }, ['--detailed-exitcode']],
    [
      4,
      'a rule that stops, and an error',
      { ...old, ...stop, 'more.yaml': jobText('99 * * * *', 'bad') },
      [],
    ],
  ] as const)('%i: %s', async (code, _, files, args) => {
    expect(await codeOf(files, ...args)).toBe(code);
  });

  test('declarations that do not compile give no plan, for it would show their jobs as removed', async () => {
    const repository = makeRepository(repositoryFiles);
    repository.write(broken);
    const text = await runAlmanac(['plan'], { cwd: repository.path });
    expect(text.stdout).toBe('');
    expect(text.stderr).toContain(
      'almanac plan: no plan was made, for what stands above must be mended first',
    );
    const json = await runAlmanac(['plan', '--json'], { cwd: repository.path });
    expect(JSON.parse(json.stdout).diagnostics).toMatchObject([{ code: 'cron-invalid' }]);
  });
});

describe('what the rules find in a plan', () => {
  const removing = (config: string) => {
    const repository = makeRepository({ ...repositoryFiles, 'more.yaml': jobText('0 3 * * *', 'more') });
    repository.remove('more.yaml');
    repository.write({ 'almanac.config.yaml': config });
    return (...args: string[]) => runAlmanac(['plan', ...args], { cwd: repository.path });
  };

  test('is a warning by itself, below the plan and in its JSON', async () => {
    const run = removing('');
    const text = await run();
    expect(text.code).toBe(0);
    expect(text.stdout).toContain('! warning  fires-removed  more.yaml:3  benefits/more\n');
    const { findings } = JSON.parse((await run('--json')).stdout);
    expect(findings).toMatchObject([
      { code: 'fires-removed', severity: 'warning', subject: 'benefits/more' },
    ]);
  });

  test('ends with 3 at or above --fail-on, and with 4 where it stops', async () => {
    expect((await removing('')('--fail-on', 'warning')).code).toBe(3);
    expect((await removing('rules: { fires-removed: error }')()).code).toBe(3);
    expect((await removing('rules: { fires-removed: stop }')('--detailed-exitcode')).code).toBe(4);
    expect((await removing('rules: { mass-change: { floor: 1 } }')()).code).toBe(4);
  });

  test('is said on the side where the plan goes to a program, if it is why the command fails', async () => {
    const { stdout, stderr } = await removing('rules: { fires-removed: stop }')('--json');
    expect(JSON.parse(stdout).findings).toHaveLength(1);
    expect(stderr).toContain('more.yaml:3:');
    expect(stderr).toContain('[fires-removed]');
  });

  test('can be waived with rules unquoted off beside it, and is counted', async () => {
    const config = `rules: { changes-soon: off }
waivers:
  - { rule: fires-removed, scope: benefits/*, reason: moved to the ledger team, expires: 2027-01-01 }
`;
    const { code, stdout, stderr } = await removing(config)('--fail-on', 'warning');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^ {2}info {2}waived {2}almanac\.config\.yaml:3$/m);
  });
});
