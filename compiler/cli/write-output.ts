import { randomBytes } from 'node:crypto';
import { lstatSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { CallError, errnoText, makeFolders } from '../source/index.ts';

/**
 * Writes a file that a user asked for, and the folders on the way to it. A plain file is there whole or as it was
 * before, also where the disk is full or the process is killed.
 *
 * @throws {CallError} where it cannot be written.
 */
export function writeOutput(cwd: string, file: string, text: string): void {
  const path = resolve(cwd, file);
  try {
    makeFolders(dirname(path));
    if (isPlain(path)) replaceFile(path, text);
    else writeFileSync(path, text);
  } catch (error) {
    throw new CallError(`\`${file}\` cannot be written: ${errnoText(error)}`, undefined, error);
  }
}

/** Links, pipes and devices are written through; of a file with more to it than bytes, what it has is kept so too. */
function isPlain(path: string): boolean {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  return stat === undefined || (stat.isFile() && stat.nlink === 1);
}

function replaceFile(path: string, text: string): void {
  const mode = lstatSync(path, { throwIfNoEntry: false })?.mode;
  const beside = `${path}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    writeFileSync(beside, text, { flag: 'wx', ...(mode === undefined ? {} : { mode: mode & 0o777 }) });
    renameSync(beside, path);
  } catch (error) {
    rmSync(beside, { force: true });
    throw error;
  }
}
