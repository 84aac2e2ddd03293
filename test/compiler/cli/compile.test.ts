import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder } from '../source/make-folder.ts';
import { jobText, policyText, repositoryFiles, tenantText } from './declarations.ts';
import { runAlmanac } from './run-almanac.ts';

test('the manifest is canonical JSON on the standard output, its summary is not', async () => {
  const { path } = makeFolder(repositoryFiles);
  const { code, stdout, stderr } = await runAlmanac(['compile'], { cwd: path });
  const manifest = JSON.parse(stdout);
  expect(code).toBe(0);
  expect(stdout.endsWith('}\n')).toBe(true);
  expect(Object.keys(manifest)).toEqual(Object.keys(manifest).sort());
  expect(stderr).toBe(`1 job of 1 tenant, ${manifest.digest}, tzdata ${manifest.tzdata}\n`);
  expect((await runAlmanac(['compile', '--quiet'], { cwd: path })).stderr).toBe('');
});

test('the same meaning in another layout has the same digest', async () => {
  const digest = async (files: Record<string, string>) => {
    const { stdout } = await runAlmanac(['compile'], { cwd: makeFolder(files).path });
    return JSON.parse(stdout).digest;
  };
  const { 'jobs.yaml': job } = repositoryFiles;
  const rewritten = [
    job.replace('30 1 * * *', '30 01 * * *').replace('25m', '1500s'),
    policyText('360m'),
    tenantText,
  ];
  expect(await digest({ 'a/all.yml': rewritten.join('---\n') })).toBe(await digest(repositoryFiles));
});

test('--out writes a file, with the folders on the way', async () => {
  const { path } = makeFolder(repositoryFiles);
  const { code, stdout, stderr } = await runAlmanac(['compile', '--out', 'build/now/manifest.json'], {
    cwd: path,
  });
  expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
  expect(stderr).toMatch(/: build\/now\/manifest\.json\n$/);
  expect(JSON.parse(readFileSync(join(path, 'build/now/manifest.json'), 'utf8')).formatVersion).toBe(1);
});

test('with an error nothing is written', async () => {
  const { path } = makeFolder({ ...repositoryFiles, 'bad.yaml': jobText('99 * * * *', 'bad') });
  const { code, stdout, stderr } = await runAlmanac(['compile'], { cwd: path });
  expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
  expect(stderr).toContain('almanac compile: no manifest was written, for the declarations have errors');
});
