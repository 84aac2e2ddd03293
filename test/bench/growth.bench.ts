import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describeMachine } from './describe-machine.ts';
import { printTable } from './print-table.ts';

/**
 * What a registered job costs that is not due: `-- growth --most=1000000`. A thousand due among a thousand and among a
 * million; idle with a hundred thousand. Each in a process of its own.
 */
const flags = new Map(
  process.argv.slice(2).map((arg) => arg.replace(/^--/, '').split('=') as [string, string]),
);
const most = Number(flags.get('most') ?? 1_000_000);
const program = fileURLToPath(new URL('./growth-run.js', import.meta.url));

interface Run {
  readonly registered: number;
  /** Of the process, in bytes. */
  readonly rss: number;
  /** Milliseconds. */
  readonly opening: number;
  readonly time: number;
  readonly cpu: number;
  /** Of one core. */
  readonly idle: number;
}

const none = run(1, 1, 1);
const few = run(1_000, 1_000);
const many = run(most, 1_000);
const idle = run(100_000, 1, 60);
const whole = (value: number) => Math.round(value).toLocaleString('en');
const bytes = ({ rss, registered }: Run) => whole((rss - none.rss) / registered);
console.log(`\n${describeMachine()}; 1,000 due at once, medians of 5\n`);
printTable(
  [
    'registered',
    'ms to read them',
    'ms to the last end',
    'CPU ms',
    'against 1,000',
    'RSS bytes a job',
    'idle CPU',
  ],
  [
    [whole(few.registered), whole(few.opening), whole(few.time), whole(few.cpu), '1.00', '', ''],
    [
      whole(many.registered),
      whole(many.opening),
      whole(many.time),
      whole(many.cpu),
      (many.cpu / few.cpu).toFixed(2),
      bytes(many),
      '',
    ],
    [
      whole(idle.registered),
      whole(idle.opening),
      '',
      '',
      '',
      bytes(idle),
      `${(idle.idle * 100).toFixed(2)} %`,
    ],
  ],
);

function run(registered: number, due: number, idleSeconds = 0): Run {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-bench-'));
  try {
    play('register', folder, registered, due);
    return {
      registered,
      ...(JSON.parse(play('measure', folder, due, idleSeconds)) as Omit<Run, 'registered'>),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function play(...args: readonly (string | number)[]): string {
  const flags = ['--expose-gc', '--max-old-space-size=8192', program, ...args.map(String)];
  return execFileSync(process.execPath, flags, { encoding: 'utf8' }).trim().split('\n').at(-1) ?? '';
}
