import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** The bundle as it is installed, beside package.json as `dist` is. */
export interface Bundle {
  readonly path: string;
  remove(): void;
}

export function buildBundle(): Bundle {
  mkdirSync('.almanac', { recursive: true });
  const folder = mkdtempSync(resolve('.almanac/bundle-'));
  execFileSync(process.execPath, ['build.js', folder]);
  return { path: join(folder, 'almanac.js'), remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** An almanac that runs, and what it has said so far. */
export interface Running {
  readonly child: ChildProcess;
  readonly said: string;
  /** The exit code, once it has one; null where a signal ended it. */
  readonly ended: Promise<number | null>;
  /** Resolves with the first line behind `from` that matches, said already or to come. Fails at the deadline with all that was said. */
  line(pattern: RegExp, withinMs?: number, from?: number): Promise<string>;
  /** Sends a signal and resolves with the exit code; null where the signal ended it. */
  end(signal: NodeJS.Signals, withinMs?: number): Promise<number | null>;
}

export function runAlmanacProcess(
  bundle: Bundle,
  cwd: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Running {
  const child = spawn(process.execPath, [bundle.path, ...args], {
    cwd,
    env: { PATH: process.env['PATH'], HOME: cwd, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const output of [child.stdout, child.stderr]) {
    output.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      child.emit('said');
    });
  }
  const exited = once(child, 'exit').then(([code]) => code as number | null);
  child.on('exit', () => child.emit('said'));

  return {
    child,
    get said() {
      return said;
    },
    ended: exited,
    async line(pattern, withinMs = 30_000, from = 0) {
      const signal = AbortSignal.timeout(withinMs);
      for (;;) {
        const found = said
          .slice(from)
          .split('\n')
          .find((line) => pattern.test(line));
        if (found !== undefined) return found;
        if (child.exitCode !== null) throw new Error(`it ended with ${child.exitCode} and said:\n${said}`);
        await once(child, 'said', { signal }).catch(() => {
          throw new Error(`no line like ${pattern} within ${withinMs} ms, but:\n${said}`);
        });
      }
    },
    async end(signal, withinMs = 15_000) {
      child.kill(signal);
      const late = once(AbortSignal.timeout(withinMs), 'abort').then(() => {
        child.kill('SIGKILL');
        throw new Error(`it did not end within ${withinMs} ms of ${signal}, and said:\n${said}`);
      });
      return Promise.race([exited, late]);
    },
  };
}
