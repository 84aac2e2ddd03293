import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Manifest } from '../../schema/manifest.ts';
import { CallError } from './call-error.ts';
import { readGitTree } from './read-git-tree.ts';
import { readManifestFile } from './read-manifest-file.ts';
import { readWorkTree } from './read-work-tree.ts';
import { hasHead, refuseDash, resolveCommit } from './resolve-commit.ts';
import { readScope, type Scope } from './scope.ts';
import { emptyTree, type SourceFile, type Tree } from './tree.ts';

/** What a plan compares with. */
export type Base =
  | { readonly kind: 'tree'; readonly tree: Tree }
  | { readonly kind: 'manifest'; readonly label: string; readonly manifest: Manifest };

/**
 * Reads the base of a plan: `none`, a directory (all declarations in it), a file of declarations (YAML or
 * `*.tf.json`), a manifest, or else a git ref (the same paths as `scope`, at that commit). Undefined means that nobody said:
 * then it is `HEAD`, or `none` where there is no commit yet.
 *
 * A word that is both a path and a ref is refused, as git refuses it, rather than guessed.
 *
 * @throws {CallError} where it cannot be read.
 */
export function readBase(words: string | undefined, scope: Scope, known: readonly SourceFile[]): Base {
  if (words === undefined) {
    const repository = scope.entries[0]?.repository;
    const ready = repository !== undefined && hasHead(repository);
    return { kind: 'tree', tree: ready ? readGitTree(scope, 'HEAD', known) : emptyTree };
  }
  if (words.startsWith('-')) refuseDash(words);
  if (words === 'none') return { kind: 'tree', tree: emptyTree };
  if (/^https?:\/\//.test(words)) {
    throw new CallError(
      '`--base` cannot be a runtime here',
      'give it a git ref, a directory, a manifest, or `none`',
    );
  }
  const kind = pathKind(resolve(scope.cwd, words));
  const written = /^\.{0,2}\/|\/$|^\.\.?$/.test(words);
  if (kind !== undefined && !written) refuseBoth(words, kind, scope);
  if (kind === undefined) {
    if (written || /\.(json|ya?ml)$/.test(words)) throw new CallError(`there is no \`${words}\``);
    return { kind: 'tree', tree: readGitTree(scope, words, known) };
  }
  if (kind === 'directory' || /\.(?:ya?ml|tf\.json)$/.test(words))
    return { kind: 'tree', tree: readFolder(words, scope) };
  return { kind: 'manifest', label: words, manifest: readManifestFile(resolve(scope.cwd, words), words) };
}

/** An empty base would show every job as added: that is what `none` is for. */
function readFolder(words: string, scope: Scope): Tree {
  const tree = readWorkTree(readScope([words], scope.cwd));
  if (tree.files.length > 0) return { ...tree, label: words };
  throw new CallError(
    `no declarations in the base \`${words}\`: there is no *.yaml or *.yml that git does not ignore`,
    '`--base none` plans from nothing',
  );
}

function pathKind(path: string): 'directory' | 'file' | undefined {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat && (stat.isDirectory() ? 'directory' : 'file');
}

function refuseBoth(words: string, kind: 'directory' | 'file', scope: Scope): void {
  const repository = scope.entries[0]?.repository;
  if (repository === undefined) return;
  let commit: string;
  try {
    commit = resolveCommit(repository, words);
  } catch {
    // No such ref, or no git: then only the path can be meant.
    return;
  }
  throw new CallError(
    `\`${words}\` is both a ${kind} and a git ref`,
    `write \`./${words}\` for the ${kind}, or \`${commit.slice(0, 12)}\` for the commit`,
  );
}
