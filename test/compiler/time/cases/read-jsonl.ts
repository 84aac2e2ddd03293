import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Reads a file of JSON lines that stands beside this one. */
export function readJsonl<T>(name: string): T[] {
  const text = readFileSync(fileURLToPath(new URL(name, import.meta.url)), 'utf8');
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as T);
}
