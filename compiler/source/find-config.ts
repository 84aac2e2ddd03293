import { existsSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { CallError } from './call-error.ts';
import { configName } from './declares.ts';
import { errnoText } from './errno-text.ts';
import { isWithin } from './is-within.ts';
import { readBytes } from './read-bytes.ts';
import { type Scope, slashes } from './scope.ts';

export interface ConfigText {
  readonly path: string;
  readonly bytes: Uint8Array;
}

/**
 * Returns the configuration: the file that was named, or the nearest `almanac.config.yaml` from the folder
 * that holds all paths upwards, to the top of the repository, or outside one to the working folder.
 *
 * @throws {CallError} where a named file is not there, or one cannot be read.
 */
export function findConfig(scope: Scope, named?: string): ConfigText | undefined {
  if (named !== undefined) return read(resolve(scope.cwd, named), named);
  const folder = commonFolder(scope);
  const top = scope.entries[0]?.repository ?? (isWithin(scope.cwd, folder) ? scope.cwd : folder);
  for (let at = folder; isWithin(top, at); at = dirname(at)) {
    const path = join(at, configName);
    if (existsSync(path)) return read(path, slashes(relative(scope.cwd, path)));
    if (at === dirname(at)) return undefined;
  }
  return undefined;
}

function commonFolder(scope: Scope): string {
  const folders = scope.entries.map((entry) => (entry.kind === 'file' ? dirname(entry.real) : entry.real));
  let common = folders[0] ?? scope.cwd;
  while (!folders.every((folder) => isWithin(common, folder))) common = dirname(common);
  return common;
}

function read(path: string, shown: string): ConfigText {
  try {
    return { path: shown, bytes: readBytes(path) };
  } catch (error) {
    throw new CallError(`\`${shown}\` cannot be read: ${errnoText(error)}`, undefined, error);
  }
}
