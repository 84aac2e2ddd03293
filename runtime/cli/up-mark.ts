import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The folder below a repository in which `almanac up` keeps what is its own. */
export const upFolder = '.almanac';

/** Says that `almanac up` runs in a folder, and how to reach it. */
export interface UpMark {
  readonly pid: number;
  readonly api: string;
  readonly ledger: string;
}

/** Returns the mark of an `almanac up` that runs in a folder; undefined where none does. */
export function readUpMark(folder: string): UpMark | undefined {
  try {
    const mark = JSON.parse(readFileSync(markFile(folder), 'utf8')) as UpMark;
    process.kill(mark.pid, 0);
    return mark.pid === process.pid ? undefined : mark;
  } catch (error) {
    // A process of somebody else has the number by now, or this one may not ask.
    if ((error as NodeJS.ErrnoException).code === 'EPERM') return undefined;
    return undefined;
  }
}

/** Writes the mark. */
export function writeUpMark(folder: string, mark: UpMark): void {
  writeFileSync(markFile(folder), `${JSON.stringify(mark)}\n`);
}

export function removeUpMark(folder: string): void {
  rmSync(markFile(folder), { force: true });
}

/** Makes the folder, which is nobody's but this machine's: git is told to pass it over. */
export function makeUpFolder(folder: string): void {
  const path = join(folder, upFolder);
  mkdirSync(path, { recursive: true });
  writeFileSync(join(path, '.gitignore'), '*\n');
}

function markFile(folder: string): string {
  return join(folder, upFolder, 'up.json');
}
