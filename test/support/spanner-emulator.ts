import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { dirname, join } from 'node:path';

/** Google's emulator of Cloud Spanner, which stands beside `gcloud`: in memory, gone with its process. */
export interface SpannerEmulator {
  /** `127.0.0.1:PORT` */
  readonly host: string;
  readonly pid: number;
  stop(): Promise<void>;
}

/** Returns the path of the emulator, or undefined where the machine has none. */
export function findSpannerEmulator(): string | undefined {
  try {
    const gcloud = realpathSync(execFileSync('which', ['gcloud'], { encoding: 'utf8' }).trim());
    const program = join(dirname(gcloud), 'cloud_spanner_emulator', 'emulator_main');
    return existsSync(program) ? program : undefined;
  } catch {
    return undefined;
  }
}

/** For `describe.skipIf`: says once how to get the emulator. In CI nothing is skipped. */
export function withoutSpannerEmulator(): boolean {
  if (findSpannerEmulator() !== undefined || process.env.CI === 'true') return false;
  console.warn('Skipped: no Spanner emulator; `gcloud components install cloud-spanner-emulator` brings it');
  return true;
}

/** Starts one on a free port of loopback and returns when it answers. One for each test file, a database for each test. */
export async function startSpannerEmulator(): Promise<SpannerEmulator> {
  const program = findSpannerEmulator();
  if (program === undefined)
    throw new Error('No Spanner emulator: `gcloud components install cloud-spanner-emulator` brings it');
  const port = await freePort();
  const host = `127.0.0.1:${port}`;
  const child = spawn(program, ['--host_port', host], { stdio: 'ignore' });
  const killed = () => child.kill('SIGKILL');
  process.once('exit', killed);
  await answering(child, port);
  return {
    host,
    pid: child.pid ?? 0,
    async stop() {
      process.off('exit', killed);
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGKILL');
      await gone;
    },
  };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}

/** Knocks until somebody opens, or the process ends. */
async function answering(child: ChildProcess, port: number): Promise<void> {
  const deadline = performance.now() + 30_000;
  while (performance.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`The Spanner emulator ended with ${child.exitCode}`);
    const open = await new Promise<boolean>((resolve) => {
      const socket = connect({ port, host: '127.0.0.1' });
      socket.once('connect', () => {
        socket.destroy();
        resolve(true);
      });
      socket.once('error', () => resolve(false));
    });
    if (open) return;
    await new Promise((resolve) => setImmediate(resolve));
  }
  child.kill('SIGKILL');
  throw new Error('The Spanner emulator did not answer within 30 s');
}
