import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';

/** A server that a peer keeps its jobs in, on a free port of loopback and in a folder of its own. */
export interface Service {
  readonly env: Readonly<Record<string, string>>;
  stop(): void;
}

/** Starts redis; undefined, with a line that says how to get it, where there is none. */
export async function startRedis(): Promise<Service | undefined> {
  if (spawnSync('redis-server', ['--version']).status !== 0) {
    console.log('no redis-server (Debian: apt-get install redis-server): BullMQ is left out');
    return undefined;
  }
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'almanac-bench-'));
  const child = spawn('redis-server', [
    '--port',
    String(port),
    '--bind',
    '127.0.0.1',
    '--dir',
    folder,
    '--save',
    '',
  ]);
  await answers(port);
  return {
    env: { ALMANAC_BENCH_REDIS: String(port) },
    stop() {
      child.kill('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Starts PostgreSQL with its defaults; undefined, with a line that says how to get it, where there is none. */
export async function startPostgres(): Promise<Service | undefined> {
  const bin = postgresFolder();
  if (!bin) {
    console.log('no PostgreSQL (Debian: apt-get install postgresql): graphile-worker is left out');
    return undefined;
  }
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'almanac-bench-'));
  // PostgreSQL does not run as root.
  const asRoot = userInfo().uid === 0;
  const as = (command: string, args: readonly string[]) =>
    asRoot
      ? (['setpriv', ['--reuid=postgres', '--regid=postgres', '--clear-groups', command, ...args]] as const)
      : ([command, args] as const);
  if (asRoot) execFileSync('chown', ['postgres', folder]);
  const [init, initArgs] = as(join(bin, 'initdb'), ['-D', folder, '-U', 'bench', '-A', 'trust']);
  execFileSync(init, initArgs, { stdio: 'ignore' });
  const [start, startArgs] = as(join(bin, 'postgres'), [
    '-D',
    folder,
    '-p',
    String(port),
    '-c',
    'listen_addresses=127.0.0.1',
    '-k',
    folder,
  ]);
  const child = spawn(start, startArgs, { stdio: 'ignore' });
  await answers(port);
  return {
    env: { ALMANAC_BENCH_POSTGRES: `postgres://bench@127.0.0.1:${port}/postgres` },
    stop() {
      child.kill('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function postgresFolder(): string | undefined {
  const root = '/usr/lib/postgresql';
  if (!existsSync(root)) return undefined;
  return readdirSync(root)
    .map((version) => join(root, version, 'bin'))
    .find((folder) => existsSync(join(folder, 'initdb')));
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}

async function answers(port: number): Promise<void> {
  for (const deadline = Date.now() + 20_000; ; ) {
    const socket = connect(port, '127.0.0.1');
    const isUp = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true));
      socket.once('error', () => resolve(false));
    });
    socket.destroy();
    if (isUp) return;
    if (Date.now() > deadline) throw new Error(`nothing answers on port ${port}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
