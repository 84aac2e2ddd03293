import { writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { CallError, errnoText, makeFolders } from '../source/index.ts';

/**
 * Writes a file that a user asked for, and the folders on the way to it.
 *
 * @throws {CallError} where it cannot be written.
 */
export function writeOutput(cwd: string, file: string, text: string): void {
  const path = resolve(cwd, file);
  try {
    makeFolders(dirname(path));
    writeFileSync(path, text);
  } catch (error) {
    throw new CallError(`\`${file}\` cannot be written: ${errnoText(error)}`, undefined, error);
  }
}
