import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes a folder and those above it. By hand, because Node's own `recursive` never comes back where a file system
 * answers that there is no such folder to the making of one (`/proc`).
 */
export function makeFolders(path: string, mode?: number): void {
  if (existsSync(path)) return;
  if (dirname(path) !== path) makeFolders(dirname(path), mode);
  try {
    mkdirSync(path, mode);
  } catch (error) {
    // Another process was quicker.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}
