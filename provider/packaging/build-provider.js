import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Bundles the provider to a file that may be started, by the workshop's own script. */
export function buildProvider(file) {
  const script = fileURLToPath(new URL('../../build-provider.js', import.meta.url));
  execFileSync(process.execPath, [script, file], { stdio: ['ignore', 'inherit', 'inherit'] });
}
