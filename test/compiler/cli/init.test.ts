import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { makeFolder } from '../source/make-folder.ts';
import { runAlmanac } from './run-almanac.ts';

describe('almanac init', () => {
  test('writes a repository with nothing to remark, which fires and can be planned', async () => {
    const { path } = makeFolder();
    const { code, stdout, stderr } = await runAlmanac(['init', 'my-jobs', '--tenant', 'my-team'], {
      cwd: path,
    });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    await expect(stdout).toMatchFileSnapshot('./golden/init.txt');
    const cwd = join(path, 'my-jobs');
    for (const file of [
      'tenant.yaml',
      'policies.yaml',
      'jobs.yaml',
      'almanac.config.yaml',
      '.github/workflows/almanac.yaml',
    ]) {
      await expect(readFileSync(join(cwd, file), 'utf8')).toMatchFileSnapshot(
        `./golden/init/${file.replaceAll('/', '-').replace(/^\./, '')}`,
      );
    }
    expect((await runAlmanac(['check', '--fail-on', 'info'], { cwd })).stdout).toBe(
      '3 declarations in 4 files (1 document of other kinds passed over): nothing to remark\n',
    );
    expect((await runAlmanac(['fires'], { cwd })).stdout).toContain('02:30');
    expect((await runAlmanac(['plan', '--base', 'none'], { cwd })).stdout).toContain(
      '+ job my-team/nightly-report',
    );
  });

  test('says why each of the five answers is proposed', async () => {
    const { path } = makeFolder();
    await runAlmanac(['init'], { cwd: path });
    const lines = readFileSync(join(path, 'policies.yaml'), 'utf8').split('\n');
    for (const answer of ['lateAfter', 'horizon', 'overlap', 'catchUp', 'dst']) {
      const at = lines.findIndex((line) => line.startsWith(`  ${answer}:`));
      expect(lines[at - 1], answer).toMatch(/^ {2}# /);
    }
  });

  test('never writes over a file', async () => {
    const { path } = makeFolder({ 'jobs.yaml': 'mine' });
    const { code, stdout } = await runAlmanac(['init'], { cwd: path });
    expect(code).toBe(0);
    expect(stdout).toContain('  kept   jobs.yaml (it was there)');
    expect(readFileSync(join(path, 'jobs.yaml'), 'utf8')).toBe('mine');
    const again = JSON.parse((await runAlmanac(['init', '--json'], { cwd: path })).stdout);
    expect(again).toMatchObject({ written: [], kept: expect.arrayContaining(['jobs.yaml', 'tenant.yaml']) });
  });

  test.each([
    ['Payments Team', 'payments-team'],
    ['Zürich', 'zu-rich'],
    ['...', 'my-team'],
    ['x'.repeat(80), 'x'.repeat(63)],
  ])('makes a tenant of the folder %s', async (folder, tenant) => {
    const { path } = makeFolder();
    mkdirSync(join(path, folder));
    await runAlmanac(['init'], { cwd: join(path, folder) });
    expect(readFileSync(join(path, folder, 'tenant.yaml'), 'utf8')).toContain(
      `metadata: { name: ${tenant} }`,
    );
  });
});

describe('almanac schema', () => {
  test('writes every schema that is published, where the modelines of init look', async () => {
    const { path } = makeFolder();
    const { code, stdout } = await runAlmanac(['schema', '--json'], { cwd: path });
    expect(code).toBe(0);
    const published = [...readdirSync('schema/kinds'), ...readdirSync('schema/published')].sort();
    expect(readdirSync(join(path, '.almanac/schema')).sort()).toEqual(published);
    expect(JSON.parse(stdout).files).toContain('.almanac/schema/job.schema.json');
    writeFileSync(join(path, '.almanac/schema/job.schema.json'), 'old');
    expect((await runAlmanac(['schema', '--out', 'elsewhere/'], { cwd: path })).stdout).toContain(
      'wrote elsewhere/job.schema.json\n',
    );
    await runAlmanac(['schema'], { cwd: path });
    expect(readFileSync(join(path, '.almanac/schema/job.schema.json'), 'utf8')).toBe(
      readFileSync('schema/kinds/job.schema.json', 'utf8'),
    );
  });
});
