import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describeMachine } from './describe-machine.ts';
import { median } from './median.ts';
import { printTable } from './print-table.ts';

// How long a command takes to start, as multiples of a process of Node that does nothing.
// Run in turn, so that a busy machine is busy for all.

const rounds = 21;
const root = process.cwd();
const almanac = join(root, 'dist/almanac.js');
if (!existsSync(almanac)) {
  console.error('there is no dist/almanac.js: run `npm run build` first');
  process.exit(1);
}
// An example that shows a change holds two sides, which are no declarations together.
const examples = readdirSync(join(root, 'examples'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => (existsSync(join(root, 'examples', name, 'after')) ? `${name}/after` : name))
  .sort();

const calls: readonly { name: string; args: readonly string[]; goal?: number }[] = [
  { name: 'an empty process', args: ['-e', '0'] },
  { name: 'almanac --help', args: [almanac, '--help'], goal: 3 },
  ...examples.map((example) => ({
    name: `almanac check examples/${example}`,
    args: [almanac, 'check', `examples/${example}`],
    goal: 5,
  })),
];

const times = calls.map(() => [] as number[]);
const codes = new Set<string>();
for (let round = 0; round <= rounds; round++) {
  for (const [index, { name, args }] of calls.entries()) {
    const began = performance.now();
    const { status, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
    // The first round only warms the file system's cache.
    if (round > 0) {
      times[index]!.push(performance.now() - began);
    }
    if (status !== 0) {
      codes.add(`${name} exits with ${status}: ${stderr.split('\n')[0]}`);
    }
  }
}

console.log(describeMachine());
const empty = median(times[0]!);
printTable(
  ['', 'median ms', 'least ms', 'x empty', 'at most'],
  calls.map(({ name, goal }, index) => [
    name,
    median(times[index]!).toFixed(0),
    Math.min(...times[index]!).toFixed(0),
    (median(times[index]!) / empty).toFixed(2),
    goal ? String(goal) : '',
  ]),
);
for (const code of codes) {
  console.log(code);
}
