import { readFileSync } from 'node:fs';

/** Where Terraform knows the provider from, and its version: `address.json` and the workspace's package.json. */
export function readAddress() {
  const read = (path) => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));
  return { ...read('address.json'), version: read('../package.json').version };
}
