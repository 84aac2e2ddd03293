import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeFolder, makeRepository } from '../source/make-folder.ts';
import { jobText, repositoryFiles } from './declarations.ts';

/** The bundle as it is installed, built once for this file, beside package.json as `dist` is. */
let bundle: string;

beforeAll(() => {
  mkdirSync('.almanac', { recursive: true });
  const folder = mkdtempSync(resolve('.almanac/bundle-'));
  execFileSync(process.execPath, ['build.js', folder]);
  bundle = join(folder, 'almanac.js');
});

afterAll(() => rmSync(join(bundle, '..'), { recursive: true, force: true }));

const environment = (home: string, more: NodeJS.ProcessEnv = {}) => ({
  PATH: process.env['PATH'],
  HOME: home,
  ...more,
});

function almanac(cwd: string, args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [bundle, ...args], {
    cwd,
    encoding: 'utf8',
    env: environment(cwd, env),
  });
  return { code: status, stdout, stderr };
}

const exit = (child: ChildProcess) =>
  new Promise<number | null>((done) => child.on('exit', (code) => done(code)));

describe('the bundle', () => {
  test('is a program by itself, without what it was made of', () => {
    const { path } = makeFolder();
    const { stdout, code } = almanac(path, ['--version']);
    const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
    expect(code).toBe(0);
    expect(stdout).toBe(`almanac ${version}, tzdata ${process.versions.tz}, node ${process.versions.node}\n`);
    expect(readFileSync(bundle, 'utf8').startsWith('#!/usr/bin/env node\n')).toBe(true);
    expect(execFileSync(bundle, ['--help'], { encoding: 'utf8' })).toContain('Usage: almanac');
  });

  test('does everything that the sources do', () => {
    const repository = makeRepository();
    const run = (...args: string[]) => {
      const { code, stdout } = almanac(repository.path, ['--now', '2026-11-29T09:00:00Z', ...args]);
      return { code, stdout };
    };
    expect(run('init').code).toBe(0);
    expect(run('schema').code).toBe(0);
    expect(run('check').code).toBe(0);
    expect(run('fires', '--count', '1').stdout).toContain('2026-11-30T01:30:00Z');
    expect(run('explain', 'nightly-report@2026-11-30T01:30:00Z').stdout).toContain('fires');
    expect(run('compile', '--out', 'm.json').code).toBe(0);
    expect(run('plan', '--base', 'm.json').stdout).toContain('No changes of meaning');
    expect(run('plan', '--detailed-exitcode').code).toBe(2);
  });

  test('answers the question of the issue', () => {
    const { path } = makeFolder();
    const { code, stdout } = almanac(path, [
      'fires',
      '--cron',
      '30 2 * * *',
      '--zone',
      'Europe/Berlin',
      '--gap',
      'shift',
      '--fold',
      'first',
      '--after',
      '2026-03-28T00:00:00Z',
      '--count',
      '5',
      '--json',
    ]);
    const { fires, omissions } = JSON.parse(stdout);
    expect(code).toBe(0);
    expect(fires[0]).toMatchObject({ scheduled: '2026-03-28T01:30:00Z', wall: '2026-03-28T02:30:00+01:00' });
    expect(fires[1]).toMatchObject({ scheduled: '2026-03-29T01:30:00Z', nominal: '2026-03-29T02:30:00' });
    expect([fires.length, omissions]).toEqual([5, []]);
  });
});

describe('the process', () => {
  test('is quiet when the reader of its output goes away', async () => {
    const { path } = makeFolder();
    const child = spawn(
      process.execPath,
      [bundle, 'fires', '--cron', '* * * * *', '--zone', 'UTC', '--count', '20000'],
      { cwd: path, env: environment(path), stdio: ['ignore', 'pipe', 'pipe'] },
    );
    let said = '';
    child.stderr.on('data', (text) => {
      said += text;
    });
    child.stdout.once('data', () => child.stdout.destroy());
    expect([await exit(child), said]).toEqual([0, '']);
  });

  test.runIf(existsSync('/dev/full'))('ends with 1 when its output cannot be written', () => {
    const { path } = makeFolder();
    const script = `"${process.execPath}" "${bundle}" fires --cron "0 0 * * *" --zone UTC > /dev/full`;
    const { status, stderr } = spawnSync('sh', ['-c', script], {
      cwd: path,
      encoding: 'utf8',
      env: environment(path),
    });
    expect(status).toBe(1);
    expect(stderr).toContain('almanac: the output cannot be written: ENOSPC');
  });

  test('ends with 130 on Ctrl-C', () => {
    const { path } = makeFolder(repositoryFiles);
    // Interrupts itself as soon as somebody listens, which is before anything is read.
    const preload = join(path, 'interrupt.cjs');
    writeFileSync(
      preload,
      `const look = () => (process.listenerCount('SIGINT') ? process.kill(process.pid, 'SIGINT') : setImmediate(look));
setImmediate(look);`,
    );
    const { code, stdout } = almanac(path, ['check'], { NODE_OPTIONS: `--require ${preload}` });
    expect({ code, stdout }).toEqual({ code: 130, stdout: '' });
  });

  test('tells of a bug with what a report needs, and ends with 1', () => {
    const { path } = makeFolder(repositoryFiles);
    // A Node without its time-zone data is the kind of thing that nobody expects.
    const preload = join(path, 'spoil.cjs');
    writeFileSync(preload, "Object.defineProperty(process.versions, 'tz', { value: undefined });");
    const { code, stdout, stderr } = almanac(path, ['check'], { NODE_OPTIONS: `--require ${preload}` });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain(
      'almanac: this is a bug in almanac, not in what you wrote. Please report it with what follows.',
    );
    expect(stderr).toContain(`node ${process.versions.node}, ${process.platform}`);
  });
});

describe('the cache', () => {
  const plan = (cwd: string, cache: string, ...more: string[]) =>
    almanac(cwd, ['plan', '--now', '2026-11-29T09:00:00Z', '--json', ...more], { ALMANAC_CACHE_DIR: cache });

  const packsIn = (folder: string): string[] =>
    existsSync(folder)
      ? readdirSync(folder, { recursive: true, encoding: 'utf8' })
          .filter((name) => name.endsWith('.pack'))
          .map((name) => join(folder, name))
      : [];

  function changedRepository() {
    const repository = makeRepository(repositoryFiles);
    repository.write({ 'jobs.yaml': jobText('0 2 * * *') });
    return repository.path;
  }

  test('stands where the environment says, and not at all with --no-cache', () => {
    const path = changedRepository();
    const { path: cache } = makeFolder();
    plan(path, join(cache, 'a'), '--no-cache');
    expect(readdirSync(cache)).toEqual([]);
    plan(path, join(cache, 'a'));
    expect(packsIn(join(cache, 'a'))).not.toEqual([]);
    almanac(path, ['check'], { XDG_CACHE_HOME: join(cache, 'xdg') });
    expect(packsIn(join(cache, 'xdg/almanac/packs'))).not.toEqual([]);
    almanac(path, ['check']);
    expect(packsIn(join(path, '.cache/almanac/packs'))).not.toEqual([]);
  });

  test('changes no plan: full, spoilt, cut off, unreadable or gone', () => {
    const path = changedRepository();
    const { path: cache } = makeFolder();
    const expected = plan(path, cache, '--no-cache');
    expect(expected.code).toBe(0);
    expect(plan(path, cache)).toEqual(expected);
    expect(plan(path, cache)).toEqual(expected);
    const spoil: ((bytes: Buffer) => Buffer)[] = [
      (bytes) => bytes.subarray(0, bytes.length / 2),
      () => Buffer.alloc(0),
      (bytes) => Buffer.from(bytes.toString('latin1').replaceAll('0 2 * * *', '0 3 * * *'), 'latin1'),
      (bytes) => Buffer.concat([bytes, bytes]),
      () => Buffer.from('{}'),
    ];
    for (const change of spoil) {
      for (const pack of packsIn(cache)) writeFileSync(pack, change(readFileSync(pack)));
      expect(plan(path, cache)).toEqual(expected);
    }
    for (const pack of packsIn(cache)) {
      rmSync(pack);
      mkdirSync(pack);
    }
    expect(plan(path, cache)).toEqual(expected);
    expect(plan(path, '/dev/null/nowhere')).toEqual(expected);
  });

  test('is shared by runs at the same time', async () => {
    const path = changedRepository();
    const cache = realpathSync(mkdtempSync(join(tmpdir(), 'almanac-cache-')));
    const expected = plan(path, cache, '--no-cache').stdout;
    const runs = Array.from({ length: 4 }, () => {
      const child = spawn(process.execPath, [bundle, 'plan', '--now', '2026-11-29T09:00:00Z', '--json'], {
        cwd: path,
        env: environment(path, { ALMANAC_CACHE_DIR: cache }),
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      let text = '';
      child.stdout.on('data', (piece) => {
        text += piece;
      });
      return new Promise<string>((done) => child.on('close', () => done(text)));
    });
    expect(new Set(await Promise.all(runs))).toEqual(new Set([expected]));
    rmSync(cache, { recursive: true });
  });
});
