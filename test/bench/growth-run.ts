import { join } from 'node:path';
import { createDispatcher } from '../../runtime/dispatch/index.ts';
import { openSqliteLedger } from '../../runtime/ledger-sqlite/index.ts';
import { createWorker, machineTimers, type Timers } from '../../runtime/work/index.ts';
import type { JobMeaning, Manifest } from '../../schema/manifest.ts';
import { median } from './median.ts';
import { declareFleet } from './minute/declare-fleet.ts';
import { awaitAnswer, orderApply } from './minute/put-in-force.ts';

/**
 * Two processes of the growth benchmark. `growth-run.js register FOLDER REGISTERED DUE`: a thousand jobs fall due every
 * ten minutes, all others in the night of some day of the year. `growth-run.js measure FOLDER DUE IDLE_SECONDS`: what
 * they cost a process that finds them there; the clock is set to just before the thousand, several times.
 */
const [task, folder = ''] = process.argv.slice(2);
const numbers = process.argv.slice(4).map(Number);
const rounds = 5;
const tenantSize = 5_000;
let off = 0;
const ledger = openSqliteLedger({
  file: join(folder, 'ledger.db'),
  writes: 'thread',
  clock: () => ({ now: Date.now() + off, error: 0 }),
});
const timers: Timers = { ...machineTimers, wall: () => Date.now() + off };
let ended = 0;
let last = 0;
let cpuAtLast = process.cpuUsage();
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
              return { kind: 'ended', outcome: 'succeeded' };
            },
          },
        },
      }),
    committed(commit) {
      if (commit.fires.length === 0) return;
      for (const { row } of commit.fires) if (row.state === 'over') ended++;
      last = performance.now();
      cpuAtLast = process.cpuUsage();
    },
  });
  worker.start();
  return worker;
};

if (task === 'register') await registerAll();
else await measure();
process.exit();

async function registerAll(): Promise<void> {
  const [registered = 1_000, due = 1_000] = numbers;
  const worker = start('first');
  await register('due', due, 0);
  for (let index = 0, left = registered - due; left > 0; index++, left -= tenantSize) {
    await register(`rest-${index}`, Math.min(left, tenantSize), index);
  }
  await worker.stop();
  await ledger.close();
}

async function measure(): Promise<void> {
  const [due = 1_000, idleSeconds = 0] = numbers;
  let worker = start('second');
  // What a start takes, and as much again, is left before the thousand are due.
  const opening = await ready();
  const lead = 3_000 + 2 * opening;
  // What has an end outside of the heap is let go between two collections.
  gc?.();
  await pause(1_000);
  gc?.();
  await pause(1_000);
  const rss = process.memoryUsage.rss();
  const times: number[] = [];
  const cpus: number[] = [];
  if (idleSeconds === 0) {
    for (let round = 0; round < rounds; round++) {
      ended = 0;
      await worker.stop();
      // Ten minutes pass, to a moment before the thousand are due.
      const next = Math.ceil((Date.now() + off + 1) / 600_000) * 600_000;
      off += next - (Date.now() + off) - lead;
      worker = start(`round-${round}`);
      await ready();
      await pause(next - (Date.now() + off) - 5);
      const cpu = process.cpuUsage();
      while (ended < due) await pause(2);
      times.push(last - (performance.now() - (Date.now() + off - next)));
      cpus.push((cpuAtLast.user + cpuAtLast.system - cpu.user - cpu.system) / 1_000);
    }
  }
  let idle = 0;
  if (idleSeconds > 0) {
    // What a start leaves to be collected is not of an idle process.
    await pause(30_000);
    const cpu = process.cpuUsage();
    await pause(idleSeconds * 1_000);
    const used = process.cpuUsage(cpu);
    idle = (used.user + used.system) / (idleSeconds * 1e6);
  }
  console.log(JSON.stringify({ rss, opening, time: median(times), cpu: median(cpus), idle }));
  await worker.stop();
  await ledger.close();

  /** Waits until all shards are read. Returns for how long, in milliseconds. */
  async function ready(): Promise<number> {
    const began = performance.now();
    while (!worker.health().ready) await pause(20);
    return performance.now() - began;
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Puts a tenant in force whose jobs have addresses of their own, as real ones do. */
async function register(tenant: string, count: number, index: number): Promise<void> {
  const isDue = tenant === 'due';
  const schedule = {
    cron: isDue ? '*/10 * * * *' : `${index % 60} 3 ${1 + (index % 27)} 2 *`,
    zone: 'Europe/Berlin',
  };
  const one = declareFleet({ tenant, count: 1, schedule });
  const meaning = one.tenants[tenant]!;
  const [job] = Object.values(meaning.jobs) as [JobMeaning];
  const jobs: Record<string, JobMeaning> = {};
  for (let number = 0; number < count; number++) {
    jobs[`job-${number}`] = {
      ...job,
      target: { http: { ...job.target['http'], url: `https://sink.example/${tenant}/${number}` } },
    };
  }
  const manifest: Manifest = { ...one, sources: {}, tenants: { [tenant]: { ...meaning, jobs } } };
  await awaitAnswer(ledger, tenant, await orderApply(ledger, tenant, manifest));
}
