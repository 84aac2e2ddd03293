/**
 * Runs the benchmarks: `npm run bench [-- fires | decide | effects | plan | start ...]`, all of them by default.
 *
 * Installs the peers beside itself when they are not there, bundles each benchmark with the code it measures (as the
 * command line is bundled, peers left outside), and runs it in a process of its own. Never part of a test: figures
 * are for reading.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { timedModules } from './timed-modules.js';

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '../..');
// A folder of its own, so that two runs at once don't take each other's files away.
const out = join(here, 'dist', String(process.pid));
const all = [
  'fires',
  'tables',
  'decide',
  'effects',
  'plan',
  'start',
  'ledger',
  'minute',
  'growth',
  'catch-up',
  'provider',
];
/** What a benchmark runs in processes and threads of their own, by where it stands beside the benchmark. */
const writerThread = '../../runtime/ledger-sqlite/writer-thread.js';
const beside = {
  plan: { 'plan-run': 'plan-run.ts' },
  minute: {
    'minute/almanac': 'minute/almanac.ts',
    'minute/http-sink': 'minute/http-sink.ts',
    'minute/writer-thread': writerThread,
  },
  growth: { 'growth-run': 'growth-run.ts', 'writer-thread': writerThread },
  'catch-up': { 'writer-thread': writerThread },
};

const args = process.argv.slice(2);
const flags = args.filter((arg) => arg.startsWith('--'));
const named = args.filter((arg) => !arg.startsWith('--'));
const unknown = named.filter((name) => !all.includes(name));
if (unknown.length > 0) {
  console.error(`no benchmark ${unknown.join(', ')}; there are ${all.join(', ')}`);
  process.exit(1);
}
const chosen = named.length > 0 ? named : all;

if (!existsSync(join(here, 'node_modules/croner'))) {
  execFileSync('npm', ['ci', '--prefix', here], { stdio: 'inherit' });
}
await build({
  entryPoints: [
    ...chosen.map((name) => [`${name}.bench`, `${name}.bench.ts`]),
    ...chosen.flatMap((name) => Object.entries(beside[name] ?? {})),
  ]
    .filter(([as], index, all) => all.findIndex(([other]) => other === as) === index)
    .map(([out, file]) => ({ in: join(here, file), out })),
  outdir: out,
  bundle: true,
  packages: 'external',
  format: 'esm',
  platform: 'node',
  target: 'node20',
  plugins: [timedModules],
  logLevel: 'warning',
});

let failed = false;
for (const name of chosen) {
  console.log(`\n## ${name}\n`);
  const { status } = spawnSync(process.execPath, ['--expose-gc', join(out, `${name}.bench.js`), ...flags], {
    stdio: 'inherit',
    // What a benchmark runs of the product, it finds from here.
    cwd: root,
    env: { ...process.env, TZ: 'UTC' },
  });
  failed ||= status !== 0;
}
rmSync(out, { recursive: true, force: true });
process.exitCode = failed ? 1 : 0;
