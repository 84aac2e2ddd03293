import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Returns the top folder of the git work tree that holds a folder, or undefined. Found by its `.git`, which
 * is a folder, or a file in a submodule or a linked work tree: so no git is needed to know that there is one.
 */
export function findRepository(folder: string): string | undefined {
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, '.git'))) return at;
    if (at === dirname(at)) return undefined;
  }
}
