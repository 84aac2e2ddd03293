import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { type Arrived, type HttpService, startHttpService } from '../dispatch/http-service.ts';

export interface ExecEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A runtime that hears reports. */
export interface HearingRuntime {
  readonly url: string;
  readonly arrived: readonly Arrived[];
  /** What came, by the last part of its path. */
  reports(): (readonly [path: string, body: Record<string, unknown>])[];
  /** What a run of it has in its environment. */
  readonly env: Readonly<Record<string, string>>;
}

/** The command line with `almanac exec` alone, as one file that Node runs: the real thing, without a build of all of it. */
const contents = [
  "import { main } from './compiler/cli/index.ts';",
  "import { exec } from './runtime/cli/commands/exec.ts';",
  "const entry = { name: 'exec', summary: exec.summary, group: 'Run', load: async () => exec };",
  'process.exitCode = await main(process.argv.slice(2), process, [entry]);',
].join('\n');

/** Lets the tests of a file run `almanac exec` in a folder of its own each. What is left is ended after each test. */
export function openExecStage() {
  let almanac = '';
  let folder = '';
  const children: ChildProcess[] = [];
  const services: HttpService[] = [];

  beforeAll(async () => {
    almanac = join(mkdtempSync(join(tmpdir(), 'almanac-exec-test-')), 'almanac.mjs');
    await build({
      stdin: { contents, resolveDir: process.cwd() },
      bundle: true,
      platform: 'node',
      format: 'esm',
      outfile: almanac,
      banner: { js: "import{createRequire}from'node:module';const require=createRequire(import.meta.url);" },
      logLevel: 'error',
    });
  });
  afterAll(() => rmSync(join(almanac, '..'), { recursive: true, force: true }));
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'almanac-exec-test-'));
  });
  afterEach(async () => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
    for (const service of services.splice(0)) await service.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** A runtime that answers as told. */
  async function runtime(
    answer: (request: Arrived) => readonly [number, unknown] = () => [200, { state: 'going' }],
  ): Promise<HearingRuntime> {
    const service = await startHttpService((request, response) => {
      const [status, body] = answer(request);
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
    services.push(service);
    return {
      ...service,
      reports: () =>
        service.arrived.map(({ path, body }) => [path.replace('/v1/report/', ''), JSON.parse(body)]),
      env: { ALMANAC_REPORT_URL: `${service.url}/v1/report`, ALMANAC_TOKEN: 'token' },
    };
  }

  function begin(words: readonly string[], env: Readonly<Record<string, string>> = {}) {
    const child = spawn(process.execPath, [almanac, 'exec', ...words], {
      cwd: folder,
      env: { PATH: process.env['PATH'], HOME: folder, ...env },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    children.push(child);
    let stdout = '';
    let stderr = '';
    const listeners: (() => void)[] = [];
    child.stdout.on('data', (piece: Buffer) => {
      stdout += piece;
      for (const listener of listeners) listener();
    });
    child.stderr.on('data', (piece: Buffer) => {
      stderr += piece;
    });
    const ended = new Promise<ExecEnd>((resolve) => {
      child.once('close', (code, signal) => resolve({ code, signal, stdout, stderr }));
    });
    const printed = (text: string) =>
      new Promise<void>((resolve) => {
        const look = () => void (stdout.includes(text) && resolve());
        listeners.push(look);
        look();
      });
    return { child, ended, printed };
  }

  return {
    folder: () => folder,
    runtime,
    /** A runtime that takes requests and answers none. */
    async silent(): Promise<Readonly<Record<string, string>>> {
      const service = await startHttpService(() => undefined);
      services.push(service);
      return { ALMANAC_REPORT_URL: service.url, ALMANAC_TOKEN: 'token' };
    },
    /** A runtime that nobody can reach. */
    async nobody(): Promise<Readonly<Record<string, string>>> {
      const service = await startHttpService(() => undefined);
      await service.close();
      return { ALMANAC_REPORT_URL: `${service.url}/v1/report`, ALMANAC_TOKEN: 'token' };
    },
    /** Starts `almanac exec`. */
    begin,
    /** Runs it to its end. */
    exec: (words: readonly string[], env?: Readonly<Record<string, string>>) => begin(words, env).ended,
  };
}

/** The words of `almanac exec` that run a script. */
export function shell(script: string): string[] {
  return ['--', '/bin/sh', '-c', script];
}
