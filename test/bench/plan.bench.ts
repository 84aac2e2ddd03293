import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describeMachine } from './describe-machine.ts';
import { type Fleet, makeFleet } from './fleet.ts';
import { median } from './median.ts';
import type { PlanFigures } from './plan-run.ts';
import { printTable } from './print-table.ts';

// A plan over a fleet of which 100 jobs changed, by stage: with nothing remembered, with the base in the cache (the
// usual pull request), and with everything in it. Beside it what parsing the distinct texts with `yaml` takes alone.
// Runs take turns, so that a busy machine is busy for all.

const changed = 100;
const sizes = process.argv.includes('--huge') ? [100_000] : [1_000, 10_000];
const rounds = process.argv.includes('--huge') ? 1 : 3;
/** The longest range that a plan takes by itself. */
const days = 400;
const runner = fileURLToPath(new URL('plan-run.js', import.meta.url));
const almanac = join(process.cwd(), 'dist/almanac.js');

function git(folder: string, ...args: string[]): void {
  const identity = [
    '-c',
    'user.name=bench',
    '-c',
    'user.email=bench@example.org',
    '-c',
    'commit.gpgsign=false',
  ];
  execFileSync('git', [...identity, ...args], { cwd: folder, stdio: 'ignore' });
}

function write(folder: string, fleet: Fleet): void {
  for (const [path, text] of fleet) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

/** A repository with the fleet committed and the change in its work tree; the distinct texts once more as files. */
function makeRepository(size: number): { folder: string; bytes: number } {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-bench-'));
  const before = makeFleet(size);
  const after = makeFleet(size, changed);
  write(folder, before);
  git(folder, 'init', '-q');
  git(folder, 'add', '.');
  git(folder, 'commit', '-q', '-m', 'before');
  write(folder, after);
  const distinct = [...after.keys()].map((path) => join(folder, path));
  for (const [path, text] of before) {
    if (after.get(path) !== text) {
      const copy = join(folder, '.git/before', path.replaceAll('/', '-'));
      mkdirSync(dirname(copy), { recursive: true });
      writeFileSync(copy, text);
      distinct.push(copy);
    }
  }
  writeFileSync(join(folder, '.git/distinct.json'), JSON.stringify(distinct));
  return { folder, bytes: [...after.values()].reduce((sum, text) => sum + text.length, 0) };
}

function run(...args: string[]): PlanFigures {
  return JSON.parse(
    execFileSync(process.execPath, [runner, ...args], { encoding: 'utf8', maxBuffer: 1 << 26 }),
  );
}

function wallTime(args: string[], folder: string, cache: string): number {
  const began = performance.now();
  const { status, stderr } = spawnSync(process.execPath, args, {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    env: { ...process.env, ALMANAC_CACHE_DIR: cache },
  });
  if (status !== 0) {
    throw new Error(`almanac plan ends with ${status}: ${stderr.slice(0, 500)}`);
  }
  return performance.now() - began;
}

function measure(size: number): void {
  const { folder, bytes } = makeRepository(size);
  try {
    const results: Record<'yaml' | 'cold' | 'base' | 'warm' | 'doubled', PlanFigures[]> = {
      yaml: [],
      cold: [],
      base: [],
      warm: [],
      doubled: [],
    };
    const whole: Record<'cold' | 'warm', number[]> = { cold: [], warm: [] };
    for (let round = 0; round < rounds; round++) {
      const cache = join(folder, '.git', `cache-${round}`);
      results.yaml.push(run('yaml', folder, '-', String(days)));
      results.cold.push(run('cold', folder, cache, String(days)));
      results.warm.push(run('warm', folder, cache, String(days)));
      results.doubled.push(run('warm', folder, cache, String(2 * days)));
      // The base alone in the cache: as after a run on the main branch.
      const baseCache = join(folder, '.git', `base-cache-${round}`);
      git(folder, 'stash', '-q');
      run('cold', folder, baseCache, String(days));
      git(folder, 'stash', 'pop', '-q');
      results.base.push(run('base', folder, baseCache, String(days)));
      if (existsSync(almanac)) {
        const own = join(folder, '.git', `own-cache-${round}`);
        const args = [almanac, 'plan', '--from', '2026-12-01T00:00:00Z', '--now', '2026-12-01T00:00:00Z'];
        whole.cold.push(wallTime(args, folder, own));
        whole.warm.push(wallTime(args, folder, own));
      }
    }

    const ms = (figures: PlanFigures[], stage: string) =>
      median(figures.map(({ stages }) => stages[stage] ?? 0)).toFixed(0);
    const total = (figures: PlanFigures[]) => median(figures.map(({ totalMs }) => totalMs));
    const peak = (figures: PlanFigures[]) => median(figures.map(({ peakMb }) => peakMb));
    const { counts } = results.cold[0]!;
    console.log(
      `\n${counts['documents']!.toLocaleString('en')} documents, ${(bytes / 1e6).toFixed(1)} MB, ${counts['changed']} jobs changed, ${counts['enumerated']} enumerated, ${counts['schedules']} distinct schedules, ${counts['errors']} errors; ${results.yaml[0]!.counts['blobs']} distinct files\n`,
    );
    const columns = [results.yaml, results.cold, results.base, results.warm];
    const stages = Object.keys(results.cold[0]!.stages);
    printTable(
      ['ms', '`yaml` alone', 'cold', 'base in cache', 'all in cache'],
      [
        ...stages.map((stage) => [stage, ...columns.map((figures) => ms(figures, stage))]),
        ['total', ...columns.map((figures) => total(figures).toFixed(0))],
        [
          'times `yaml` alone',
          ...columns.map((figures) => (total(figures) / total(results.yaml)).toFixed(2)),
        ],
        [
          'documents parsed',
          ...columns.map(([figures]) => String(figures!.counts['parsed'] ?? figures!.counts['documents'])),
        ],
        ['peak memory, MB', ...columns.map((figures) => peak(figures).toFixed(0))],
        ['the same, range doubled', '', '', '', peak(results.doubled).toFixed(0)],
      ],
    );
    if (whole.cold.length > 0) {
      console.log(
        `\nwhole process, \`almanac plan\`: cold ${median(whole.cold).toFixed(0)} ms, all in cache ${median(whole.warm).toFixed(0)} ms`,
      );
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

console.log(describeMachine());
for (const size of sizes) {
  measure(size);
}
console.log(`\n${describeMachine()}`);
