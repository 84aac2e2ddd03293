import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDispatcher } from '../../runtime/dispatch/index.ts';
import { openSqliteLedger } from '../../runtime/ledger-sqlite/index.ts';
import { createWorker, machineTimers, type Timers } from '../../runtime/work/index.ts';
import { describeMachine } from './describe-machine.ts';
import { declareFleet, standardPolicy } from './minute/declare-fleet.ts';
import { awaitAnswer, orderApply } from './minute/put-in-force.ts';
import { printTable } from './print-table.ts';

/**
 * The morning after a day without a platform: `-- catch-up --jobs=10000 --hours=24 --only=latest`. Jobs at every five minutes; SQLite
 * in a file with full sync, an in-process sink. Under `latest` the survivors, under `all` every fire, is decided,
 * dispatched and marked.
 */
const flags = new Map(
  process.argv.slice(2).map((arg) => arg.replace(/^--/, '').split('=') as [string, string]),
);
const jobs = Number(flags.get('jobs') ?? 10_000);
const hours = Number(flags.get('hours') ?? 24);

/** `--only=latest` leaves the long one out. */
const only = flags.get('only');
const rows: string[][] = [];
for (const catchUp of ['latest', 'all'] as const) {
  if (only === undefined || only === catchUp) rows.push(await play(catchUp, hours));
}
console.log(`\n${describeMachine()}; ${jobs} jobs at */5, ${hours} hours down\n`);
printTable(
  ['catch-up', 'missed fires', 'runs', 'first ms', 'last ms', 'recorded ms', 'fires/s', 'most MB'],
  rows,
);

async function play(catchUp: 'latest' | 'all', down: number): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-bench-'));
  let off = 0;
  const ledger = openSqliteLedger({
    file: join(folder, 'ledger.db'),
    writes: 'thread',
    clock: () => ({ now: Date.now() + off, error: 0 }),
  });
  const timers: Timers = { ...machineTimers, wall: () => Date.now() + off };
  let arrived = 0;
  let ended = 0;
  let first = 0;
  let last = 0;
  let recorded = 0;
  let most = 0;
  const start = (id: string) => {
    const worker = createWorker({
      ledger,
      id,
      about: 'bench',
      timers,
      isGone: () => true,
      dispatcher: ({ tell }) =>
        createDispatcher({
          tell,
          tokenOf: () => 'token',
          adapters: {
            http: {
              deliver() {
                last = performance.now();
                if (arrived++ === 0) first = last;
                return { kind: 'ended', outcome: 'succeeded' };
              },
            },
          },
        }),
      committed(commit) {
        for (const { row } of commit.fires) if (row.body.run && row.state === 'over') ended++;
        recorded = performance.now();
        most = Math.max(most, process.memoryUsage.rss());
      },
    });
    worker.start();
    return worker;
  };
  const policy = {
    ...standardPolicy,
    horizon: 'unlimited',
    catchUp,
    overlap: catchUp === 'all' ? 'allow' : 'skip',
  };
  let worker = start('before');
  for (let index = 0; index < 4; index++) {
    const tenant = `bench-${index}`;
    const manifest = declareFleet({
      tenant,
      count: jobs / 4,
      schedule: { cron: '*/5 * * * *', zone: 'Europe/Berlin' },
      policy,
    });
    await awaitAnswer(ledger, tenant, await orderApply(ledger, tenant, manifest));
  }
  await worker.stop();
  arrived = 0;
  ended = 0;
  most = 0;
  off = down * 3_600_000;
  const began = performance.now();
  worker = start('after');
  const missed = jobs * down * 12;
  // One survivor a job; under `all` a few fires fall due while it lasts, so that it never ends by itself.
  const wanted = catchUp === 'latest' ? jobs : missed;
  while (ended < wanted) await new Promise((resolve) => setTimeout(resolve, 5));
  const took = recorded - began;
  await worker.stop();
  await ledger.close();
  rmSync(folder, { recursive: true, force: true });
  const whole = (value: number) => Math.round(value).toLocaleString('en');
  return [
    catchUp,
    whole(missed),
    whole(arrived),
    whole(first - began),
    whole(last - began),
    whole(took),
    whole((missed / took) * 1_000),
    whole(most / 1e6),
  ];
}
