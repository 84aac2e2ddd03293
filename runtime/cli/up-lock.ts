import { randomBytes } from 'node:crypto';
import { constants, copyFileSync, linkSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isRunning, type ProcessIdentity, thisProcess } from './process-identity.ts';

/**
 * Takes a folder for this process, which has it until it ends, however it ends. Returns the process that has it, where
 * one does.
 *
 * Who has it stands in the file with the highest number. The file of a process that is gone is not taken away but gone
 * beyond: of two that find it at once, one makes the next number and the other finds that there. Were it taken away,
 * the slower of the two would take away the other's.
 */
export function takeFolder(path: string): ProcessIdentity | undefined {
  const draft = join(path, `up.${randomBytes(6).toString('hex')}.new`);
  writeFileSync(draft, JSON.stringify(thisProcess()));
  try {
    for (;;) {
      const last = lastOf(path);
      const holder = readHolder(lockFile(path, last));
      if (holder && isRunning(holder)) return holder;
      const mine = lockFile(path, last + 1);
      if (!makeOnce(draft, mine)) continue;
      const numbers = numbersIn(path);
      if (Math.max(...numbers) > last + 1) {
        // A number that was cleared away meanwhile, behind a higher one.
        rmSync(mine, { force: true });
        continue;
      }
      for (const number of numbers) if (number <= last) rmSync(lockFile(path, number), { force: true });
      return undefined;
    }
  } finally {
    rmSync(draft, { force: true });
  }
}

const lockFile = (path: string, number: number) => join(path, `up.${number}.lock`);

function numbersIn(path: string): readonly number[] {
  return readdirSync(path).flatMap((name) => {
    const [, number] = /^up\.(\d{1,15})\.lock$/.exec(name) ?? [];
    return number === undefined ? [] : [Number(number)];
  });
}

/** 0 where there is none. */
function lastOf(path: string): number {
  return Math.max(0, ...numbersIn(path));
}

/** Makes a file whole; not where it is there already. */
function makeOnce(draft: string, file: string): boolean {
  for (const make of [linkSync, copyOnce]) {
    try {
      make(draft, file);
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
      // Not every file system has links.
      if (make === copyOnce) throw error;
    }
  }
  return false;
}

function copyOnce(draft: string, file: string): void {
  copyFileSync(draft, file, constants.COPYFILE_EXCL);
}

function readHolder(file: string): ProcessIdentity | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as ProcessIdentity;
  } catch {
    return undefined;
  }
}
