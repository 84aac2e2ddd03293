import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CallError, readScope, readWorkTree } from '../../../compiler/source/index.ts';
import { readGitTree } from '../../../compiler/source/read-git-tree.ts';
import { makeFolder, makeRepository } from './make-folder.ts';

const pathsIn = (cwd: string, ...paths: string[]) =>
  readWorkTree(readScope(paths, cwd)).files.map((file) => file.path);

describe('outside a git repository', () => {
  test('a folder gives its YAML files in the order of their paths, whatever the order on disk', () => {
    const { path } = makeFolder({
      'b.yml': '',
      'a/z.yaml': '',
      'a.yaml': '',
      'readme.md': '',
      'a/x.json': '',
    });
    expect(pathsIn(path, '.')).toEqual(['a.yaml', 'a/z.yaml', 'b.yml']);
  });

  test('folders of git and of packages are left out, hidden ones are not', () => {
    const { path } = makeFolder({
      'node_modules/p/a.yaml': '',
      'x/node_modules/b.yaml': '',
      '.hidden/c.yaml': '',
    });
    expect(pathsIn(path, '.')).toEqual(['.hidden/c.yaml']);
  });

  test('a glob takes what it matches, and only YAML', () => {
    const { path } = makeFolder({
      'teams/a/jobs.yaml': '',
      'teams/a/notes.txt': '',
      'teams/b/jobs.yml': '',
      'teams/b/deep/jobs.yaml': '',
      'other/jobs.yaml': '',
    });
    expect(pathsIn(path, 'teams/*/jobs.*')).toEqual(['teams/a/jobs.yaml', 'teams/b/jobs.yml']);
    expect(pathsIn(path, '**/{a,deep}/*')).toEqual(['teams/a/jobs.yaml', 'teams/b/deep/jobs.yaml']);
  });

  test('a file that is there by the very name of a glob is that file', () => {
    const { path } = makeFolder({ 'job[1].yaml': '', 'job1.yaml': '' });
    expect(pathsIn(path, 'job[1].yaml')).toEqual(['job[1].yaml']);
  });

  test('a file that was named is read whatever its ending, and known to be named', () => {
    const { path } = makeFolder({ 'jobs.txt': 'x' });
    const [file] = readWorkTree(readScope(['jobs.txt'], path)).files;
    expect(file).toMatchObject({ path: 'jobs.txt', named: true });
  });

  test('a file reached by two paths is read once', () => {
    const { path } = makeFolder({ 'a/jobs.yaml': 'x' });
    const { files } = readWorkTree(readScope(['.', 'a', 'a/jobs.yaml'], path));
    expect(files.map(({ path: shown, named }) => [shown, named])).toEqual([['a/jobs.yaml', true]]);
  });

  test('links inside a folder are not followed, so a loop of links holds nobody up', () => {
    const { path } = makeFolder({ 'a/jobs.yaml': 'x' });
    symlinkSync('..', join(path, 'a/up'));
    symlinkSync('jobs.yaml', join(path, 'a/same.yaml'));
    expect(pathsIn(path, '.')).toEqual(['a/jobs.yaml']);
  });

  test('a link that was named is followed and shown by its own name', () => {
    const { path } = makeFolder({ 'v2/jobs.yaml': 'x' });
    symlinkSync('v2', join(path, 'current'));
    expect(pathsIn(path, 'current')).toEqual(['current/jobs.yaml']);
  });

  test('a link that leads in a circle is refused with the reason', () => {
    const { path } = makeFolder();
    symlinkSync('b', join(path, 'a'));
    symlinkSync('a', join(path, 'b'));
    expect(() => readScope(['a'], path)).toThrow(
      '`a` cannot be read: its symbolic links go round in a circle',
    );
  });

  test('a path that is not there gives no files, for a base may have had some', () => {
    const { path } = makeFolder({ 'a.yaml': '' });
    expect(pathsIn(path, 'gone', 'gone/*.yaml', 'a.yaml/b')).toEqual([]);
  });

  test('an empty path and one with a NUL byte are refused', () => {
    const { path } = makeFolder();
    expect(() => readScope([''], path)).toThrow(CallError);
    expect(() => readScope(['a\0b'], path)).toThrow(CallError);
  });

  test('paths are shown from the working folder, also those above it', () => {
    const { path } = makeFolder({ 'here/a.yaml': '', 'there/b.yaml': '' });
    expect(pathsIn(join(path, 'here'), '.', '../there')).toEqual(['../there/b.yaml', 'a.yaml']);
  });

  test('the configuration is not a declaration', () => {
    const { path } = makeFolder({ 'almanac.config.yaml': '', 'a.yaml': '' });
    expect(pathsIn(path, '.')).toEqual(['a.yaml']);
  });
});

describe('in a git repository', () => {
  test('ignored files are left out, files not yet tracked are read', () => {
    const { path, write } = makeRepository({ 'a.yaml': '', '.gitignore': 'build/\n' });
    write({ 'build/x.yaml': '', 'new.yaml': '' });
    expect(pathsIn(path, '.')).toEqual(['a.yaml', 'new.yaml']);
  });

  test('an ignored file that was named is read', () => {
    const { path } = makeRepository({ '.gitignore': 'build/\n', 'build/x.yaml': '' });
    expect(pathsIn(path, 'build/x.yaml')).toEqual(['build/x.yaml']);
    expect(pathsIn(path, 'build')).toEqual([]);
  });

  test('a deleted file is gone before git is told', () => {
    const { path, remove } = makeRepository({ 'a.yaml': '', 'b.yaml': '' });
    remove('a.yaml');
    expect(pathsIn(path, '.')).toEqual(['b.yaml']);
  });

  test('only the folder that was named is listed, and names that git would quote are whole', () => {
    const { path } = makeRepository({ 'teams/ä b.yaml': '', 'teams/"q".yaml': '', 'other/c.yaml': '' });
    expect(pathsIn(path, 'teams')).toEqual(['teams/"q".yaml', 'teams/ä b.yaml']);
    expect(pathsIn(join(path, 'teams'), '.')).toEqual(['"q".yaml', 'ä b.yaml']);
  });

  test('a folder with the name of a wildcard is that folder', () => {
    const { path } = makeRepository({ '[a]/x.yaml': '', 'a/y.yaml': '' });
    expect(pathsIn(path, '[a]')).toEqual(['[a]/x.yaml']);
  });

  test('tracked links and submodules are passed over, as on the side of a commit', () => {
    const inner = makeRepository({ 'inner.yaml': '' });
    const outer = makeRepository({ 'a.yaml': '' });
    symlinkSync('a.yaml', join(outer.path, 'link.yaml'));
    outer.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', inner.path, 'sub');
    outer.commit('with a submodule');
    expect(pathsIn(outer.path, '.')).toEqual(['a.yaml']);
    expect(pathsIn(outer.path, 'sub')).toEqual(['sub/inner.yaml']);
  });

  test('files that a sparse checkout leaves out are read from the index: they are not deleted', () => {
    const repository = makeRepository({ 'a/x.yaml': 'here', 'b/y.yaml': 'left out' });
    repository.git('sparse-checkout', 'set', 'a');
    const { files } = readWorkTree(readScope(['.'], repository.path));
    expect(files.map(({ path, bytes }) => [path, Buffer.from(bytes).toString()])).toEqual([
      ['a/x.yaml', 'here'],
      ['b/y.yaml', 'left out'],
    ]);
  });

  test('what a hook says about its own repository does not mislead', () => {
    const { path } = makeRepository({ 'a/x.yaml': '' });
    const other = makeRepository({ 'b.yaml': '' });
    const before = process.env['GIT_DIR'];
    process.env['GIT_DIR'] = join(other.path, '.git');
    try {
      expect(pathsIn(path, 'a')).toEqual(['a/x.yaml']);
    } finally {
      if (before === undefined) delete process.env['GIT_DIR'];
      else process.env['GIT_DIR'] = before;
    }
  });

  test('without git on the machine all files are read, and it is said', () => {
    const { path, write } = makeRepository({ 'a.yaml': '', '.gitignore': 'x.yaml\n' });
    write({ 'x.yaml': '' });
    const before = process.env['PATH'];
    process.env['PATH'] = '/nowhere';
    try {
      const tree = readWorkTree(readScope(['.'], path));
      expect(tree.files.map((file) => file.path)).toEqual(['a.yaml', 'x.yaml']);
      expect(tree.notes).toEqual(['git is not installed: files that it would ignore are read too']);
    } finally {
      process.env['PATH'] = before;
    }
  });

  test('an empty folder of git that is none is told apart from an empty one', () => {
    const { path } = makeFolder({ 'a.yaml': '' });
    mkdirSync(join(path, '.git'));
    expect(() => pathsIn(path, '.')).toThrow(/git could not list `\.`/);
  });
});

describe('files beside a declaration', () => {
  test('are read from its folder, and from nowhere outside its repository', () => {
    const { path, write } = makeFolder({ 'secret.ics': 'secret' });
    write({ 'repo/a/jobs.yaml': '', 'repo/a/c/days.ics': 'days', 'repo/top.ics': 'top' });
    const repository = join(path, 'repo');
    mkdirSync(join(repository, '.git/objects'), { recursive: true });
    mkdirSync(join(repository, '.git/refs'));
    const tree = readWorkTree(readScope(['a/jobs.yaml'], repository));
    const read = tree.readBeside([]);
    expect(read('a/jobs.yaml', 'c/days.ics')).toBe('days');
    expect(read('a/jobs.yaml', '../top.ics')).toBe('top');
    expect(read('a/jobs.yaml', '../../secret.ics')).toBeUndefined();
    expect(read('a/jobs.yaml', 'gone.ics')).toBeUndefined();
    expect(read('other.yaml', 'top.ics')).toBeUndefined();
  });

  test('behind a link are read on neither side, wherever it leads: git does not follow it either', () => {
    const { path } = makeFolder({ 'secret.ics': 'secret' });
    const repository = makeRepository({ 'jobs.yaml': '', 'days/x.ics': 'days' });
    symlinkSync(join(path, 'secret.ics'), join(repository.path, 'outside.ics'));
    symlinkSync('days/x.ics', join(repository.path, 'inside.ics'));
    symlinkSync('days', join(repository.path, 'folder'));
    repository.commit('links');
    const scope = readScope(['.'], repository.path);
    for (const tree of [readWorkTree(scope), readGitTree(scope, 'HEAD', [])]) {
      const paths = ['days/x.ics', 'outside.ics', 'inside.ics', 'folder/x.ics'];
      const read = tree.readBeside(paths.map((beside) => ({ file: 'jobs.yaml', path: beside })));
      expect(paths.map((beside) => read('jobs.yaml', beside))).toEqual([
        'days',
        undefined,
        undefined,
        undefined,
      ]);
    }
  });

  test.skipIf(process.platform === 'win32')(
    'are never waited for: a pipe that nobody writes to is no file',
    () => {
      const { path } = makeFolder({ 'jobs.yaml': '' });
      execFileSync('mkfifo', [join(path, 'days.ics')]);
      const read = readWorkTree(readScope(['.'], path)).readBeside([]);
      expect(read('jobs.yaml', 'days.ics')).toBeUndefined();
    },
  );
});

test.skipIf(process.platform !== 'linux')(
  'a file whose name is not UTF-8 is told of, for it would look deleted',
  () => {
    for (const { path } of [makeFolder(), makeRepository()]) {
      writeFileSync(Buffer.concat([Buffer.from(`${path}/`), Buffer.from([0xff]), Buffer.from('.yaml')]), '');
      expect(() => pathsIn(path, '.')).toThrow(/its name is not UTF-8/);
    }
  },
);

describe('what has no end', () => {
  test.skipIf(process.platform !== 'linux')('is read until it is too large for any file', () => {
    const [file] = readWorkTree(readScope(['/dev/zero'], process.cwd())).files;
    expect(file?.bytes.length).toBe(16 * 1024 * 1024 + 1);
  });
});
