import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { zoneTable } from '../../compiler/time/index.ts';
import { describeMachine } from './describe-machine.ts';
import { median } from './median.ts';
import { printTable } from './print-table.ts';

// What zone tables cost. Read once a process, so each figure is of a process that has read none.

const rounds = 5;
const decade = { from: Date.UTC(2026, 0, 1) / 1000, until: Date.UTC(2036, 0, 1) / 1000 };
const zones = [
  'Europe/Berlin',
  'America/New_York',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
  'Africa/Casablanca',
];

const [mode] = process.argv.slice(2).filter((arg) => !arg.startsWith('--'));
if (mode === 'one') {
  const [first, ...rest] = zones.map((zone) => timed(() => zoneTable(zone)));
  const all = Intl.supportedValuesOf('timeZone').map((zone) => timed(() => zoneTable(zone)));
  console.log(JSON.stringify({ first, next: median(rest), all: median(all) }));
} else if (mode === 'all') {
  const listed = Intl.supportedValuesOf('timeZone');
  console.log(
    JSON.stringify({ zones: listed.length, all: timed(() => listed.map((zone) => zoneTable(zone, decade))) }),
  );
} else {
  console.log(describeMachine());
  const runs = Array.from(
    { length: rounds },
    () => [child('one'), child('all'), processTime('empty')] as const,
  );
  printTable(
    ['zone tables, cold process', 'ms'],
    [
      ['one zone from 1970, the first (loads ICU)', show(runs.map(([one]) => one['first']!))],
      [`one zone from 1970, median of ${zones.length - 1} more`, show(runs.map(([one]) => one['next']!))],
      ['one zone from 1970, median of all zones', show(runs.map(([one]) => one['all']!))],
      [`all ${runs[0]![1]['zones']} zones, ten years`, show(runs.map(([, all]) => all['all']!))],
      ['the same, whole process', show(runs.map(() => processTime('all')))],
      ['an empty process', show(runs.map(([, , empty]) => empty))],
    ],
  );
}

function timed(work: () => void): number {
  const began = performance.now();
  work();
  return performance.now() - began;
}

function child(name: string): Record<string, number> {
  return JSON.parse(
    execFileSync(process.execPath, [fileURLToPath(import.meta.url), name], { encoding: 'utf8' }),
  );
}

function processTime(name: string): number {
  const args = name === 'empty' ? ['-e', '0'] : [fileURLToPath(import.meta.url), name];
  return timed(() => execFileSync(process.execPath, args, { encoding: 'utf8' }));
}

function show(values: readonly number[]): string {
  return median(values).toFixed(1);
}
