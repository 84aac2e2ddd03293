/** Bundles the simulation and runs it in a process of its own: `npm run soak`. Plain JavaScript, nothing is built before it. */
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const here = dirname(fileURLToPath(import.meta.url));
// Beside the packages that it imports, and apart from another run's.
const out = join(here, '../../node_modules/.cache/almanac-soak', `${process.pid}.mjs`);
await build({
  entryPoints: [join(here, 'soak.ts')],
  outfile: out,
  bundle: true,
  packages: 'external',
  format: 'esm',
  platform: 'node',
  target: 'node20',
  sourcemap: 'inline',
  logLevel: 'warning',
});
const { status } = spawnSync(process.execPath, ['--enable-source-maps', out, ...process.argv.slice(2)], {
  stdio: 'inherit',
  env: { ...process.env, TZ: 'UTC' },
});
rmSync(out, { force: true });
process.exitCode = status ?? 1;
