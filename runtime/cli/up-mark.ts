import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolders } from '../report/index.ts';
import { isRunning, type ProcessIdentity, thisProcess } from './process-identity.ts';

/** The folder below a repository in which `almanac up` keeps what is its own. */
export const upFolder = '.almanac';

/** Says that `almanac up` runs in a folder, and how to reach it. */
export interface UpMark extends ProcessIdentity {
  readonly api: string;
  readonly ledger: string;
}

/** Returns the mark of another `almanac up` that runs in a folder; undefined where none does. */
export function readUpMark(folder: string): UpMark | undefined {
  try {
    const mark = JSON.parse(readFileSync(markFile(folder), 'utf8')) as UpMark;
    return mark.pid !== process.pid && isRunning(mark) ? mark : undefined;
  } catch {
    return undefined;
  }
}

/** Writes the mark of this process. */
export function writeUpMark(folder: string, reach: Pick<UpMark, 'api' | 'ledger'>): void {
  writeFileSync(markFile(folder), `${JSON.stringify({ ...thisProcess(), ...reach })}\n`);
}

export function removeUpMark(folder: string): void {
  rmSync(markFile(folder), { force: true });
}

/** Makes the folder, which is nobody's but this machine's: git is told to pass it over. */
export function makeUpFolder(folder: string): void {
  const path = join(folder, upFolder);
  makeFolders(path);
  writeFileSync(join(path, '.gitignore'), '*\n');
}

function markFile(folder: string): string {
  return join(folder, upFolder, 'up.json');
}
