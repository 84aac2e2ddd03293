/**
 * Bundles the simulation and runs it in a process for each processor, which share the seeds: `npm run soak`. Plain
 * JavaScript, nothing is built before it.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
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
const options = process.argv.slice(2);
const numberOf = (name, other) => Number(options[options.indexOf(`--${name}`) + 1 || Number.NaN] ?? other);
const [from, seeds] = [numberOf('from', 0), numberOf('seeds', 100_000)];
// One seed prints its log; a planted bug ends with the first that finds it.
const isOne = options.includes('--seed') || options.includes('--bug');
const parts = isOne ? 1 : Math.min(availableParallelism(), seeds);
const ends = await Promise.all(
  Array.from({ length: parts }, async (_, index) => {
    const [first, next] = [index, index + 1].map((part) => from + Math.floor((seeds * part) / parts));
    const part = isOne ? options : ['--from', first, '--seeds', next - first];
    const child = spawn(process.execPath, ['--enable-source-maps', out, ...part.map(String)], {
      stdio: 'inherit',
      env: { ...process.env, TZ: 'UTC' },
    });
    const [status] = await once(child, 'exit');
    return status;
  }),
);
rmSync(out, { force: true });
if (ends.some((status) => status !== 0)) process.exitCode = 1;
