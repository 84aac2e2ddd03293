import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Base, readBase, readScope, readWorkTree } from '../../../compiler/source/index.ts';
import { git, makeFolder, makeRepository } from './make-folder.ts';

const read = (cwd: string, words: string | undefined, ...paths: string[]): Base => {
  const scope = readScope(paths.length > 0 ? paths : ['.'], cwd);
  return readBase(words, scope, readWorkTree(scope).files);
};

const textsOf = (base: Base): Record<string, string> => {
  if (base.kind !== 'tree') throw new Error('a manifest has no files');
  return Object.fromEntries(base.tree.files.map((file) => [file.path, Buffer.from(file.bytes).toString()]));
};

const labelOf = (base: Base) => (base.kind === 'tree' ? base.tree.label : base.label);

describe('a git ref', () => {
  test('gives the files of its commit, while the work tree stays as it is', () => {
    const repository = makeRepository({ 'a.yaml': 'old', 'gone.yaml': 'gone' });
    repository.write({ 'a.yaml': 'new', 'b.yaml': 'b' });
    repository.remove('gone.yaml');
    const before = repository.git('status', '--porcelain');
    expect(textsOf(read(repository.path, 'HEAD'))).toEqual({ 'a.yaml': 'old', 'gone.yaml': 'gone' });
    expect(repository.git('status', '--porcelain')).toBe(before);
  });

  test('is labelled with its commit', () => {
    const repository = makeRepository({ 'a.yaml': '' });
    const id = repository.git('rev-parse', 'HEAD');
    expect(labelOf(read(repository.path, 'main'))).toBe(`main (${id.slice(0, 7)})`);
    expect(labelOf(read(repository.path, id))).toBe(id.slice(0, 12));
  });

  test('is HEAD where nobody says, and nothing before the first commit', () => {
    const repository = makeRepository({ 'a.yaml': 'old' });
    repository.write({ 'a.yaml': 'new' });
    expect(textsOf(read(repository.path, undefined))).toEqual({ 'a.yaml': 'old' });
    const fresh = makeFolder({ 'a.yaml': '' });
    fresh.git('init', '--quiet');
    expect(labelOf(read(fresh.path, undefined))).toBe('none');
    expect(labelOf(read(makeFolder({ 'a.yaml': '' }).path, undefined))).toBe('none');
  });

  test('may be any expression that git takes, with spaces and all', () => {
    const repository = makeRepository({ 'a.yaml': 'one' });
    repository.write({ 'a.yaml': 'two' });
    repository.commit('second of two');
    expect(textsOf(read(repository.path, 'HEAD~1'))).toEqual({ 'a.yaml': 'one' });
    expect(textsOf(read(repository.path, ':/second of two'))).toEqual({ 'a.yaml': 'two' });
    repository.git('tag', '--annotate', 'v1', '--message', 'v1');
    expect(textsOf(read(repository.path, 'v1'))).toEqual({ 'a.yaml': 'two' });
  });

  test('gives the same paths as the other side: a folder, a glob, a file, from any working folder', () => {
    const files = {
      'teams/a/jobs.yaml': 'a',
      'teams/b/jobs.yaml': 'b',
      'teams/b/x.txt': '',
      'top.yaml': 'top',
    };
    const { path } = makeRepository(files);
    expect(textsOf(read(path, 'HEAD', 'teams'))).toEqual({
      'teams/a/jobs.yaml': 'a',
      'teams/b/jobs.yaml': 'b',
    });
    expect(textsOf(read(path, 'HEAD', 'teams/*/jobs.yaml', 'top.yaml'))).toEqual({
      'teams/a/jobs.yaml': 'a',
      'teams/b/jobs.yaml': 'b',
      'top.yaml': 'top',
    });
    expect(textsOf(read(join(path, 'teams'), 'HEAD', 'b', '../top.yaml'))).toEqual({
      '../top.yaml': 'top',
      'b/jobs.yaml': 'b',
    });
  });

  test('gives what a deleted folder had', () => {
    const repository = makeRepository({ 'teams/a/jobs.yaml': 'a', 'b.yaml': 'b' });
    repository.remove('teams');
    expect(textsOf(read(repository.path, 'HEAD', 'teams'))).toEqual({ 'teams/a/jobs.yaml': 'a' });
    expect(textsOf(read(repository.path, 'HEAD', 'teams/*/*.yaml'))).toEqual({ 'teams/a/jobs.yaml': 'a' });
  });

  test('gives the very bytes of the other side where a file has not changed', () => {
    const repository = makeRepository({ 'same.yaml': 'same', 'other.yaml': 'old' });
    repository.write({ 'other.yaml': 'new' });
    const scope = readScope(['.'], repository.path);
    const { files } = readWorkTree(scope);
    const base = readBase('HEAD', scope, files);
    if (base.kind !== 'tree') throw new Error('not a tree');
    const same = (path: string) =>
      files.find((file) => file.path === path)?.bytes ===
      base.tree.files.find((file) => file.path === path)?.bytes;
    expect([same('same.yaml'), same('other.yaml')]).toEqual([true, false]);
  });

  test('passes over links and submodules', () => {
    const repository = makeRepository({ 'a.yaml': 'a' });
    execFileSync('ln', ['-s', 'a.yaml', join(repository.path, 'link.yaml')]);
    const inner = makeRepository({ 'inner.yaml': '' });
    repository.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', inner.path, 'sub');
    repository.commit('more');
    expect(textsOf(read(repository.path, 'HEAD'))).toEqual({ 'a.yaml': 'a' });
  });

  test('reads names that git would quote, and files of no bytes', () => {
    const { path } = makeRepository({ 'ä "b" c.yaml': '', 'new\nline.yaml': 'x' });
    expect(textsOf(read(path, 'HEAD'))).toEqual({ 'new\nline.yaml': 'x', 'ä "b" c.yaml': '' });
  });

  test('reads calendars of its own side', () => {
    const repository = makeRepository({ 'a/jobs.yaml': '', 'days/x.ics': 'old' });
    repository.write({ 'days/x.ics': 'new' });
    const base = read(repository.path, 'HEAD', 'a');
    if (base.kind !== 'tree') throw new Error('not a tree');
    const beside = base.tree.readBeside([
      { file: 'a/jobs.yaml', path: '../days/x.ics' },
      { file: 'a/jobs.yaml', path: 'gone.ics' },
      { file: 'a/jobs.yaml', path: '../../outside.ics' },
    ]);
    expect(beside('a/jobs.yaml', '../days/x.ics')).toBe('old');
    expect(beside('a/jobs.yaml', 'gone.ics')).toBeUndefined();
    expect(beside('a/jobs.yaml', '../../outside.ics')).toBeUndefined();
  });

  test('that starts with a dash is refused: git would take it for an option', () => {
    const { path } = makeRepository({ 'a.yaml': '' });
    expect(() => read(path, '--output=/tmp/x')).toThrow(
      '`--output=/tmp/x` is not a git ref: it starts with a dash',
    );
  });

  test('that git does not know is told with what to do', () => {
    const { path, git: run } = makeRepository({ 'a.yaml': '' });
    expect(() => read(path, 'mian')).toThrow(
      expect.objectContaining({ message: 'this repository has no commit `mian`' }),
    );
    run('remote', 'add', 'origin', path);
    expect(() => read(path, 'origin/main')).toThrow(
      expect.objectContaining({ help: 'fetch it: `git fetch origin main:refs/remotes/origin/main`' }),
    );
    run('fetch', '--quiet', 'origin');
    run('branch', '--move', 'main', 'work');
    expect(() => read(path, 'main')).toThrow(
      expect.objectContaining({ help: 'did you mean `origin/main`?' }),
    );
  });

  test('that a shallow clone has left out is told with the remedy', () => {
    const repository = makeRepository({ 'a.yaml': 'one' });
    repository.write({ 'a.yaml': 'two' });
    repository.commit('second');
    const clone = makeFolder();
    git(clone.path, 'clone', '--quiet', '--depth', '1', `file://${repository.path}`, 'clone');
    const path = join(clone.path, 'clone');
    expect(textsOf(read(path, 'HEAD'))).toEqual({ 'a.yaml': 'two' });
    expect(() => read(path, 'HEAD~1')).toThrow(
      expect.objectContaining({
        message: 'this repository has no commit `HEAD~1`: it is a shallow clone, which leaves history out',
        help: 'fetch the rest: `git fetch --unshallow`; on GitHub, give actions/checkout `fetch-depth: 0`',
      }),
    );
  });

  test('needs one repository for all paths', () => {
    const one = makeRepository({ 'a.yaml': '' });
    const two = makeRepository({ 'b.yaml': '' });
    expect(() => read(one.path, 'HEAD', '.', two.path)).toThrow(/are in two git repositories/);
    const outside = makeFolder({ 'c.yaml': '' });
    expect(() => read(outside.path, 'main')).toThrow(
      '`main` is neither a path nor a git ref: `.` is not in a git repository',
    );
  });

  test('works in a linked work tree and in a repository with sha256 ids', () => {
    const repository = makeRepository({ 'a.yaml': 'a' });
    repository.git('worktree', 'add', '--quiet', join(repository.path, 'linked'), '-b', 'other');
    expect(textsOf(read(join(repository.path, 'linked'), 'main'))).toEqual({ 'a.yaml': 'a' });
    const modern = makeFolder({ 'a.yaml': 'a' });
    modern.git('init', '--quiet', '--object-format=sha256');
    modern.commit('first');
    expect(textsOf(read(modern.path, 'HEAD'))).toEqual({ 'a.yaml': 'a' });
  });
});

describe('other bases', () => {
  const manifest = {
    formatVersion: 1,
    digest: 'sha256:0',
    tenants: {},
    zones: {},
    sources: {},
    tzdata: '2025c',
  };

  test('none is nothing', () => {
    const base = read(makeRepository({ 'a.yaml': '' }).path, 'none');
    expect([labelOf(base), textsOf(base)]).toEqual(['none', {}]);
  });

  test('a directory is all its declarations, a YAML file is itself', () => {
    const { path } = makeFolder({ 'before/a.yaml': 'old', 'after/a.yaml': 'new' });
    expect(textsOf(read(path, 'before', 'after'))).toEqual({ 'before/a.yaml': 'old' });
    expect(textsOf(read(path, './before/a.yaml', 'after'))).toEqual({ 'before/a.yaml': 'old' });
  });

  test('a directory without declarations is refused: everything would be shown as added', () => {
    const repository = makeRepository({ 'a.yaml': '', '.gitignore': 'old/\n', 'old/a.yaml': 'old' });
    expect(() => read(repository.path, 'old')).toThrow('no declarations in the base `old`');
  });

  test('a JSON file is a manifest', () => {
    const { path } = makeFolder({ 'a.yaml': '', 'm.json': JSON.stringify(manifest) });
    expect(read(path, 'm.json')).toEqual({ kind: 'manifest', label: 'm.json', manifest });
  });

  test.each([
    ['not JSON', '{', /`.\/m.json` is not JSON/],
    ['not a record', '[1]', /`.\/m.json` is not a manifest/],
    ['another kind of file', '{"name": "x"}', /`.\/m.json` is not a manifest/],
    [
      'a newer format',
      '{"formatVersion": 2}',
      /`.\/m.json` has manifest format 2; this almanac reads format 1/,
    ],
    ['a plan', '{"formatVersion": 1, "range": {}}', /`.\/m.json` is not a manifest, but a plan/],
  ])('a manifest that is %s is refused', (_, text, message) => {
    const { path } = makeFolder({ 'a.yaml': '', 'm.json': text });
    expect(() => read(path, './m.json')).toThrow(message);
  });

  test('a word that is both a folder and a branch is refused rather than guessed', () => {
    const repository = makeRepository({ 'main/a.yaml': 'a' });
    expect(() => read(repository.path, 'main')).toThrow('`main` is both a directory and a git ref');
    expect(textsOf(read(repository.path, './main'))).toEqual({ 'main/a.yaml': 'a' });
    expect(textsOf(read(repository.path, 'heads/main'))).toEqual({ 'main/a.yaml': 'a' });
  });

  test('a path that is not there is not taken for a ref', () => {
    const { path } = makeRepository({ 'a.yaml': '' });
    expect(() => read(path, './before')).toThrow('there is no `./before`');
    expect(() => read(path, 'before.json')).toThrow('there is no `before.json`');
  });

  test('a runtime is told to be for later', () => {
    const { path } = makeRepository({ 'a.yaml': '' });
    expect(() => read(path, 'https://almanac.example')).toThrow('`--base` cannot be a runtime here');
  });
});
