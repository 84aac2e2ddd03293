import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolders } from '../report/index.ts';
import type { DeliveryResult } from './dispatcher.ts';

/**
 * Marks of commands that were started, in a folder that outlives the process: a command is marked before it is started,
 * with its process once it is there, and with its end. So a run that is delivered again is not started again, and an end
 * that nobody recorded is not forgotten.
 */
export interface CommandClaims {
  /** Marks a run's attempt. Returns the mark that is there already, if one is. */
  claim(key: string): Claim | undefined;
  note(key: string, claim: Claim): void;
  read(key: string): Claim;
}

export interface Claim {
  /** The process that started it, as `ClaimOwner` names it. */
  readonly owner?: string;
  readonly pid?: number;
  readonly result?: DeliveryResult;
}

/** Names this process in marks, and knows of the others that have the folder. */
export interface ClaimOwner {
  readonly name: string;
  isRunning(name: string): boolean;
}

/** Marks are kept for this long. */
const keptMs = 7 * 86_400_000;

/** Makes marks in a folder, or, without one, marks that this process alone remembers. */
export function createCommandClaims(folder: string | undefined, owner?: ClaimOwner): CommandClaims {
  if (folder === undefined) return { claim: () => undefined, note: () => undefined, read: () => ({}) };
  makeFolders(folder, 0o700);
  sweep(folder);
  const fileOf = (key: string) => join(folder, `${createHash('sha256').update(key).digest('hex')}.json`);
  const mine = owner ? { owner: owner.name } : {};
  return {
    claim(key) {
      try {
        writeFileSync(fileOf(key), JSON.stringify(mine), { flag: 'wx', mode: 0o600 });
        return undefined;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
        return readClaim(fileOf(key));
      }
    },
    note(key, claim) {
      // A reader finds the old mark or the new one, never half of one.
      const file = fileOf(key);
      writeFileSync(`${file}.new`, JSON.stringify({ ...mine, ...claim }), { mode: 0o600 });
      renameSync(`${file}.new`, file);
    },
    read: (key) => readClaim(fileOf(key)),
  };
}

function readClaim(file: string): Claim {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Claim;
  } catch {
    // Written half when the machine stopped: it was started, and no more is known.
    return {};
  }
}

function sweep(folder: string): void {
  // Files have the machine's time.
  const now = Date.now();
  for (const name of readdirSync(folder)) {
    const file = join(folder, name);
    if (now - statSync(file).mtimeMs > keptMs) rmSync(file, { force: true });
  }
}
