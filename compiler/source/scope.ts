import { realpathSync, statSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import picomatch from 'picomatch';
import { CallError } from './call-error.ts';
import { errnoOf, errnoText } from './errno-text.ts';
import { findRepository } from './find-repository.ts';

/** The paths and globs that a call names, understood once and then looked up on either side. */
export interface Scope {
  readonly cwd: string;
  readonly entries: readonly ScopeEntry[];
}

export interface ScopeEntry {
  /** As the user wrote it. */
  readonly given: string;
  /** `missing`: there is nothing now, though a base may have had a file or a folder there. */
  readonly kind: 'file' | 'directory' | 'glob' | 'missing';
  /** Absolute, links resolved; of a glob, its part before the first wildcard. */
  readonly real: string;
  /** How `real` is shown: relative to the working folder, by the way the user went. Empty for the folder itself. */
  readonly shown: string;
  /** Whether a path relative to `real`, with `/`, is meant. Only a glob leaves any out. */
  readonly matches: (path: string) => boolean;
  /** Top folder of the git work tree around it. */
  readonly repository?: string;
}

/**
 * Understands what a user named: files, folders and globs, relative to a working folder.
 *
 * Links on the way are followed here and nowhere else: what is found inside a folder is never followed, as
 * git does not either, so no loop of links can hold anybody up.
 *
 * @throws {CallError} for a path that cannot be looked at.
 */
export function readScope(paths: readonly string[], cwd: string): Scope {
  return { cwd, entries: paths.map((path) => readEntry(path, cwd)) };
}

function readEntry(given: string, cwd: string): ScopeEntry {
  if (given === '') throw new CallError('a path is empty', 'write `.` for the working folder');
  if (given.includes('\0')) throw new CallError('a path holds a NUL byte');
  const kind = kindOf(resolve(cwd, given), given);
  // Only what is not there by that very name is a glob: brackets are legal in file names.
  const scan = picomatch.scan(given);
  if (kind === 'missing' && scan.isGlob && !scan.negated) {
    const fixed = scan.base === '' ? '.' : scan.base;
    const isMatch = picomatch(scan.glob, { dot: true });
    return entry(given, 'glob', resolve(cwd, fixed), cwd, (path) => isMatch(path));
  }
  return entry(given, kind, resolve(cwd, given), cwd, () => true);
}

function entry(
  given: string,
  kind: ScopeEntry['kind'],
  path: string,
  cwd: string,
  matches: ScopeEntry['matches'],
): ScopeEntry {
  const real = realOf(path, given);
  const repository = findRepository(kind === 'directory' || kind === 'glob' ? real : dirname(real));
  const shown = isAbsolute(given) && relative(cwd, path).startsWith('..') ? path : relative(cwd, path);
  return { given, kind, real, shown: slashes(shown), matches, ...(repository ? { repository } : {}) };
}

function kindOf(path: string, given: string): 'file' | 'directory' | 'missing' {
  try {
    return statSync(path).isDirectory() ? 'directory' : 'file';
  } catch (error) {
    const code = errnoOf(error);
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'ENAMETOOLONG') return 'missing';
    throw new CallError(`\`${given}\` cannot be read: ${errnoText(error)}`, undefined, error);
  }
}

/** Resolves links in as much of a path as exists, so that a deleted file keeps its place in the repository. */
function realOf(path: string, given: string): string {
  try {
    return realpathSync(path);
  } catch (error) {
    const code = errnoOf(error);
    if ((code !== 'ENOENT' && code !== 'ENOTDIR' && code !== 'ENAMETOOLONG') || dirname(path) === path) {
      throw new CallError(`\`${given}\` cannot be read: ${errnoText(error)}`, undefined, error);
    }
    return join(realOf(dirname(path), given), basename(path));
  }
}

/** Writes a path of this platform with `/`. */
export function slashes(path: string): string {
  return sep === '/' ? path : path.split(sep).join('/');
}
