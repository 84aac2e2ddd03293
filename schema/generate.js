/**
 * Writes everything that is generated from the schemas; with `--check` writes nothing and ends with 1 if
 * anything is stale.
 * Plain JavaScript, because Node 20 runs it without a build.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { outputs } from './generate/outputs.js';

const root = new URL('../', import.meta.url);
const check = process.argv.includes('--check');

for (const [path, text] of Object.entries(await outputs())) {
  const file = fileURLToPath(new URL(path, root));
  if (readOrEmpty(file) === text) continue;
  if (check) process.exitCode = 1;
  else {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  console.log(check ? `stale: ${path}; run \`npm run generate\`` : `wrote ${path}`);
}

function readOrEmpty(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    // A file that is not there yet is a stale one.
    return '';
  }
}
