import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { delimiter, dirname, join } from 'node:path';

/** Where Google's SDK keeps the emulator: beside the `gcloud` that is found in PATH. */
function findEmulator(): string | undefined {
  for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
    const gcloud = join(folder, 'gcloud');
    if (!existsSync(gcloud)) continue;
    const emulator = join(
      dirname(realpathSync(gcloud)),
      '../platform/pubsub-emulator/bin/cloud-pubsub-emulator',
    );
    if (existsSync(emulator)) return emulator;
  }
  return undefined;
}

const path = findEmulator();
const hasJava = spawnSync('java', ['-version']).status === 0;

/** Why a test with Pub/Sub can't run, in one line; undefined where it can. */
export const pubsubMissing =
  path !== undefined && hasJava
    ? undefined
    : 'no Pub/Sub emulator: install google-cloud-cli-pubsub-emulator and a Java runtime';

export interface PubsubEmulator {
  /** For `PUBSUB_EMULATOR_HOST`. */
  readonly host: string;
  stop(): Promise<void>;
}

/** Starts an emulator of its own, with a free port, and returns once it listens. */
export async function startPubsubEmulator(): Promise<PubsubEmulator> {
  if (path === undefined) throw new Error(pubsubMissing);
  const host = `127.0.0.1:${await freePort()}`;
  const [address, port] = host.split(':');
  // The script becomes the Java process: one process, ended by its id.
  const child = spawn(path, [`--host=${address}`, `--port=${port}`], {
    env: { ...process.env, JAVA_OPTS: '-Xmx256m -XX:TieredStopAtLevel=1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  await untilListening(child);
  return {
    host,
    async stop() {
      process.off('exit', kill);
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGKILL');
      await ended;
    },
  };
}

function untilListening(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = '';
    const hear = (piece: Buffer) => {
      said += piece.toString();
      if (said.includes('Server started, listening on')) resolve();
    };
    child.stdout?.on('data', hear);
    child.stderr?.on('data', hear);
    child.once('exit', (code) => reject(new Error(`the Pub/Sub emulator ended with ${code}: ${said}`)));
  });
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
