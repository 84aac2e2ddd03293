import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type FirePut, type FireRow, type Ledger, shardOf } from '../../runtime/ledger/index.ts';
import {
  migrateSpannerLedger,
  openSpannerLedger,
  type SpannerLedger,
} from '../../runtime/ledger-spanner/index.ts';
import { openSqliteLedger } from '../../runtime/ledger-sqlite/index.ts';
import { commitOf, dispatched, ended, entryAfter, fireRow, start } from '../runtime/ledger/sample-rows.ts';
import { findSpannerEmulator, startSpannerEmulator } from '../support/spanner-emulator.ts';
import { describeMachine } from './describe-machine.ts';
import { median } from './median.ts';
import { printTable } from './print-table.ts';

// What the ledger costs: fires decided (written as going), then marked (over), and what finding the due ones costs as
// history grows. On Spanner it is the emulator's own speed, one process and one transaction at a time, not Spanner's.
// `busy` is time of all processors together, since the machine may be busy with other work: the clock can't be
// less than it on one processor.

const rounds = 5;
const fires = 10_000;
const scanned = 'tenant-0000';

console.log(describeMachine());
console.log();
const rows: string[][] = [];

const folder = mkdtempSync(join(tmpdir(), 'almanac-bench-'));
for (const tenants of [1, 1000]) {
  const ledger = openSqliteLedger({ file: join(folder, `${tenants}.db`) });
  rows.push(...(await throughput('SQLite, full sync', ledger, tenants, 1000)));
  await ledger.close();
}
rmSync(folder, { recursive: true });

if (findSpannerEmulator() !== undefined) {
  const emulator = await startSpannerEmulator();
  const open = async (database: string): Promise<SpannerLedger> => {
    const address = { project: 'bench', instance: 'bench', database, emulatorHost: emulator.host };
    await migrateSpannerLedger(address, { shardCount: 4 });
    return openSpannerLedger(address);
  };
  for (const tenants of [1, 1000]) {
    const ledger = await open(`rate-${tenants}`);
    rows.push(...(await throughput('Spanner emulator', ledger, tenants, 1000, emulator.pid)));
    const { roundTrips, mutations, retries } = ledger.cost();
    const each = (count: number) => (count / (fires * rounds)).toFixed(3);
    console.log(
      `${tenants} tenants on Spanner, per fire decided and marked: ${each(roundTrips)} round trips, ${each(mutations)} mutations; ${retries} retries`,
    );
    await ledger.close();
  }
  console.log();
  printTable(['fires', 'tenants', 'busy, us a fire', 'clock, us a fire', 'fires/s by the clock'], rows);

  console.log();
  const [few, many] = [await open('scan-1000'), await open('scan-50000')];
  await store(few, 1000);
  await store(many, 50_000);
  const took = await scan([few, many]);
  await few.close();
  await many.close();
  printTable(
    ['with so many fires stored', '1,000', '50,000', 'ratio'],
    ['100 of 500 waiting', 'all 500 without an end', 'a page of history', 'one fire'].map((name, at) => {
      const [less = 0, more = 0] = took[at] ?? [];
      return [name, `${less.toFixed(1)} ms`, `${more.toFixed(1)} ms`, (more / less).toFixed(2)];
    }),
  );
  await emulator.stop();
} else {
  printTable(['fires', 'tenants', 'busy, us a fire', 'clock, us a fire', 'fires/s by the clock'], rows);
  console.log('\nNo Spanner emulator here: `gcloud components install cloud-spanner-emulator` brings it');
}

async function throughput(
  name: string,
  ledger: Ledger,
  tenants: number,
  many: number,
  pid?: number,
): Promise<string[][]> {
  const decided: [number, number][] = [];
  const marked: [number, number][] = [];
  for (let round = 0; round < rounds; round++) {
    const going = pass(tenants, start + round * 300);
    decided.push(
      await timed(pid, () =>
        writeAll(
          ledger,
          going.map((row) => ({ row })),
          many,
        ),
      ),
    );
    const over = going.map((row): FirePut => ({ row: ended(row), was: 'going' }));
    marked.push(await timed(pid, () => writeAll(ledger, over, many)));
  }
  const both = decided.map(([busy, clock], at): [number, number] => [
    busy + (marked[at]?.[0] ?? 0),
    clock + (marked[at]?.[1] ?? 0),
  ]);
  return [
    line(`${name}: decided`, tenants, decided),
    line(`${name}: marked`, tenants, marked),
    line(`${name}: decided and marked`, tenants, both),
  ];
}

function line(name: string, tenants: number, took: readonly (readonly [number, number])[]): string[] {
  const busy = (median(took.map(([ms]) => ms)) / fires) * 1000;
  const clock = (median(took.map(([, ms]) => ms)) / fires) * 1000;
  return [
    name,
    String(tenants),
    busy.toFixed(1),
    clock.toFixed(1),
    Math.round(1e6 / clock).toLocaleString('en'),
  ];
}

function pass(tenants: number, scheduled: number): FireRow[] {
  return Array.from({ length: fires }, (_, n) => {
    const tenant = `tenant-${String(n % tenants).padStart(4, '0')}`;
    return dispatched(fireRow({ tenant, job: `job-${String(n).padStart(5, '0')}`, scheduled }));
  }).sort((a, b) => (`${a.tenant}/${a.job}` < `${b.tenant}/${b.job}` ? -1 : 1));
}

/** Each shard's rows in entries of so many, one after the other as one shard's owner would. */
async function writeAll(ledger: Ledger, puts: readonly FirePut[], many: number): Promise<void> {
  const { shardCount } = await ledger.meta();
  for (let shard = 0; shard < shardCount; shard++) {
    const own = puts.filter(({ row }) => shardOf(row.tenant, shardCount) === shard);
    let [head] = await ledger.heads([shard]);
    for (let from = 0; from < own.length; from += many) {
      const entry = entryAfter(head, { shard });
      await ledger.commit(commitOf(entry, { fires: own.slice(from, from + many) }));
      head = entry;
    }
  }
}

/** So many fires that are over, and 500 that wait. */
async function store(ledger: Ledger, stored: number): Promise<void> {
  const over = Array.from({ length: stored }, (_, n) =>
    fireRow({ tenant: scanned, job: `job-${n % 100}`, scheduled: start + Math.floor(n / 100) * 60 }),
  );
  const waiting = Array.from({ length: 500 }, (_, n) =>
    fireRow({ tenant: scanned, job: `waits-${n}`, scheduled: start, state: 'open' }),
  );
  await writeAll(
    ledger,
    [...over, ...waiting].map((row) => ({ row })),
    1000,
  );
}

/** Medians in milliseconds, by read and by ledger; in turns, since the machine may be busy by times. */
async function scan(ledgers: readonly Ledger[]): Promise<readonly (readonly number[])[]> {
  const shard = shardOf(scanned, (await ledgers[0]!.meta()).shardCount);
  const reads = [
    (ledger: Ledger) => ledger.waiting({ shard }, 100),
    (ledger: Ledger) => ledger.going(shard),
    (ledger: Ledger) => ledger.fires({ tenant: scanned, limit: 100, until: start + 60 * 10 }),
    (ledger: Ledger) => ledger.fire(scanned, 'job-1', start),
  ];
  const took = reads.map(() => ledgers.map((): number[] => []));
  for (let time = 0; time < 40; time++)
    for (const [at, read] of reads.entries())
      for (const [which, ledger] of ledgers.entries()) {
        const began = performance.now();
        await read(ledger);
        took[at]?.[which]?.push(performance.now() - began);
      }
  return took.map((of) => of.map(median));
}

/** Milliseconds of processors (ours, and the other process's) and of the clock. */
async function timed(pid: number | undefined, work: () => Promise<void>): Promise<[number, number]> {
  const before = process.cpuUsage();
  const other = processorOf(pid);
  const began = performance.now();
  await work();
  const { user, system } = process.cpuUsage(before);
  return [(user + system) / 1000 + processorOf(pid) - other, performance.now() - began];
}

function processorOf(pid: number | undefined): number {
  if (pid === undefined) return 0;
  const [, user = 0, system = 0] =
    /\) (?:\S+ ){11}(\d+) (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.map(Number) ?? [];
  return (user + system) * 10;
}
