import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A folder of files that is gone after the test. */
export interface Folder {
  readonly path: string;
  write(files: Readonly<Record<string, string | Uint8Array>>): void;
  remove(path: string): void;
  /** Runs git there and returns what it says. */
  git(...args: string[]): string;
  /** Commits everything that stands there. */
  commit(message: string): void;
}

/** Makes a folder with files in it, by their paths. */
export function makeFolder(files: Readonly<Record<string, string | Uint8Array>> = {}): Folder {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'almanac-')));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  const folder: Folder = {
    path,
    write(written) {
      for (const [name, content] of Object.entries(written)) {
        mkdirSync(dirname(join(path, name)), { recursive: true });
        writeFileSync(join(path, name), content);
      }
    },
    remove: (name) => rmSync(join(path, name), { recursive: true }),
    git: (...args) => git(path, ...args),
    commit(message) {
      git(path, 'add', '--all');
      git(path, 'commit', '--quiet', '--allow-empty', '--message', message);
    },
  };
  folder.write(files);
  return folder;
}

/** Makes a git repository with one commit of some files. */
export function makeRepository(files: Readonly<Record<string, string | Uint8Array>> = {}): Folder {
  const folder = makeFolder(files);
  folder.git('init', '--quiet', '--initial-branch', 'main');
  folder.commit('first');
  return folder;
}

/** Runs git with a name to commit under, whatever the machine's configuration says. */
export function git(cwd: string, ...args: string[]): string {
  return execFileSync('git', args, {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      GIT_CONFIG_GLOBAL: '/dev/null',
      GIT_CONFIG_SYSTEM: '/dev/null',
      GIT_AUTHOR_NAME: 'Ada',
      GIT_AUTHOR_EMAIL: 'ada@example.org',
      GIT_COMMITTER_NAME: 'Ada',
      GIT_COMMITTER_EMAIL: 'ada@example.org',
    },
  }).trim();
}
