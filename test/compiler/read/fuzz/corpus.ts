import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Every text of the cases and of the examples: what people write, right and wrong. */
export const corpus: readonly Uint8Array[] = ['test/cases', 'examples']
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(?:ya?ml|bin)$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name)),
  )
  .sort()
  .map((path) => readFileSync(path));
