import { posix, relative } from 'node:path';
import { blobId } from './blob-id.ts';
import { CallError } from './call-error.ts';
import { declares } from './declares.ts';
import { gitComplaint } from './git-complaint.ts';
import { readBlobs } from './read-blobs.ts';
import { resolveCommit } from './resolve-commit.ts';
import { runGit } from './run-git.ts';
import { type Scope, type ScopeEntry, slashes } from './scope.ts';
import { byPath, type SourceFile, type Tree } from './tree.ts';

/**
 * Reads the same paths as a scope from a commit, without touching the work tree, the index or any ref.
 *
 * `known` are the files of the other side: a blob that is among them is taken from there, the very same
 * bytes, so that git is asked only for what differs and nothing equal is read twice.
 *
 * @throws {CallError} where the paths are in no or in several repositories, or the commit is not to be had.
 */
export function readGitTree(scope: Scope, ref: string, known: readonly SourceFile[]): Tree {
  const repository = oneRepository(scope, ref);
  const commit = resolveCommit(repository, ref);
  const tree = listTree(repository, commit);
  const found = findEntries(scope, tree, repository);
  const bytes = bytesById(repository, found, known);
  const places = new Map(found.map((file) => [file.shown, file.path]));
  return {
    kind: 'git',
    label: ref === commit ? commit.slice(0, 12) : `${ref} (${commit.slice(0, 7)})`,
    files: found
      .map((file) => ({ path: file.shown, bytes: bytes.get(file.id)!, named: file.named }))
      .sort(byPath),
    readBeside: (requests) => {
      const wanted = new Set(requests.map(({ file, path }) => besidePath(places.get(file), path)));
      const names = tree.map(({ path }) => path).filter((path) => wanted.has(path));
      const blobs = readBlobs(
        repository,
        names.map((name) => `${commit}:${name}`),
      );
      const texts = new Map(
        names.map((name, i) => [name, blobs[i] && Buffer.from(blobs[i]).toString('utf8')]),
      );
      return (file, path) => texts.get(besidePath(places.get(file), path));
    },
  };
}

/** Returns the repository that all paths of a scope are in. */
function oneRepository(scope: Scope, ref: string): string {
  const [first, ...others] = scope.entries;
  const outside = scope.entries.find((entry) => entry.repository === undefined);
  if (!first || outside) {
    throw new CallError(
      `\`${ref}\` is neither a path nor a git ref: ${outside ? `\`${outside.given}\`` : 'this folder'} is not in a git repository`,
      'give `--base` a directory, a manifest, or `none`',
    );
  }
  const other = others.find((entry) => entry.repository !== first.repository);
  if (other) {
    throw new CallError(
      `\`${first.given}\` and \`${other.given}\` are in two git repositories, which have no commit in common`,
      'plan them one after the other, or give `--base` a manifest',
    );
  }
  return first.repository!;
}

interface TreeEntry {
  /** From the top of the repository, with `/`. */
  readonly path: string;
  readonly id: string;
}

function listTree(repository: string, commit: string): TreeEntry[] {
  const answer = runGit(repository, ['ls-tree', '-r', '-z', '--full-tree', commit]);
  if (!answer.ok) throw gitComplaint(`list \`${commit.slice(0, 7)}\``, answer.said);
  const entries: TreeEntry[] = [];
  for (const line of answer.stdout.toString('utf8').split('\0')) {
    // Plain files only: no links (120000) and no submodules (160000), as in the work tree.
    const match = /^100\d{3} blob ([0-9a-f]+)\t(.*)$/s.exec(line);
    if (match) entries.push({ id: match[1]!, path: match[2]! });
  }
  return entries;
}

interface Found extends TreeEntry {
  readonly shown: string;
  readonly named: boolean;
}

function findEntries(scope: Scope, tree: readonly TreeEntry[], repository: string): Found[] {
  const found = new Map<string, Found>();
  for (const entry of scope.entries) {
    const top = slashes(relative(repository, entry.real));
    for (const file of tree) {
      const within = pathWithin(top, file.path);
      const named = within === '';
      if (within === undefined || !isMeant(entry, within)) continue;
      const shown = named ? entry.shown : entry.shown === '' ? within : `${entry.shown}/${within}`;
      const known = found.get(file.path);
      found.set(file.path, { ...file, shown: known?.shown ?? shown, named: named || known?.named === true });
    }
  }
  return [...found.values()];
}

/** Returns what of a path comes after a folder: empty for the folder's own path, undefined outside it. */
function pathWithin(folder: string, path: string): string | undefined {
  if (folder === '') return path;
  if (path === folder) return '';
  return path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : undefined;
}

function isMeant(entry: ScopeEntry, within: string): boolean {
  if (within === '') return entry.kind !== 'glob';
  return entry.kind !== 'file' && declares(within, entry) && entry.matches(within);
}

function bytesById(
  repository: string,
  found: readonly TreeEntry[],
  known: readonly SourceFile[],
): ReadonlyMap<string, Uint8Array> {
  const length = found[0]?.id.length ?? 40;
  const bytes = new Map(known.map((file) => [blobId(file.bytes, length), file.bytes]));
  const wanted = [...new Set(found.map((file) => file.id))].filter((id) => !bytes.has(id));
  const blobs = readBlobs(repository, wanted);
  wanted.forEach((id, i) => {
    const blob = blobs[i];
    if (!blob)
      throw new CallError(
        `git has no object \`${id}\`: the clone is partial or damaged`,
        'try `git fetch --refetch`, or `git fsck`',
      );
    bytes.set(id, blob);
  });
  return bytes;
}

function besidePath(file: string | undefined, path: string): string {
  return posix.normalize(posix.join(posix.dirname(file ?? ''), path));
}
