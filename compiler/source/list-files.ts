import { type Dirent, existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { globSync } from 'tinyglobby';
import { CallError } from './call-error.ts';
import { declares, looksForStacks } from './declares.ts';
import { errnoText } from './errno-text.ts';
import { gitComplaint } from './git-complaint.ts';
import { GitMissingError, runGit } from './run-git.ts';
import { type ScopeEntry, slashes } from './scope.ts';

/** What a folder holds: paths relative to it, with `/`, sorted. */
export interface Listing {
  readonly paths: readonly string[];
  /** Files that git keeps out of the work tree on purpose (sparse checkouts), a part of `paths`. */
  readonly sparse: ReadonlySet<string>;
  /** Something the user should know, for instance that ignored files were read too. */
  readonly note?: string;
}

/**
 * Lists the declarations in a folder: those that git tracks or would track, or, outside a git work tree,
 * all but those under `.git` and `node_modules`. Stacks are looked for also where git ignores them.
 *
 * @throws {CallError} where a folder cannot be read: passing over it would look like removing its jobs.
 */
export function listFiles(entry: ScopeEntry): Listing {
  // Also the fixed part of a glob may be gone, and a base may still have it.
  if (!existsSync(entry.real)) return { paths: [], sparse: new Set() };
  const listing = entry.repository === undefined ? walk(entry) : listByGit(entry);
  const stacks = looksForStacks(entry) ? walk(entry, '**/*.tf.json').paths.filter(isNoCopy) : [];
  const paths = [...new Set([...listing.paths, ...stacks])]
    .filter((path) => declares(path, entry) && entry.matches(path))
    .sort();
  // Bytes that are no UTF-8 are read as this sign, by which there is no file: it would look deleted.
  const unnamed = paths.find((path) => path.includes('\uFFFD') && !existsSync(join(entry.real, path)));
  if (unnamed !== undefined)
    throw new CallError(`\`${unnamed}\` cannot be read: its name is not UTF-8`, 'give it another name');
  return { ...listing, paths };
}

function listByGit(entry: ScopeEntry): Listing {
  try {
    // `-t` puts a letter before each path: `S` is skipped in the work tree, `?` is not tracked.
    const answer = runGit(entry.real, ['ls-files', '-z', '-t', '--cached', '--others', '--exclude-standard']);
    const unreadable = /warning: could not open directory '([^']*)': (.*)/.exec(answer.said);
    if (!answer.ok) throw gitComplaint(`list \`${entry.given}\``, answer.said);
    if (unreadable)
      throw new CallError(`\`${unreadable[1]}\` cannot be read: ${unreadable[2]?.toLowerCase()}`);
    const lines = answer.stdout.toString('utf8').split('\0').slice(0, -1);
    const sparse = lines.filter((line) => line.startsWith('S ')).map((line) => line.slice(2));
    return { paths: [...new Set(lines.map((line) => line.slice(2)))], sparse: new Set(sparse) };
  } catch (error) {
    if (!(error instanceof GitMissingError)) throw error;
    return { ...walk(entry), note: 'git is not installed: files that it would ignore are read too' };
  }
}

function walk(entry: ScopeEntry, pattern = '**/*.{yaml,yml}'): Listing {
  // tinyglobby passes over what it cannot open; it is watched through the file system that it is given.
  let failure: CallError | undefined;
  const watched = (folder: string, options: { withFileTypes: true }): Dirent[] => {
    try {
      return readdirSync(folder, options);
    } catch (error) {
      const shown = join(entry.shown, folder.slice(entry.real.length)) || '.';
      failure ??= new CallError(
        `\`${slashes(shown)}\` cannot be read: ${errnoText(error)}`,
        undefined,
        error,
      );
      return [];
    }
  };
  const paths = globSync(pattern, {
    cwd: entry.real,
    dot: true,
    followSymbolicLinks: false,
    expandDirectories: false,
    ignore: ['**/.git/**', '**/node_modules/**'],
    fs: { readdirSync: watched as typeof readdirSync },
  });
  if (failure) throw failure;
  return { paths, sparse: new Set() };
}

/** Terraform keeps copies of modules beside a stack. */
const isNoCopy = (path: string) => !path.split('/').includes('.terraform');
