import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { cacheFolder, type MemoStore, openMemoStore } from '../../../compiler/source/index.ts';
import { makeFolder } from './make-folder.ts';

const records = Array.from(
  { length: 8 },
  (_, i) => [`key${i}`, { value: i, text: `line ${i}\nof "Zürich"` }] as const,
);

/** Reads through the memo as the compiler does: what is not remembered is made again, and counted. */
function make(store: MemoStore, path = 'a/jobs.yaml'): { made: number; answers: unknown[] } {
  const memo = store.memoFor(path);
  let made = 0;
  const answers = records.map(([key, record]) => {
    const known = memo.get(key);
    if (known !== undefined) return known;
    made++;
    memo.set(key, record);
    return record;
  });
  store.save();
  return { made, answers };
}

const expected = records.map(([, record]) => record);

function onlyPack(folder: string): string {
  const packs = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.pack'),
  );
  expect(packs).toHaveLength(1);
  return join(folder, packs[0]!);
}

describe('what earlier runs remember', () => {
  test('is there in the next run, and not for another root, build or folder', () => {
    const { path } = makeFolder();
    expect(make(openMemoStore(path, '/repo', 'b1')).made).toBe(8);
    expect(make(openMemoStore(path, '/repo', 'b1'))).toEqual({ made: 0, answers: expected });
    expect(make(openMemoStore(path, '/other', 'b1')).made).toBe(8);
    expect(make(openMemoStore(path, '/repo', 'b2')).made).toBe(8);
    expect(make(openMemoStore(join(path, 'elsewhere'), '/repo', 'b1')).made).toBe(8);
  });

  test('is shared by all files of one run, also without a folder', () => {
    const store = openMemoStore(undefined, '/repo', 'b1');
    expect(make(store, 'a/x.yaml').made).toBe(8);
    expect(make(store, 'b/y.yaml')).toEqual({ made: 0, answers: expected });
  });

  test('is not written again when nothing is new', () => {
    const { path } = makeFolder();
    make(openMemoStore(path, '/repo', 'b1'));
    const pack = onlyPack(path);
    utimesSync(pack, 1, 1);
    const before = readFileSync(pack);
    make(openMemoStore(path, '/repo', 'b1'));
    expect(readFileSync(pack)).toEqual(before);
  });

  test('keeps what only an earlier run used, until there is too much of it', () => {
    const { path } = makeFolder();
    const big = 'x'.repeat(1024 * 1024);
    for (let run = 0; run < 12; run++) {
      const store = openMemoStore(path, '/repo', 'b1');
      store.memoFor('a.yaml').set(`run${run}`, big);
      store.save();
    }
    const memo = openMemoStore(path, '/repo', 'b1').memoFor('a.yaml');
    const kept = Array.from({ length: 12 }, (_, run) => memo.get(`run${run}`) !== undefined);
    expect(kept).toEqual([...Array(5).fill(false), ...Array(7).fill(true)]);
  });

  test('goes when no run has looked at it for a month', () => {
    const { path } = makeFolder();
    make(openMemoStore(path, '/old', 'b1'));
    const [old] = readdirSync(join(path, 'packs'));
    utimesSync(join(path, 'packs', old!), 1, 1);
    make(openMemoStore(path, '/new', 'b1'));
    expect(existsSync(join(path, 'packs', old!))).toBe(false);
    expect(readdirSync(join(path, 'packs'))).toHaveLength(1);
  });

  test('leaves alone what else stands in its folder', () => {
    const { path } = makeFolder({ 'mine/notes.txt': 'mine' });
    utimesSync(join(path, 'mine'), 1, 1);
    make(openMemoStore(path, '/repo', 'b1'));
    expect(readFileSync(join(path, 'mine/notes.txt'), 'utf8')).toBe('mine');
  });
});

describe('a spoilt cache costs time and changes no answer', () => {
  test('whichever byte is wrong', () => {
    const { path } = makeFolder();
    make(openMemoStore(path, '/repo', 'b1'));
    const pack = onlyPack(path);
    const good = readFileSync(pack);
    for (let at = 0; at < good.length; at++) {
      const bad = Buffer.from(good);
      bad[at]! ^= 1 << (at % 8);
      writeFileSync(pack, bad);
      const store = openMemoStore(path, '/repo', 'b1');
      const memo = store.memoFor('a/jobs.yaml');
      expect(records.map(([key]) => memo.get(key)).filter((record) => record !== undefined)).toEqual([]);
    }
    expect(make(openMemoStore(path, '/repo', 'b1')).answers).toEqual(expected);
    expect(readFileSync(pack)).toEqual(good);
  });

  test('wherever it is cut off, and whatever is put behind it', () => {
    const { path } = makeFolder();
    make(openMemoStore(path, '/repo', 'b1'));
    const pack = onlyPack(path);
    const good = readFileSync(pack);
    for (let length = 0; length < good.length; length++) {
      writeFileSync(pack, good.subarray(0, length));
      expect(openMemoStore(path, '/repo', 'b1').memoFor('a/jobs.yaml').get('key0')).toBeUndefined();
    }
    for (const more of ['\n', 'x', good.toString()]) {
      writeFileSync(pack, Buffer.concat([good, Buffer.from(more)]));
      expect(openMemoStore(path, '/repo', 'b1').memoFor('a/jobs.yaml').get('key0')).toBeUndefined();
    }
  });

  test('when a folder stands where a pack should, or a file where the folder should', () => {
    const { path, write } = makeFolder();
    make(openMemoStore(path, '/repo', 'b1'));
    const pack = onlyPack(path);
    const other = makeFolder();
    mkdirSync(join(other.path, pack.slice(path.length)), { recursive: true });
    expect(make(openMemoStore(other.path, '/repo', 'b1')).answers).toEqual(expected);
    write({ file: 'x' });
    expect(make(openMemoStore(join(path, 'file'), '/repo', 'b1')).answers).toEqual(expected);
    expect(readFileSync(join(path, 'file'), 'utf8')).toBe('x');
  });

  test('when it may not be written, or the disk is full', () => {
    const { path } = makeFolder();
    chmodSync(path, 0o500);
    expect(make(openMemoStore(join(path, 'cache'), '/repo', 'b1')).answers).toEqual(expected);
    // A device that takes nothing stands in for the full disk; /proc for a file system that takes no folders.
    expect(make(openMemoStore('/proc/almanac', '/repo', 'b1')).answers).toEqual(expected);
    expect(make(openMemoStore('/dev/full', '/repo', 'b1')).answers).toEqual(expected);
  });

  test('when two runs at once write it: whole packs only, and nothing left beside them', () => {
    const { path } = makeFolder();
    const one = openMemoStore(path, '/repo', 'b1');
    const two = openMemoStore(path, '/repo', 'b1');
    one.memoFor('a.yaml').set('one', 1);
    two.memoFor('a.yaml').set('two', 2);
    one.save();
    two.save();
    const after = openMemoStore(path, '/repo', 'b1').memoFor('a.yaml');
    expect([after.get('one'), after.get('two')]).toEqual([undefined, 2]);
    expect(readdirSync(join(path, 'packs'), { recursive: true })).toHaveLength(2);
  });
});

test('the cache stands where the environment says, else where XDG says, else in the home', () => {
  expect(cacheFolder({ ALMANAC_CACHE_DIR: 'x', XDG_CACHE_HOME: '/c', HOME: '/h' })).toBe('x');
  expect(cacheFolder({ XDG_CACHE_HOME: '/c', HOME: '/h' })).toBe(join('/c', 'almanac'));
  expect(cacheFolder({ XDG_CACHE_HOME: 'relative', HOME: '/h' })).toBe(join('/h', '.cache', 'almanac'));
  expect(cacheFolder({ ALMANAC_CACHE_DIR: '', XDG_CACHE_HOME: '', HOME: '/h' })).toBe(
    join('/h', '.cache', 'almanac'),
  );
});
