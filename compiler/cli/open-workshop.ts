import { dirname, join, relative, resolve } from 'node:path';
import type { Diagnostic } from '../../schema/diagnostic.ts';
import {
  cacheFolder,
  openMemoStore,
  readScope,
  readWorkTree,
  type Scope,
  type Tree,
  type WorkTree,
} from '../source/index.ts';
import type { Call } from './call.ts';
import { type Configuration, loadConfig } from './load-config.ts';
import type { Workshop } from './load-side.ts';
import { openProgress } from './progress.ts';
import type { SourceOf } from './report-diagnostics.ts';
import { build } from './version.ts';

/** What the commands that read declarations begin with: what to read, how to judge it, the tools to read it. */
export interface Opened extends Workshop {
  readonly scope: Scope;
  readonly workTree: WorkTree;
  readonly configuration: Configuration;
  /** Writes what was learnt to the cache and takes the progress line away. */
  close(): void;
}

/**
 * Opens the paths that a call names, else those of the configuration, else the working folder.
 *
 * @throws {CallError} for a path that cannot be read.
 */
export function openWorkshop(call: Call, paths: readonly string[]): Opened {
  const { io, options } = call;
  const cwd = io.cwd();
  const named = readScope(paths.length > 0 ? paths : ['.'], cwd);
  const configuration = loadConfig(named, options.config);
  const scope = paths.length > 0 ? named : configuredScope(configuration, cwd, named);
  const progress = openProgress(io, options.quiet === true);
  const workTree = readWorkTree(scope);
  if (!options.quiet) for (const note of workTree.notes) io.stderr.write(`almanac: ${note}\n`);
  const root = scope.entries[0]?.repository ?? cwd;
  const memos = openMemoStore(options.cache ? cacheFolder(io.env) : undefined, root, build);
  const close = () => {
    progress.end();
    memos.save();
  };
  return { cwd, scope, workTree, configuration, memos, readings: new Map(), progress, close };
}

/** Paths in a configuration are relative to its own folder. */
function configuredScope({ config, file }: Configuration, cwd: string, otherwise: Scope): Scope {
  if (!config.paths || !file) return otherwise;
  const folder = dirname(resolve(cwd, file.path));
  return readScope(
    config.paths.map((path) => relative(cwd, join(folder, path)) || '.'),
    cwd,
  );
}

/** Returns how to find the text that a remark points into: a declaration's, or the configuration's. */
export function sourceIn(tree: Tree, configuration?: Configuration): SourceOf {
  return (path) => {
    const file =
      tree.files.find((one) => one.path === path) ??
      (configuration?.file?.path === path ? configuration.file : undefined);
    return file && Buffer.from(file.bytes).toString('utf8');
  };
}

/** Remarks in the order in which a reader meets their places. */
export function inOrder(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return [...diagnostics].sort((a, b) => {
    const [x, y] = [a.span, b.span];
    if (!x || !y) return x ? 1 : y ? -1 : 0;
    if (x.file !== y.file) return x.file < y.file ? -1 : 1;
    return x.line - y.line || x.column - y.column;
  });
}
