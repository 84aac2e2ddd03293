import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { headCommit } from '../../../compiler/source/index.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'almanac-head-'));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], {
    cwd: folder,
    encoding: 'utf8',
  });
const write = (name: string, text: string) => writeFileSync(join(folder, name), text);

test('a repository without a commit has none', () => {
  git('init', '-q');
  expect(headCommit(folder)).toBeUndefined();
});

test('a work tree is at its commit, and says where declarations are changed', () => {
  git('init', '-q');
  write('jobs.yaml', 'a: 1\n');
  git('add', '.');
  git('commit', '-qm', 'one');
  const commit = git('rev-parse', 'HEAD').trim();
  expect(headCommit(folder)).toBe(commit);
  // A plan that was written beside them is no declaration.
  write('plan.json', '{}');
  expect(headCommit(folder)).toBe(commit);
  write('more jobs.yaml', 'a: 2\n');
  expect(headCommit(folder)).toBe(`${commit}+changes`);
});
