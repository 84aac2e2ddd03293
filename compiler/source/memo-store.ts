import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeFolders } from './make-folders.ts';
import { type Records, readPack, writePack } from './memo-pack.ts';

/** What was made of a chunk of text, by the digest of the text. */
export interface Memo {
  get(key: string): unknown;
  set(key: string, record: unknown): void;
}

export interface MemoStore {
  /** Returns the memo to read a file with. Equal chunks are known whatever file they stand in. */
  memoFor(path: string): Memo;
  /** Writes what is new to disk. Whatever goes wrong there costs the next run time and nothing else. */
  save(): void;
}

/** Packs of one repository. Few enough to be read in a moment, many enough that one change rewrites little. */
const packCount = 32;

/** A pack keeps what is in use, and of what was used before as much as fits into this. */
const packBytes = 8 * 1024 * 1024;

/** What no run has looked at for this long goes. */
const dayMs = 24 * 3600 * 1000;
const keptMs = 30 * dayMs;

interface Pack {
  readonly path: string;
  readonly old: Records;
  readonly used: Records;
  fresh: boolean;
}

/**
 * Opens what earlier runs remember of a repository (or of any folder), or, without a folder for it, only
 * remembers within this run.
 *
 * The key of a record is the digest of the text that it was made of, and a pack holds the tool's build and a
 * checksum: so a record is either right or not there. Packs are replaced in one piece (written beside and
 * renamed), so that runs at the same time never see half of one; of two, the last one's news stay.
 */
export function openMemoStore(folder: string | undefined, root: string, build: string): MemoStore {
  const known = new Map<string, unknown>();
  const packs = new Map<string, Pack>();
  // A folder of its own: what else a user keeps in the folder that he names is none of our business.
  const shelf = folder === undefined ? undefined : join(folder, 'packs');
  const home = shelf === undefined ? undefined : join(shelf, shortDigest(root));
  const packFor = (path: string): Pack | undefined => {
    if (home === undefined) return undefined;
    const number = Number.parseInt(shortDigest(dirname(path)).slice(0, 4), 16) % packCount;
    const file = join(home, `${String(number).padStart(2, '0')}.pack`);
    let pack = packs.get(file);
    if (!pack) {
      pack = { path: file, old: load(file, build), used: new Map(), fresh: false };
      packs.set(file, pack);
    }
    return pack;
  };
  return {
    memoFor(path) {
      const pack = packFor(path);
      return {
        get(key) {
          const stored = pack?.old.get(key);
          if (stored) pack?.used.set(key, stored);
          if (!known.has(key) && stored) known.set(key, JSON.parse(stored.toString('utf8')));
          return known.get(key);
        },
        set(key, record) {
          known.set(key, record);
          if (!pack) return;
          pack.used.set(key, Buffer.from(JSON.stringify(record)));
          pack.fresh = true;
        },
      };
    },
    save() {
      if (shelf === undefined) return;
      const changed = [...packs.values()].filter((pack) => pack.fresh);
      for (const pack of changed) store(pack, build);
      if (changed.length > 0) sweep(shelf);
    },
  };
}

function load(file: string, build: string): Records {
  try {
    const records = readPack(readFileSync(file), build);
    touch(dirname(file));
    return records;
  } catch {
    // Not there, not readable, no folder: nothing is remembered.
    return new Map();
  }
}

/** Marks a repository's packs as used, at most once a day. */
function touch(home: string): void {
  const now = Date.now();
  try {
    if (now - statSync(home).mtimeMs > dayMs) utimesSync(home, now / 1000, now / 1000);
  } catch {
    // A cache that may only be read is as good.
  }
}

function store(pack: Pack, build: string): void {
  // Two runs may share a process number where two machines share a home.
  const beside = `${pack.path}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    makeFolders(dirname(pack.path), 0o700);
    writeFileSync(beside, Buffer.concat(writePack(kept(pack), build)), { mode: 0o600 });
    renameSync(beside, pack.path);
  } catch {
    // A full disk, a read-only home: the next run takes as long as this one.
    remove(beside);
  }
}

function* kept(pack: Pack): Iterable<readonly [string, Buffer]> {
  let bytes = 0;
  for (const [key, record] of pack.used) {
    bytes += record.length;
    yield [key, record];
  }
  for (const [key, record] of pack.old) {
    if (pack.used.has(key)) continue;
    bytes += record.length;
    if (bytes > packBytes) return;
    yield [key, record];
  }
}

/** Removes the packs of repositories that no run has looked at for long, with what broken runs left there. */
function sweep(folder: string): void {
  try {
    for (const name of readdirSync(folder)) {
      const home = join(folder, name);
      if (Date.now() - statSync(home).mtimeMs > keptMs) remove(home);
    }
  } catch {
    // Somebody else sweeps, or may not: it can wait.
  }
}

function remove(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch {
    // It costs room and nothing else.
  }
}

function shortDigest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}
