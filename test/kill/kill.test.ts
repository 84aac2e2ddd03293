import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Ledger } from '../../runtime/ledger/index.ts';
import { ledgerFrom } from '../../runtime/open-ledger/index.ts';
import { makeFolder } from '../compiler/source/make-folder.ts';
import { type Bundle, buildBundle, type Running, runAlmanacProcess } from '../runtime/cli/almanac-process.ts';
import { judge } from '../simulation/judge.ts';
import { randomOf } from '../simulation/random.ts';
import {
  type SpannerEmulator,
  startSpannerEmulator,
  withoutSpannerEmulator,
} from '../support/spanner-emulator.ts';
import { type Receiver, startReceiver } from './receiver.ts';

/**
 * Three real workers on one ledger, killed at random while fires fall due. Every instant has one fate, and every run
 * arrived, under one name. `KILL_SECONDS` says for how long; by default half a minute on each ledger.
 */
const seconds = Number(process.env['KILL_SECONDS'] ?? 30);
const workers = 3;
/** From the last kill to the last fate: two leases, the longest retry, and a slow machine. */
const settleMs = 90_000;

let bundle: Bundle;
let receiver: Receiver;
const running = new Set<Running>();

beforeAll(() => {
  bundle = buildBundle();
}, 60_000);
afterEach(() => {
  for (const { child } of running) child.kill('SIGKILL');
  running.clear();
  receiver?.close();
});
afterAll(() => bundle.remove());

describe('Workers that are killed', { timeout: seconds * 1000 + settleMs + 120_000 }, () => {
  test('lose no fire and decide none twice, on SQLite', async () => {
    const { path } = makeFolder({});
    await killAndJudge(path, `sqlite:${join(path, 'ledger.db')}`, {});
  });

  describe.skipIf(withoutSpannerEmulator())('on Spanner', () => {
    let emulator: SpannerEmulator;
    beforeAll(async () => {
      emulator = await startSpannerEmulator();
    }, 60_000);
    afterAll(() => emulator.stop());

    test('lose no fire and decide none twice', async () => {
      const { path } = makeFolder({});
      const env = { SPANNER_EMULATOR_HOST: emulator.host };
      process.env['SPANNER_EMULATOR_HOST'] = emulator.host;
      await killAndJudge(path, 'spanner:projects/kill/instances/kill/databases/kill', env);
    });
  });
});

async function killAndJudge(cwd: string, ledger: string, env: NodeJS.ProcessEnv): Promise<void> {
  receiver = await startReceiver();
  await call(cwd, env, 'ledger', 'migrate', '--ledger', ledger);
  const start = () => {
    const one = runAlmanacProcess(
      bundle,
      cwd,
      ['work', '--ledger', ledger, '--allow-private', '127.0.0.1', '--lease', '2s'],
      { ...env, PORT: '0' },
    );
    running.add(one);
    return one;
  };
  const places = Array.from({ length: workers }, start);
  await Promise.all(places.map((one) => one.line(/"message":"almanac work started"/, 60_000)));
  const { path } = makeFolder({ 'jobs.yaml': declarations(receiver.url) });
  await call(path, env, 'plan', '--base', ledger, '--out', 'plan.json');
  await call(path, env, 'apply', 'plan.json', '--ledger', ledger);

  // Whom and when: after some arrivals, so that there is always something under way. What they do then is the machine's.
  const random = randomOf(process.pid);
  const over = AbortSignal.timeout(seconds * 1000);
  let kills = 0;
  while (await arrive(random.whole(3, 40), over)) {
    const place = random.whole(0, workers - 1);
    const victim = places[place]!;
    await victim.end('SIGKILL');
    running.delete(victim);
    kills++;
    places[place] = start();
  }
  const opened = await ledgerFrom(ledger);
  try {
    const calmFrom = await clockOf(opened);
    await settled(opened, calmFrom);
    for (const one of places) expect(await one.end('SIGTERM')).toBe(0);
    const { shardCount } = await opened.meta();
    const { wrong } = await judge({
      ledger: opened,
      tenants,
      shardCount,
      arrivals: receiver.arrivals,
      reports: [],
      applies: new Map(),
      calmFrom,
      until: await clockOf(opened),
      crashes: {},
      log: [],
    });
    expect(wrong.filter((line) => !/ revisions for 0 orders$/.test(line))).toEqual([]);
    expect(kills).toBeGreaterThan(seconds / 6);
    expect(receiver.arrivals.length).toBeGreaterThan(seconds);
  } finally {
    await opened.close();
  }
}

/** Whether so many runs arrived before the time was over. */
async function arrive(count: number, over: AbortSignal): Promise<boolean> {
  return await receiver.next(count, over).then(
    () => true,
    () => false,
  );
}

/** Seconds since 1970, by the ledger. */
async function clockOf(ledger: Ledger): Promise<number> {
  return Math.floor((await ledger.clock()).now / 1000);
}

/** Waits until everything that was scheduled while workers were killed has its end; runs arrive all the while. */
async function settled(ledger: Ledger, calmFrom: number): Promise<void> {
  const deadline = AbortSignal.timeout(settleMs);
  const { shardCount } = await ledger.meta();
  const shards = Array.from({ length: shardCount }, (_, shard) => shard);
  for (;;) {
    const heads = await ledger.heads(shards);
    const isPast = heads.every((head) => (head?.watermark.through ?? 0) > calmFrom);
    const going = (await Promise.all(shards.map((shard) => ledger.going(shard)))).flat();
    const left = going.filter(({ scheduled }) => scheduled <= calmFrom);
    if (isPast && left.length === 0) return;
    if (await arrive(3, deadline)) continue;
    const behind = heads.map((head) => (head ? calmFrom - head.watermark.through : 'never')).join(', ');
    throw new Error(`${left.length} runs have no end, watermarks are behind by ${behind} s`);
  }
}

async function call(cwd: string, env: NodeJS.ProcessEnv, ...args: string[]): Promise<void> {
  const one = runAlmanacProcess(bundle, cwd, args, env);
  const code = await one.ended;
  if (code !== 0) throw new Error(`almanac ${args.join(' ')} ended with ${code} and said:\n${one.said}`);
}

const tenants = ['acme', 'benefits', 'courts', 'dairy'];

/** Some shards have one tenant, some more; some jobs must not overlap, some catch up on everything. */
function declarations(url: string): string {
  const policies = [
    { overlap: 'allow', catchUp: 'all' },
    { overlap: 'skip', catchUp: 'latest' },
    { overlap: 'queue-one', catchUp: 'coalesce' },
  ];
  const documents = tenants.flatMap((tenant) => [
    `apiVersion: almanac/v1
kind: Tenant
metadata: { name: ${tenant} }
spec: { owners: [ops@example.org] }`,
    ...policies.map(
      ({ overlap, catchUp }, index) => `apiVersion: almanac/v1
kind: Job
metadata: { tenant: ${tenant}, name: job-${index} }
spec:
  schedule: { every: ${index + 1}s, anchor: "2026-01-01T00:00:00Z" }
  policy:
    lateAfter: 1m
    horizon: 10m
    overlap: ${overlap}
    catchUp: ${catchUp}
    dst: { gap: shift, fold: first }
    retry: { attempts: 5, minBackoff: 1s, maxBackoff: 4s }
  target: { http: { url: "${url}", timeout: 10s } }`,
    ),
  ]);
  return `${documents.join('\n---\n')}\n`;
}
