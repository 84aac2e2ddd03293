import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findConfig, readScope } from '../../../compiler/source/index.ts';
import { makeFolder, makeRepository } from './make-folder.ts';

const find = (cwd: string, paths: readonly string[], named?: string) =>
  findConfig(readScope(paths, cwd), named)?.path;

describe('the configuration', () => {
  test('is the nearest one from the paths upwards, to the top of the repository', () => {
    const outside = makeFolder({ 'almanac.config.yaml': '' });
    outside.write({
      'repo/teams/a/jobs.yaml': '',
      'repo/teams/almanac.config.yaml': '',
      'repo/b/c.yaml': '',
    });
    const repository = join(outside.path, 'repo');
    outside.git('init', '--quiet', 'repo');
    expect(find(repository, ['teams/a'])).toBe('teams/almanac.config.yaml');
    expect(find(repository, ['teams/a/jobs.yaml'])).toBe('teams/almanac.config.yaml');
    expect(find(join(repository, 'teams/a'), ['.'])).toBe('../almanac.config.yaml');
    expect(find(repository, ['b'])).toBeUndefined();
  });

  test('of several paths is that of the folder which holds them all', () => {
    const { path } = makeRepository({
      'almanac.config.yaml': '',
      'teams/a/almanac.config.yaml': '',
      'teams/a/x.yaml': '',
      'teams/b/y.yaml': '',
    });
    expect(find(path, ['teams/a', 'teams/b'])).toBe('almanac.config.yaml');
    expect(find(path, ['teams/a/x.yaml'])).toBe('teams/a/almanac.config.yaml');
  });

  test('outside a repository is looked for up to the working folder', () => {
    const { path, write } = makeFolder({ 'almanac.config.yaml': '' });
    write({ 'here/almanac.config.yaml': '', 'here/a/x.yaml': '', 'there/y.yaml': '' });
    expect(find(join(path, 'here'), ['a'])).toBe('almanac.config.yaml');
    expect(find(join(path, 'there'), ['.'])).toBeUndefined();
    expect(find(path, ['there'])).toBe('almanac.config.yaml');
  });

  test('that was named must be there', () => {
    const { path } = makeFolder({ 'strict.yaml': 'x' });
    expect(find(path, ['.'], 'strict.yaml')).toBe('strict.yaml');
    expect(() => find(path, ['.'], 'gone.yaml')).toThrow(
      '`gone.yaml` cannot be read: no such file or directory',
    );
  });
});
