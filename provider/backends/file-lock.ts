import { closeSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { BackendError } from './backend.ts';

/** Milliseconds between two attempts to take a lock, and for how long it is tried. */
const attempts = { every: 20, for: 30_000 } as const;

/**
 * Runs something while no other process of this machine does under the same lock file. A lock whose process is gone
 * is taken away.
 *
 * @throws {BackendError} where another process keeps the lock.
 */
export async function withLock<Result>(
  path: string,
  run: () => Result,
  isStopped: () => boolean,
): Promise<Result> {
  for (let waited = 0; !take(path); waited += attempts.every) {
    if (isStopped()) throw new BackendError('interrupted', 'Nothing was changed.');
    if (waited >= attempts.for) {
      throw new BackendError(
        `another run has kept ${path} for ${attempts.for / 1000} s`,
        'Wait for it to end. If there is none, take the file away.',
      );
    }
    await wait(attempts.every);
  }
  try {
    return run();
  } finally {
    rmSync(path, { force: true });
  }
}

function take(path: string): boolean {
  try {
    const file = openSync(path, 'wx');
    writeSync(file, String(process.pid));
    closeSync(file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') {
      throw new BackendError(
        `${path} can't be written: ${(error as Error).message}`,
        'The folder of `manifest_path` must exist and be writable.',
      );
    }
  }
  if (isLeftBehind(path)) rmSync(path, { force: true });
  return false;
}

/** Its process is gone; one that has not written its number yet is not. */
function isLeftBehind(path: string): boolean {
  try {
    const owner = Number(readFileSync(path, 'utf8'));
    if (!(owner > 0)) return false;
    process.kill(owner, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}
