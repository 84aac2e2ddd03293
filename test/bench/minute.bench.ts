import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describeMachine } from './describe-machine.ts';
import { median } from './median.ts';
import { startPostgres, startRedis } from './minute/services.ts';
import { printTable } from './print-table.ts';

/**
 * Ten thousand jobs due on one minute: how late they are. `-- minute --jobs=10000 --rounds=1 --minutes=3`. Each contender
 * in a process of its own, one after the other, newest majors. The first minute of a process and the later ones are told
 * apart: in the first its code is cold.
 */
const flags = new Map(
  process.argv.slice(2).map((arg) => arg.replace(/^--/, '').split('=') as [string, string]),
);
const jobs = flags.get('jobs') ?? '10000';
const rounds = Number(flags.get('rounds') ?? 1);
const minutes = flags.get('minutes') ?? '3';
const peersFolder = fileURLToPath(new URL('../../minute/', import.meta.url));
const ownFolder = fileURLToPath(new URL('./minute/', import.meta.url));

/** Milliseconds behind the minute; null where it did not fire all of them. */
interface Minute {
  readonly first: number | null;
  readonly p50: number | null;
  readonly p99: number | null;
  readonly last: number | null;
  readonly cpu: number;
  readonly recorded?: number;
}

interface Run {
  readonly rss: number;
  readonly minutes: readonly Minute[];
}

interface Contender {
  readonly name: string;
  readonly records: string;
  readonly command: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

const node = process.execPath;
const redis = await startRedis();
const postgres = await startPostgres();
const contenders: Contender[] = [
  {
    name: 'almanac, in-process sink',
    records: 'decision, dispatch, end',
    command: [node, `${ownFolder}almanac.js`, jobs, minutes, 'sink'],
  },
  { name: 'node-cron 4', records: 'nothing', command: [node, `${peersFolder}node-cron.js`, jobs, minutes] },
  { name: 'croner 11', records: 'nothing', command: [node, `${peersFolder}croner.js`, jobs, minutes] },
  {
    name: 'almanac, HTTP sink',
    records: 'decision, dispatch, end',
    command: [node, `${ownFolder}almanac.js`, jobs, minutes, 'http'],
  },
  ...(redis
    ? [
        {
          name: 'BullMQ 6',
          records: 'enqueue, completion',
          command: [node, `${peersFolder}bullmq.js`, jobs, minutes],
          env: redis.env,
        },
      ]
    : []),
  ...(postgres
    ? [
        {
          name: 'graphile-worker 0.18',
          records: 'enqueue, completion',
          command: [
            'npm',
            'exec',
            '--yes',
            '--package=node@22.23.3',
            '--',
            'node',
            `${peersFolder}graphile-worker.js`,
            jobs,
            minutes,
          ],
          env: postgres.env,
        },
      ]
    : []),
];

const results = new Map<string, Run[]>();
try {
  for (let round = 0; round < rounds; round++) {
    for (const contender of contenders) {
      const run = await play(contender);
      results.set(contender.name, [...(results.get(contender.name) ?? []), run]);
      console.log(`round ${round + 1}, ${contender.name}: ${JSON.stringify(run)}`);
    }
  }
} finally {
  redis?.stop();
  postgres?.stop();
}

tell('the first minute of a process', (run) => run.minutes.slice(0, 1));
if (Number(minutes) > 1) tell('later minutes', (run) => run.minutes.slice(1));

function tell(which: string, of: (run: Run) => readonly Minute[]): void {
  const middle = (name: string, field: keyof Minute) =>
    median((results.get(name) ?? []).flatMap(of).map((minute) => minute[field] ?? Number.POSITIVE_INFINITY));
  const base = middle('almanac, in-process sink', 'p99');
  console.log(
    `\n${describeMachine()}; ${jobs} jobs on one minute, ${which}, medians of ${rounds} rounds, milliseconds\n`,
  );
  printTable(
    ['', 'first', 'p50', 'p99', 'last', 'p99 / ours', 'recorded', 'cpu', 'records'],
    contenders.map(({ name, records }) => [
      name,
      ...(['first', 'p50', 'p99', 'last'] as const).map((field) => String(Math.round(middle(name, field)))),
      (middle(name, 'p99') / base).toFixed(1),
      String(middle(name, 'recorded')).replace('Infinity', '-'),
      String(Math.round(middle(name, 'cpu'))),
      records,
    ]),
  );
}

function play({ command, env }: Contender): Promise<Run> {
  const [file, ...args] = command;
  return new Promise((resolve, reject) => {
    const child = spawn(file!, args, { env: { ...process.env, ...env }, cwd: peersFolder });
    let out = '';
    let errors = '';
    child.stdout.on('data', (text) => {
      out += text;
    });
    child.stderr.on('data', (text) => {
      errors += text;
    });
    child.once('error', reject);
    child.once('close', () => {
      const line = out.trim().split('\n').at(-1) ?? '';
      if (!line.startsWith('{')) return reject(new Error(`${command.join(' ')}: ${errors.slice(-2_000)}`));
      const run = JSON.parse(line) as Run;
      // Ours tells of the ledger on the other stream.
      const told = /\{"recorded":.*\}/.exec(errors)?.[0];
      const { recorded } = (told ? JSON.parse(told) : { recorded: [] }) as {
        readonly recorded: readonly number[];
      };
      resolve({
        ...run,
        minutes: run.minutes.map((minute, index) => {
          const at = recorded[index];
          return at === undefined ? minute : { ...minute, recorded: at };
        }),
      });
    });
  });
}
