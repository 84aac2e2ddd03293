import { readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import { canonicalJson } from '../../compiler/index.ts';
import type { Manifest } from '../../schema/manifest.ts';
import { type Backend, BackendError } from './backend.ts';
import {
  changeStore,
  type DeclarationStore,
  emptyStore,
  inForceOf,
  recompiled,
} from './declaration-store.ts';
import { withLock } from './file-lock.ts';

/** What stands in the file beside the manifest. */
interface DeclarationsFile extends Omit<DeclarationStore, 'manifest'> {
  readonly formatVersion: 1;
  /** Digest of the manifest that was compiled from it. */
  readonly manifest: string;
}

/**
 * A manifest file as the place where declarations go, for people without a runtime. Beside `almanac.json`, which is
 * what `almanac compile` would write, stands `almanac.declarations.json`: what each source declared, from which the
 * next manifest is compiled. A lock file keeps two runs of Terraform apart.
 *
 * `clock` gives seconds since 1970.
 */
export function manifestFile(path: string, clock: () => number): Backend {
  const declared = join(dirname(path), `${basename(path, extname(path))}.declarations.json`);
  let known: { readonly stamp: string; readonly store: DeclarationStore } | undefined;
  let isStopped = false;

  const load = (): DeclarationStore => {
    const stamp = `${stampOf(path)} ${stampOf(declared)}`;
    if (known?.stamp !== stamp) known = { stamp, store: read(path, declared) };
    return known.store;
  };
  const save = (store: DeclarationStore): void => {
    // The declarations first: a manifest that was not written is compiled again from them.
    const { revisions, declarations, manifest } = store;
    const file: DeclarationsFile = { formatVersion: 1, manifest: manifest.digest, revisions, declarations };
    write(declared, `${JSON.stringify(file, null, 1)}\n`);
    write(path, `${canonicalJson(manifest)}\n`);
    known = { stamp: `${stampOf(path)} ${stampOf(declared)}`, store };
  };

  return {
    label: path,
    inForce: async (tenant) => inForceOf(load(), tenant, clock()),
    declarations: async (tenant) =>
      load().declarations.filter((declaration) => declaration.tenant === tenant),
    apply: (tenant, change) =>
      withLock(
        `${path}.lock`,
        () => {
          const answer = changeStore(load(), tenant, change, clock());
          if (answer.kind !== 'applied') return answer;
          const { store, ...applied } = answer;
          if (store !== known?.store) save(store);
          return applied;
        },
        () => isStopped,
      ),
    stop: () => {
      isStopped = true;
    },
  };
}

function read(path: string, declared: string): DeclarationStore {
  const text = readText(declared);
  const manifest = parse<Manifest>(path, readText(path));
  if (text === undefined) {
    if (manifest === undefined) return emptyStore;
    throw new BackendError(
      `${path} is a manifest that was not written by Terraform`,
      `Give \`manifest_path\` a path of its own: this provider writes the whole file. (There is no ${declared} beside it.)`,
    );
  }
  const file = parse<DeclarationsFile>(declared, text)!;
  if (file.formatVersion !== 1 || !Array.isArray(file.declarations)) {
    throw new BackendError(
      `${declared} is not what this provider wrote`,
      'Bring back the version that Terraform wrote.',
    );
  }
  const { revisions, declarations } = file;
  if (manifest?.digest === file.manifest) return { revisions, declarations, manifest };
  return recompiled({ revisions, declarations }, manifest ?? emptyStore.manifest);
}

function parse<T>(path: string, text: string | undefined): T | undefined {
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text) as T;
  } catch {
    throw new BackendError(
      `${path} is not JSON`,
      'Bring back the version that Terraform wrote, or move the file away.',
    );
  }
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new BackendError(
      `${path} can't be read: ${(error as Error).message}`,
      'Give `manifest_path` the path of a file.',
    );
  }
}

/** Whole or not at all: the new file takes the old one's place. */
function write(path: string, text: string): void {
  try {
    const draft = `${path}.${process.pid}.new`;
    writeFileSync(draft, text);
    renameSync(draft, path);
  } catch (error) {
    throw new BackendError(
      `${path} can't be written: ${(error as Error).message}`,
      'The folder of `manifest_path` must exist and be writable.',
    );
  }
}

function stampOf(path: string): string {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat ? `${stat.ino} ${stat.mtimeMs} ${stat.size}` : 'none';
}
