import { lstatSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { CallError } from './call-error.ts';
import { errnoOf, errnoText } from './errno-text.ts';
import { isWithin } from './is-within.ts';
import { type Listing, listFiles } from './list-files.ts';
import { readBlobs } from './read-blobs.ts';
import { readBytes } from './read-bytes.ts';
import type { Scope, ScopeEntry } from './scope.ts';
import { byPath, type SourceFile, type Tree } from './tree.ts';

export interface WorkTree extends Tree {
  readonly notes: readonly string[];
}

/**
 * Reads the declarations that a scope names from the file system, as they stand, saved or committed or not.
 *
 * @throws {CallError} for a path that cannot be read.
 */
export function readWorkTree(scope: Scope): WorkTree {
  const files = new Map<string, SourceFile>();
  const places = new Map<string, { readonly real: string; readonly repository: string | undefined }>();
  const notes = new Set<string>();
  for (const entry of scope.entries) {
    const add = (real: string, shown: string, named: boolean, bytes: Uint8Array | undefined) => {
      if (bytes === undefined) return;
      // Two paths may lead to one file; a file that was named stays named.
      const known = files.get(real);
      files.set(real, { path: known?.path ?? shown, bytes, named: named || known?.named === true });
      places.set(known?.path ?? shown, { real, repository: entry.repository });
    };
    if (entry.kind === 'file') {
      add(entry.real, entry.shown, true, readNamed(entry));
      continue;
    }
    const listing = listFiles(entry);
    if (listing.note) notes.add(listing.note);
    const sparse = readSparse(entry, listing);
    for (const path of listing.paths) {
      const real = join(entry.real, path);
      const shown = entry.shown === '' ? path : `${entry.shown}/${path}`;
      add(real, shown, false, readFound(real, shown) ?? sparse.get(path));
    }
  }
  return {
    kind: 'directory',
    label: scope.entries.map(({ given }) => (given === '.' ? 'the working folder' : given)).join(', '),
    files: [...files.values()].sort(byPath),
    readBeside: () => (file, path) => readText(places.get(file), path),
    notes: [...notes],
  };
}

function readNamed(entry: ScopeEntry): Uint8Array {
  try {
    return readBytes(entry.real);
  } catch (error) {
    throw new CallError(`\`${entry.given}\` cannot be read: ${errnoText(error)}`, undefined, error);
  }
}

/** Reads a file that a listing gave. One that is gone (deleted, not yet staged) or no plain file is passed over. */
function readFound(real: string, shown: string): Uint8Array | undefined {
  try {
    return lstatSync(real).isFile() ? readFileSync(real) : undefined;
  } catch (error) {
    if (errnoOf(error) === 'ENOENT' || errnoOf(error) === 'ENOTDIR') return undefined;
    throw new CallError(`\`${shown}\` cannot be read: ${errnoText(error)}`, undefined, error);
  }
}

/** Reads from the index what a sparse checkout left out of the work tree: it is not deleted. */
function readSparse(entry: ScopeEntry, listing: Listing): ReadonlyMap<string, Uint8Array> {
  const paths = listing.paths.filter((path) => listing.sparse.has(path));
  if (paths.length === 0) return new Map();
  const names = paths.map((path) => `:./${path}`);
  const blobs = readBlobs(entry.real, names);
  return new Map(paths.flatMap((path, i) => (blobs[i] ? [[path, blobs[i]] as const] : [])));
}

function readText(
  place: { readonly real: string; readonly repository: string | undefined } | undefined,
  path: string,
): string | undefined {
  if (!place) return undefined;
  const real = resolve(dirname(place.real), path);
  try {
    // What stands outside the repository or behind a link is not in a git tree either, where the base may come from.
    if (place.repository !== undefined && (!isWithin(place.repository, real) || realpathSync(real) !== real))
      return undefined;
    // A pipe or a device may never come to an end.
    return statSync(real).isFile() ? readFileSync(real, 'utf8') : undefined;
  } catch {
    // Whatever the reason, the declaration names a file that cannot be read, and is told so.
    return undefined;
  }
}
