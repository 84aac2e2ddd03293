import { spawn } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
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

function start(cwd: string, args: readonly string[]): Running {
  const one = runAlmanacProcess(bundle, cwd, args);
  running.push(one);
  return one;
}

const declarations = (every: string) => `apiVersion: almanac/v1
kind: Tenant
metadata: { name: acme }
spec: { owners: [ops@acme.example] }
---
apiVersion: almanac/v1
kind: Job
metadata: { tenant: acme, name: tell }
spec:
  schedule: { every: ${every}, anchor: "2026-01-01T00:00:00Z" }
  policy:
    lateAfter: 1m
    horizon: 5m
    overlap: skip
    catchUp: latest
    dst: { gap: shift, fold: first }
    report: { lostAfter: 10m }
  target: { command: { run: [node, tell.js] } }
`;

function makeJobs(every = '2s') {
  return makeFolder({
    'jobs.yaml': declarations(every),
    'tell.js':
      "require('node:fs').appendFileSync('told.txt', process.env.ALMANAC_SCHEDULED + '\\n'); console.log('told');\n",
  });
}

describe('almanac up', { timeout: 120_000 }, () => {
  test('fires real commands on a real clock, tells of each, keeps the record, and ends in order', async () => {
    const folder = makeJobs();
    const up = start(folder.path, ['up', '--allow-commands', '--port', '0']);
    await up.line(/acme: revision 1 is in force/);
    await up.line(/1 job in force; API at http:\/\/127\.0\.0\.1:\d+/);
    const line = await up.line(/succeeded +acme\/tell@/);
    const [, fire] = /acme\/(tell@\S+)/.exec(line)!;
    expect(readFileSync(join(folder.path, 'told.txt'), 'utf8')).toContain(fire!.split('@')[1]);
    expect(up.said).toContain('+ job acme/tell');
    expect(await up.end('SIGTERM')).toBe(0);
    expect(readFileSync(join(folder.path, '.almanac/.gitignore'), 'utf8')).toBe('*\n');
    expect(existsSync(join(folder.path, '.almanac/up.json'))).toBe(false);

    const ledger = openSqliteLedger({ file: join(folder.path, '.almanac/ledger.db') });
    expect([await ledger.leases(), await ledger.replicas()]).toEqual([[], []]);
    const { rows } = await ledger.fires({ tenant: 'acme', limit: 100, oldestFirst: true });
    expect(rows.map(({ body }) => body.run?.outcome ?? body.cause)).toContain('succeeded');
    await ledger.close();
  });

  test('reads its declarations again on request, and shows what they change', async () => {
    const folder = makeJobs('1h');
    const up = start(folder.path, ['up', '--allow-commands', '--port', '0']);
    await up.line(/1 job in force/);
    writeFileSync(join(folder.path, 'jobs.yaml'), declarations('2s'));
    const reload = start(folder.path, ['reload']);
    await reload.line(/reads its declarations again/);
    await up.line(/acme: revision 2 is in force/);
    expect(up.said).toMatch(/schedule\.every +1h -> 2s/);
    await up.line(/succeeded +acme\/tell@/);
    writeFileSync(join(folder.path, 'jobs.yaml'), declarations('never'));
    start(folder.path, ['reload']);
    await up.line(/what was in force stays in force/);
    expect(await up.end('SIGINT')).toBe(0);
  });

  test('goes on at once after it was killed, with the runs that it had under way', async () => {
    const folder = makeJobs('1s');
    const first = start(folder.path, ['up', '--allow-commands', '--port', '0']);
    await first.line(/dispatched +acme\/tell@/);
    expect(await first.end('SIGKILL')).toBe(null);
    // Not after the time of a lease: a process of this machine that is gone is known to be.
    const second = start(folder.path, ['up', '--allow-commands', '--port', '0', '--lease', '10m']);
    await second.line(/succeeded +acme\/tell@/);
    expect(await second.end('SIGTERM')).toBe(0);
  });

  test('shows on one screen what comes into force, each finding once, and where all of the plan is', async () => {
    const { path } = makeFolder({});
    cpSync('examples/casework-live', join(path, 'live'), {
      recursive: true,
      filter: (from) => !from.endsWith('.almanac'),
    });
    const up = start(path, ['up', 'live', '--port', '0']);
    await up.line(/4 jobs in force/);
    const before = up.said.slice(0, up.said.indexOf('benefits: revision 1 is in force'));
    expect(before.split('\n').length).toBeLessThan(16);
    expect(before).toMatch(/^ {2}\+ benefits\/case-closure +every 15s +next /m);
    expect(before.match(/waive/g)).toHaveLength(1);
    expect(before).not.toContain('was not looked at');
    const [, file] = /^All of the plan: (.+)$/m.exec(before)!;
    expect(readFileSync(join(path, file!), 'utf8')).toMatch(/^ {2}tzdata {2}\d{4}[a-z]$/m);
    expect(await up.end('SIGTERM')).toBe(0);
  });

  test('is found by whoever asks in its folder, wherever its ledger is', async () => {
    const { path } = makeFolder({ 'jobs/jobs.yaml': declarations('2s') });
    writeFileSync(join(path, 'jobs/tell.js'), '');
    const up = start(path, ['up', 'jobs', '--allow-commands', '--port', '0', '--ledger', 'sqlite:kept.db']);
    const [, api] = /API at (http:\S+);/.exec(await up.line(/1 job in force/))!;
    const [, fire] = /(acme\/tell@\S+)/.exec(await up.line(/succeeded +acme\/tell@/))!;
    const ask = async (...args: string[]) => {
      const asked = start(join(path, 'jobs'), args);
      return { code: await asked.ended, said: asked.said };
    };
    expect(existsSync(join(path, 'kept.db'))).toBe(true);
    expect((await ask('history', '--limit', '3')).said).toContain('succeeded');

    const recorded = await ask('explain', fire!);
    expect(recorded).toMatchObject({ code: 0, said: expect.stringContaining('succeeded:') });
    expect(recorded.said).toContain('this is from the ledger of this folder');
    const declared = await ask('explain', fire!, '.');
    expect(declared.said).not.toContain('succeeded:');
    expect(declared.said).toContain('past       what became of it is in the ledger of the runtime');

    // Declared, and not in force yet.
    const other = declarations('1h').split('---')[1]!.replace('name: tell', 'name: other');
    writeFileSync(join(path, 'jobs/other.yaml'), other);
    const unknown = await ask('explain', 'acme/other@2027-01-01T00:00:00Z');
    expect(unknown).toMatchObject({ code: 0, said: expect.stringContaining('so this is what is declared') });
    expect(unknown.said).toContain('acme/other@2027-01-01T00:00:00Z fires');

    for (const place of [[], ['--runtime', api!]])
      expect(await ask('verify', ...place)).toMatchObject({
        code: 0,
        said: expect.stringContaining('Nothing is wrong'),
      });
    expect(await ask('verify', '--runtime', 'http://127.0.0.1:1')).toMatchObject({
      code: 1,
      said: expect.stringContaining('the proof reads the ledger itself'),
    });
    expect(await up.end('SIGTERM')).toBe(0);
  });

  test('is refused where one runs already, and says where', async () => {
    const folder = makeJobs('1h');
    const up = start(folder.path, ['up', '--port', '0']);
    await up.line(/1 job in force/);
    const other = start(folder.path, ['up', '--port', '0']);
    await other.line(/`almanac up` runs in this folder already, as process \d+, with its API at http:/);
    expect(await up.end('SIGTERM')).toBe(0);
  });

  test('several at once are one, and the others say which', async () => {
    const folder = makeJobs('1h');
    // One that was killed is in nobody's way, and in nobody's between two.
    const killed = start(folder.path, ['up', '--port', '0']);
    await killed.line(/1 job in force/);
    await killed.end('SIGKILL');
    const several = [1, 2, 3].map(() => start(folder.path, ['up', '--port', '0']));
    const runs = await Promise.any(
      several.map(async (up) => {
        await up.line(/1 job in force/);
        return up;
      }),
    );
    for (const up of several) {
      if (up === runs) continue;
      expect(await up.ended).toBe(1);
      expect(up.said).toContain(`runs in this folder already, as process ${runs.child.pid}, `);
    }
    expect(await runs.end('SIGTERM')).toBe(0);
  });

  test('is not held up, nor reloaded, by a process that has the number of one that was killed', async () => {
    const folder = makeJobs('1h');
    const killed = start(folder.path, ['up', '--port', '0']);
    await killed.line(/1 job in force/);
    await killed.end('SIGKILL');
    const stranger = spawn('sleep', ['600']);
    try {
      for (const name of readdirSync(join(folder.path, '.almanac')).filter((one) => /^up\./.test(one))) {
        const file = join(folder.path, '.almanac', name);
        const mark = JSON.parse(readFileSync(file, 'utf8'));
        writeFileSync(file, JSON.stringify({ ...mark, pid: stranger.pid }));
      }
      const reload = start(folder.path, ['reload']);
      expect(await reload.ended).toBe(1);
      expect(reload.said).toContain('no `almanac up` runs in this folder');
      const up = start(folder.path, ['up', '--port', '0']);
      await up.line(/1 job in force/);
      expect(stranger.exitCode ?? stranger.signalCode).toBe(null);
      expect(await up.end('SIGTERM')).toBe(0);
    } finally {
      stranger.kill('SIGKILL');
    }
  });

  test('runs no command without being told to, and says so of each fire', async () => {
    const folder = makeJobs();
    const up = start(folder.path, ['up', '--port', '0']);
    await up.line(/target-rejected +acme\/tell@.*--allow-commands/);
    expect(existsSync(join(folder.path, 'told.txt'))).toBe(false);
    expect(await up.end('SIGTERM')).toBe(0);
  });

  test('says so where its folder can’t be written', async () => {
    const folder = makeJobs();
    writeFileSync(join(folder.path, '.almanac'), 'a file');
    const up = start(folder.path, ['up', '--port', '0']);
    expect(await up.ended).toBe(1);
    expect(up.said).toContain("`.almanac` can't be written");
    expect(up.said).not.toContain('bug in almanac');
  });

  test('ends with what is wrong where nothing was ever in force', async () => {
    const folder = makeFolder({ 'jobs.yaml': declarations('often') });
    const up = start(folder.path, ['up', '--port', '0']);
    await up.line(/no plan was made/);
    expect(await up.end('SIGTERM')).toBe(3);
  });
});
