import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeCertificate } from './certificate.ts';
import {
  type Method,
  method,
  type Server,
  type SilentStream,
  silentStream,
  startServer,
} from './grpc-server.ts';
import { handshakeLine, readInvitation } from './handshake.ts';
import { log } from './log.ts';

/** Longest time, in milliseconds, that a provider outlives a Terraform that was killed. */
const WATCH_EVERY = 250;

/** Longest time, in milliseconds, for the answer to Shutdown to leave; Terraform waits for two seconds. */
const FAREWELL = 1000;

/**
 * Serves the methods to the Terraform that started this process, until it says Shutdown or is gone.
 *
 * Listens on a unix socket in a folder that only this user can enter (on Windows: on the loopback address) and, where
 * Terraform gives its certificate, speaks with nobody else. Nothing goes to stdout but the handshake.
 */
export async function serve(methods: readonly Method[]): Promise<void> {
  const invited = readInvitation(process.env);
  if (invited.kind === 'refused') {
    process.stderr.write(`${invited.message}\n`);
    process.exitCode = 1;
    return;
  }
  watchParent();
  // Ctrl-C goes to the whole group of processes. Terraform says what to do: StopProvider, then Shutdown.
  process.on('SIGINT', () => {});
  const { clientCertificate, socketFolder } = invited.invitation;
  const certificate = clientCertificate === undefined ? undefined : await makeCertificate(Date.now());
  const keys =
    clientCertificate !== undefined && certificate
      ? {
          clientCertificate,
          certificate: certificate.certificatePem,
          privateKey: certificate.privateKeyPem,
        }
      : undefined;
  // A Terraform that does not read any more is one that has gone.
  process.stdout.on('error', () => process.exit(0));
  const { target, address, network } = place(socketFolder);
  const streams = [
    silentStream('plugin.GRPCStdio', 'StreamStdio'),
    silentStream('plugin.GRPCBroker', 'StartStream'),
  ];
  const opened = await startServer(
    target,
    keys,
    [...methods, ...pluginMethods(() => leave(opened.server, streams))],
    streams,
    (name, error) => log('error', `${name} failed: ${error instanceof Error ? error.stack : String(error)}`),
  );
  process.stdout.write(handshakeLine(network, address(opened.port), certificate?.handshakeText));
}

/** Lets what is being answered be answered, and goes. */
function leave(server: Server, streams: readonly SilentStream[]): void {
  setTimeout(() => process.exit(0), FAREWELL).unref();
  for (const { endAll } of streams) endAll();
  server.tryShutdown(() => process.exit(0));
}

function pluginMethods(goAway: () => void): readonly Method[] {
  return [
    method('plugin.GRPCController', 'Shutdown', 'Empty', 'Empty', () => {
      // The answer is on its way before the server is closed.
      setImmediate(goAway);
      return {};
    }),
    method('grpc.health.v1.Health', 'Check', 'Empty', 'HealthCheckResponse', () => ({ status: 1 })),
  ];
}

interface Place {
  readonly target: string;
  readonly network: 'unix' | 'tcp';
  readonly address: (port: number) => string;
}

function place(socketFolder: string | undefined): Place {
  if (process.platform === 'win32') {
    return { target: '127.0.0.1:0', network: 'tcp', address: (port) => `127.0.0.1:${port}` };
  }
  // Made with mode 0700, so that no other user reaches the socket in it.
  const folder = mkdtempSync(join(socketFolder ?? tmpdir(), 'almanac-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'plugin.sock');
  return { target: `unix:${path}`, network: 'unix', address: () => path };
}

/** A Terraform that is killed says no Shutdown; then this process gets another parent. */
function watchParent(): void {
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) process.exit(0);
  }, WATCH_EVERY).unref();
}
