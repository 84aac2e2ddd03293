import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAdapters, createDispatcher, type TargetAdapter } from '../../../runtime/dispatch/index.ts';
import { openSqliteLedger } from '../../../runtime/ledger-sqlite/index.ts';
import { createWorker, machineTimers } from '../../../runtime/work/index.ts';
import { declareFleet } from './declare-fleet.ts';
import { awaitAnswer, orderApply } from './put-in-force.ts';
import { measure } from './report.js';

/**
 * Ours on the same minute: `almanac.js COUNT MINUTES sink|http`. SQLite in a file with full sync; every decision, dispatch and
 * end is recorded. `sink` answers in this process; `http` is a server in another one, which tells when requests came.
 */
const [count = 10_000, minutes = 1] = process.argv.slice(2, 4).map(Number);
const isHttp = process.argv[4] === 'http';
const folder = mkdtempSync(join(tmpdir(), 'almanac-bench-'));
const ledger = openSqliteLedger({ file: join(folder, 'ledger.db'), writes: 'thread' });

const measured = measure(count, minutes, () => void finish());
/** Of each minute, how many runs have an end in the ledger, and when the last one got it, in milliseconds behind it. */
const ends = Array.from({ length: minutes }, () => ({ ended: 0, last: 0 }));
let firstMinute = 0;
const sink: TargetAdapter = {
  deliver() {
    measured.fire();
    return { kind: 'ended', outcome: 'succeeded' };
  },
};
const server = isHttp ? await startServer() : undefined;
const adapters = server
  ? createAdapters({ allowPrivate: true, allowCommands: false } as Parameters<typeof createAdapters>[0])
  : { http: sink };
const worker = createWorker({
  ledger,
  id: 'bench',
  about: 'bench',
  timers: machineTimers,
  dispatcher: ({ tell }) => createDispatcher({ adapters, tell, tokenOf: () => 'token' }),
  committed(commit) {
    const now = Date.now();
    for (const { row } of commit.fires) {
      const one = ends[(row.scheduled - firstMinute) / 60];
      if (row.state !== 'over' || !one) continue;
      one.ended++;
      one.last = now - row.scheduled * 1_000;
    }
  },
});
worker.start();
const url = server?.url ?? 'https://sink.example/run';
const schedule = { cron: '* * * * *', zone: 'Europe/Berlin' };
const tenants = Array.from({ length: 16 }, (_, index) => `bench-${index}`);
for (const [index, tenant] of tenants.entries()) {
  const share = Math.floor(count / 16) + (index < count % 16 ? 1 : 0);
  if (share === 0) continue;
  const request = await orderApply(ledger, tenant, declareFleet({ tenant, count: share, schedule, url }));
  await awaitAnswer(ledger, tenant, request);
}
measured.registered();
firstMinute = Math.ceil((Date.now() + 1_000) / 60_000) * 60;

async function finish(): Promise<void> {
  while (ends.some(({ ended }) => ended < count)) await new Promise((resolve) => setTimeout(resolve, 5));
  console.error(JSON.stringify({ recorded: ends.map(({ last }) => last) }));
  await worker.stop(1_000);
  server?.stop();
  await ledger.close();
  rmSync(folder, { recursive: true, force: true });
  process.exit();
}

async function startServer(): Promise<{ readonly url: string; stop(): void }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'http-sink.js')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [port] = (await once(child.stdout!, 'data')) as [Buffer];
  // A line for each request that came: the lateness is the server's.
  child.stdout!.on('data', (lines: Buffer) => {
    for (let index = 0; index < lines.length; index++) if (lines[index] === 10) measured.fire();
  });
  return { url: `http://127.0.0.1:${port.toString().trim()}/run`, stop: () => void child.kill('SIGKILL') };
}
