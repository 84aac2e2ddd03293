import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'libsql';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openSqliteLedger } from '../../../runtime/ledger-sqlite/index.ts';
import { makeFolder } from '../../compiler/source/make-folder.ts';
import { type Bundle, buildBundle, type Running, runAlmanacProcess } from './almanac-process.ts';

let bundle: Bundle;
const running: Running[] = [];

beforeAll(() => {
  bundle = buildBundle();
}, 60_000);
afterEach(() => {
  for (const { child } of running.splice(0)) child.kill('SIGKILL');
});
afterAll(() => bundle.remove());

function start(cwd: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Running {
  const one = runAlmanacProcess(bundle, cwd, args, env);
  running.push(one);
  return one;
}

async function call(cwd: string, ...args: string[]): Promise<Running> {
  const one = start(cwd, args);
  const code = await one.ended;
  if (code !== 0) throw new Error(`almanac ${args.join(' ')} ended with ${code} and said:\n${one.said}`);
  return one;
}

const declarations = `apiVersion: almanac/v1
kind: Tenant
metadata: { name: acme }
spec: { owners: [ops@acme.example] }
---
apiVersion: almanac/v1
kind: Job
metadata: { tenant: acme, name: tell }
spec:
  schedule: { every: 1s, anchor: "2026-01-01T00:00:00Z" }
  policy:
    lateAfter: 1m
    horizon: 5m
    overlap: skip
    catchUp: latest
    dst: { gap: shift, fold: first }
    report: { lostAfter: 10m }
  target: { command: { run: [node, -e, ""] } }
`;

function makePlace() {
  const { path } = makeFolder({ 'jobs.yaml': declarations });
  return { path, ledger: `sqlite:${join(path, 'ledger.db')}`, file: join(path, 'ledger.db') };
}

/** The port on which a role says that it answers for its health. */
async function healthOf(role: Running): Promise<string> {
  const { health } = JSON.parse(await role.line(/"message":"almanac \w+ started"/));
  return String(health).replace('0.0.0.0', '127.0.0.1');
}

describe('roles', { timeout: 120_000 }, () => {
  test('work: replicas share a ledger, one that is killed is replaced, one that is asked ends within ten seconds', async () => {
    const { path, ledger, file } = makePlace();
    expect((await call(path, 'ledger', 'migrate', '--ledger', ledger)).said).toContain('version 1, 4 shards');
    const work = ['work', '--ledger', ledger, '--allow-commands', '--lease', '2s'];
    const a = start(path, work, { PORT: '0' });
    const b = start(path, work, { PORT: '0' });
    await Promise.all([a, b].map((role) => role.line(/"message":"almanac work started"/)));
    // Whose the shards are goes by the replicas' names, which are up to chance: one of two may get all of them.
    const first = await Promise.any([a, b].map((role) => role.line(/"message":"took/).then(() => role)));

    await call(path, 'plan', '--base', ledger, '--out', 'plan.json');
    expect((await call(path, 'apply', 'plan.json', '--ledger', ledger)).said).toContain(
      'applied as revision 1',
    );

    const health = await healthOf(first);
    expect((await fetch(`${health}/healthz`)).status).toBe(200);
    expect((await fetch(`${health}/readyz`)).status).toBe(200);
    expect((await fetch(`${health}/v1/tenants`)).status).toBe(404);

    const store = openSqliteLedger({ file });
    const shard = 'acme';
    const holder = async () => {
      const tenant = await store.tenant(shard);
      return (await store.leases()).find((lease) => lease.shard === tenant?.shard)?.holder ?? '';
    };
    const [owner, other] = (await holder()).includes(`-${a.child.pid}-`) ? [a, b] : [b, a];
    const before = other.said.length;
    expect(await owner.end('SIGKILL')).toBe(null);
    await other.line(/"message":"took/, 30_000, before);
    const c = start(path, work);
    await c.line(/"message":"almanac work started"/);
    expect(await other.end('SIGTERM', 10_000)).toBe(0);
    await c.line(/"message":"took/);
    expect(await c.end('SIGTERM', 10_000)).toBe(0);
    expect([await store.leases(), await store.replicas()]).toEqual([[], []]);

    const { rows } = await store.fires({ tenant: 'acme', limit: 500, oldestFirst: true });
    const decided = rows.flatMap(({ scheduled, count }) =>
      Array.from({ length: count }, (_, index) => scheduled + index),
    );
    // How many fall due meanwhile is up to the machine.
    expect(decided.length).toBeGreaterThan(0);
    expect(decided).toEqual(decided.map((_, index) => decided[0]! + index));
    await store.close();
    for (const line of [...a.said.split('\n'), ...c.said.split('\n')].filter(Boolean)) {
      expect(JSON.parse(line)).toMatchObject({ severity: expect.any(String), message: expect.any(String) });
    }
  });

  test('serve: answers on this machine alone, and tells everybody only its health', async () => {
    const { path, ledger } = makePlace();
    await call(path, 'ledger', 'migrate', '--ledger', ledger);
    const refused = start(path, ['serve', '--ledger', ledger, '--host', '0.0.0.0']);
    expect(await refused.ended).toBe(1);
    expect(refused.said).toContain('`0.0.0.0` can be reached from other machines');
    const serve = start(path, ['serve', '--ledger', ledger, '--port', '0'], { PORT: '0' });
    const { message } = JSON.parse(await serve.line(/the API is at/));
    const [api] = /http:\S+/.exec(message)!;
    expect(api).toMatch(/^http:\/\/127\.0\.0\.1:/);
    expect((await fetch(`${api}/v1/tenants`)).status).toBe(200);
    const health = await healthOf(serve);
    expect((await fetch(`${health}/readyz`)).status).toBe(200);
    expect((await fetch(`${health}/v1/tenants`)).status).toBe(404);
    expect(await serve.end('SIGTERM', 10_000)).toBe(0);
  });

  test('watch: says which shard does not go on', async () => {
    const { path, ledger, file } = makePlace();
    const store = openSqliteLedger({ file, clock: () => ({ now: 1_000_000_000, error: 0 }) });
    const { createWorker, machineTimers } = await import('../../../runtime/work/index.ts');
    const worker = createWorker({
      ledger: store,
      id: 'a',
      about: '',
      timers: machineTimers,
      dispatcher: () => ({
        send() {},
        cancel() {},
        resume() {},
        release() {},
        pending: 0,
        async close() {},
      }),
    });
    worker.start();
    const watch = start(path, ['watch', '--ledger', ledger]);
    await watch.line(/shard 0 does not go on: it wrote nothing for \d+ s/);
    expect(await watch.end('SIGTERM', 10_000)).toBe(0);
    await worker.stop();
    await store.close();
  });

  test('say what is wrong with a ledger', async () => {
    const { path } = makePlace();
    const none = start(path, ['work']);
    expect(await none.ended).toBe(1);
    expect(none.said).toContain('no runtime is named, and there is none in this folder');
    const wrong = start(path, ['work', '--ledger', 'postgres:somewhere']);
    expect(await wrong.ended).toBe(1);
    expect(wrong.said).toContain('`postgres:somewhere` is not a ledger');
  });

  test.each([['verify'], ['history'], ['revisions']])(
    '%s of a ledger that is not there makes none and proves nothing',
    async (command) => {
      const { path, ledger, file } = makePlace();
      const asked = start(path, [command, '--ledger', ledger]);
      expect(await asked.ended).toBe(1);
      expect(asked.said).toContain(`there is no ledger at \`${ledger}\``);
      expect(existsSync(file)).toBe(false);
    },
  );

  test.each([['verify'], ['history'], ['up']])(
    '%s of a ledger whose file is damaged says so, and not that it is a bug',
    async (command) => {
      const { path, ledger, file } = makePlace();
      await openSqliteLedger({ file }).close();
      const bytes = readFileSync(file);
      // All behind the page that says where tables are.
      writeFileSync(file, bytes.fill(0xa5, 4096 * 5));
      const asked = start(path, [command, '--ledger', ledger, ...(command === 'up' ? ['--port', '0'] : [])]);
      expect(await asked.ended).toBe(1);
      expect(asked.said).toMatch(/the ledger .*(can't be read or written|can't be opened): .*malformed/);
      expect(asked.said).not.toContain('bug in almanac');
    },
  );

  test('verify of a ledger with an entry that is no JSON any more names its place, and no bug', async () => {
    const { path, ledger, file } = makePlace();
    await openSqliteLedger({ file, shardCount: 1 }).close();
    const db = new Database(file);
    db.exec(`INSERT INTO journal (shard, seq, now, nonce, entry) VALUES (0, 1, 0, '', '{"shard":0,')`);
    db.close();
    const asked = start(path, ['verify', '--ledger', ledger]);
    expect(await asked.ended).toBe(1);
    expect(asked.said).toContain("the ledger can't be read: entry 1 in the journal of shard 0 is damaged");
    expect(asked.said).not.toContain('bug in almanac');
  });
});
