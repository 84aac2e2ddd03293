import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describeMachine } from './describe-machine.ts';
import { median } from './median.ts';
import { startPostgres, startRedis } from './minute/services.ts';
import { printTable } from './print-table.ts';

/**
 * Ten thousand jobs due on one minute: how late they are. `-- minute --jobs=10000 --rounds=3`. Each peer in a process of
 * its own, one after the other, ours first and again among the others, newest majors.
 */
const flags = new Map(
  process.argv.slice(2).map((arg) => arg.replace(/^--/, '').split('=') as [string, string]),
);
const jobs = flags.get('jobs') ?? '10000';
const rounds = Number(flags.get('rounds') ?? 3);
const peersFolder = fileURLToPath(new URL('../../minute/', import.meta.url));
const ownFolder = fileURLToPath(new URL('./minute/', import.meta.url));

interface Run {
  readonly fired: number;
  readonly first: number | null;
  readonly p50: number | null;
  readonly p99: number | null;
  readonly last: number | null;
  readonly cpu: number;
  readonly rss: number;
  readonly recorded?: number;
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
    command: [node, `${ownFolder}almanac.js`, jobs, 'sink'],
  },
  { name: 'node-cron 4', records: 'nothing', command: [node, `${peersFolder}node-cron.js`, jobs] },
  { name: 'croner 11', records: 'nothing', command: [node, `${peersFolder}croner.js`, jobs] },
  {
    name: 'almanac, HTTP sink',
    records: 'decision, dispatch, end',
    command: [node, `${ownFolder}almanac.js`, jobs, 'http'],
  },
  ...(redis
    ? [
        {
          name: 'BullMQ 6',
          records: 'enqueue, completion',
          command: [node, `${peersFolder}bullmq.js`, jobs],
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

const of = (name: string, field: keyof Run) =>
  median((results.get(name) ?? []).map((run) => run[field] ?? Number.POSITIVE_INFINITY));
const base = of('almanac, in-process sink', 'p99');
console.log(
  `\n${describeMachine()}; ${jobs} jobs on one minute, medians of ${rounds} rounds, milliseconds\n`,
);
printTable(
  ['', 'first', 'p50', 'p99', 'last', 'p99 / ours', 'recorded', 'cpu', 'MB', 'records'],
  contenders.map(({ name, records }) => [
    name,
    ...(['first', 'p50', 'p99', 'last'] as const).map((field) => String(of(name, field))),
    (of(name, 'p99') / base).toFixed(1),
    String(of(name, 'recorded')).replace('Infinity', '-'),
    String(of(name, 'cpu')),
    String(of(name, 'rss')),
    records,
  ]),
);

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
      const recorded = /\{"recorded":.*\}/.exec(errors)?.[0];
      resolve({ ...(JSON.parse(line) as Run), ...(recorded && (JSON.parse(recorded) as object)) });
    });
  });
}
