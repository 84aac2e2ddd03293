import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { connect } from 'node:http2';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { connect as connectTls } from 'node:tls';
import { Client, credentials } from '@grpc/grpc-js';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { makeCertificate, type ServerCertificate } from '../../provider/plugin/certificate.ts';
import { decodeMessage } from '../../provider/plugin/message-codec.ts';

/** The bundle as Terraform starts it, without Terraform. */

const scratch = mkdtempSync(join(tmpdir(), 'almanac-plugin-'));
const bundle = join(scratch, 'terraform-provider-almanac');
const cookie = 'd602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2';
const started: ChildProcess[] = [];
let own: ServerCertificate;
let foreign: ServerCertificate;

beforeAll(async () => {
  execFileSync(process.execPath, ['build-provider.js', bundle]);
  // Certificates are held against the clock of this machine, which has just written a file.
  const now = statSync(bundle).mtimeMs;
  own = await makeCertificate(now);
  foreign = await makeCertificate(now);
}, 60_000);
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
});
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

interface Started {
  readonly child: ChildProcess;
  readonly line: string;
  readonly socket: string;
  readonly certificate: string;
  readonly stdout: () => string;
}

function launch(environment: Readonly<Record<string, string>>): ChildProcess {
  const child = spawn(process.execPath, [bundle], {
    env: { PATH: process.env['PATH'], TMPDIR: scratch, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  started.push(child);
  return child;
}

async function start(environment: Readonly<Record<string, string>> = {}): Promise<Started> {
  const child = launch({
    TF_PLUGIN_MAGIC_COOKIE: cookie,
    PLUGIN_PROTOCOL_VERSIONS: '5,6',
    PLUGIN_CLIENT_CERT: own.certificatePem,
    ...environment,
  });
  let stdout = '';
  child.stdout!.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  const [line] = (await once(createInterface(child.stdout!), 'line')) as [string];
  const [, , , socket = '', , certificate = ''] = line.split('|');
  return { child, line, socket, certificate, stdout: () => stdout };
}

async function output(child: ChildProcess): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const texts = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]!.setEncoding('utf8').on('data', (text: string) => {
      texts[name] += text;
    });
  }
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, ...texts };
}

function clientOf({ socket, certificate }: Started, keys: ServerCertificate): Client {
  const root = Buffer.from(
    `-----BEGIN CERTIFICATE-----\n${padded(certificate)}\n-----END CERTIFICATE-----\n`,
  );
  const secure = credentials.createSsl(
    root,
    Buffer.from(keys.privateKeyPem),
    Buffer.from(keys.certificatePem),
  );
  return new Client(`unix:${socket}`, secure, { 'grpc.ssl_target_name_override': 'localhost' });
}

function call(client: Client, path: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    client.makeUnaryRequest(
      path,
      () => Buffer.alloc(0),
      (bytes: Buffer) => bytes,
      {},
      { deadline: Number.POSITIVE_INFINITY },
      (error, value) => (error ? reject(error) : resolve(value!)),
    );
  });
}

/** The handshake leaves the padding out. */
const padded = (text: string) => Buffer.from(text, 'base64').toString('base64');

const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

describe('The program of the provider', () => {
  test('tells whoever starts it by hand what it is, on stderr', async () => {
    const { code, stdout, stderr } = await output(launch({}));
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toBe(
      'This is the Terraform provider of Almanac. Terraform starts it; docs/terraform.md says how to install it.\n',
    );
  });

  test('refuses a Terraform that does not speak its protocol', async () => {
    const { code, stderr } = await output(
      launch({ TF_PLUGIN_MAGIC_COOKIE: cookie, PLUGIN_PROTOCOL_VERSIONS: '4,5' }),
    );
    expect(code).toBe(1);
    expect(stderr).toContain('Terraform 1.8 or newer is needed');
  });

  test('says one line, and listens where no other user can reach it', async () => {
    const { line, socket } = await start();
    expect(line).toMatch(/^1\|6\|unix\|\/.*\/plugin\.sock\|grpc\|[A-Za-z0-9+/]{50,}$/);
    expect(statSync(dirname(socket)).mode & 0o777).toBe(0o700);
  });

  test('answers the client whose certificate it was given, and goes when it is told to', async () => {
    const plugin = await start();
    const client = clientOf(plugin, own);
    const schema = decodeMessage(
      'GetProviderSchemaResponse',
      await call(client, '/tfplugin6.Provider/GetProviderSchema'),
    );
    expect(Object.keys(schema.resourceSchemas)).toContain('almanac_job');
    expect(schema.serverCapabilities).toMatchObject({ planDestroy: true, getProviderSchemaOptional: true });
    await expect(call(client, '/tfplugin6.Provider/OpenEphemeralResource')).rejects.toMatchObject({
      code: 12,
    });
    const gone = once(plugin.child, 'exit');
    await call(client, '/plugin.GRPCController/Shutdown');
    expect(await gone).toEqual([0, null]);
    client.close();
    expect(existsSync(dirname(plugin.socket))).toBe(false);
    expect(plugin.stdout()).toBe(`${plugin.line}\n`);
  });

  test.each([
    ['without a certificate', () => ({})],
    ['with a certificate of its own', () => ({ key: foreign.privateKeyPem, cert: foreign.certificatePem })],
  ])('refuses a client %s', async (_, keys) => {
    const { socket } = await start();
    const secure = connectTls({
      ...keys(),
      socket: createConnection(socket),
      ALPNProtocols: ['h2'],
      rejectUnauthorized: false,
    });
    const session = connect('https://localhost', { createConnection: () => secure });
    const request = session.request({
      ':method': 'POST',
      ':path': '/tfplugin6.Provider/GetProviderSchema',
      'content-type': 'application/grpc',
    });
    const outcome = await new Promise<string>((resolve) => {
      session.on('error', ({ message }) => resolve(message));
      request.on('error', ({ message }) => resolve(message));
      request.on('response', () => resolve('answered'));
      request.on('close', () => resolve('closed'));
      request.end();
    });
    session.destroy();
    expect(outcome).toMatch(/certificate|alert|ECONNRESET|socket|closed/i);
    expect(outcome).not.toBe('answered');
  });

  test('speaks in the clear only where the user has switched certificates off', async () => {
    const { line, socket } = await start({ PLUGIN_CLIENT_CERT: '' });
    expect(line).toMatch(/\|grpc\|$/);
    const client = new Client(`unix:${socket}`, credentials.createInsecure());
    expect((await call(client, '/grpc.health.v1.Health/Check')).toString('hex')).toBe('0801');
    client.close();
  });

  test('leaves Ctrl-C to Terraform', async () => {
    const plugin = await start();
    plugin.child.kill('SIGINT');
    const client = clientOf(plugin, own);
    await call(client, '/tfplugin6.Provider/StopProvider');
    await call(client, '/tfplugin6.Provider/GetMetadata');
    client.close();
    expect(plugin.child.exitCode).toBeNull();
  });

  test('does not outlive the process that started it', async () => {
    const script = `const child = require('node:child_process').spawn(process.execPath, [${JSON.stringify(bundle)}], { stdio: ['ignore', 'pipe', 'inherit'] });
      child.stdout.once('data', () => console.log(child.pid));
      process.stdin.resume();`;
    const parent = spawn(process.execPath, ['-e', script], {
      env: { TMPDIR: scratch, TF_PLUGIN_MAGIC_COOKIE: cookie, PLUGIN_PROTOCOL_VERSIONS: '6' },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    started.push(parent);
    const [line] = (await once(createInterface(parent.stdout), 'line')) as [string];
    const pid = Number(line);
    expect(isAlive(pid)).toBe(true);
    parent.kill('SIGKILL');
    await expect.poll(() => isAlive(pid), { timeout: 20_000 }).toBe(false);
  });
});
