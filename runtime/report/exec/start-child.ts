import { type ChildProcess, spawn } from 'node:child_process';
import { constants } from 'node:os';
import { isatty } from 'node:tty';
import { createTail } from '../tail.ts';

/** A command that runs, with its input and output those of this process. */
export interface Child {
  /** Resolves once it has ended and its output was passed on. */
  readonly ended: Promise<ChildEnd>;
  signal(signal: NodeJS.Signals): void;
  /** Asks it to end, and ends it where it does not within the given time. */
  stop(graceMs: number): void;
}

export interface ChildEnd {
  /** Its own; of one ended by a signal 128 and the signal's number; 126 and 127 where it could not be started. */
  readonly code: number;
  readonly signal?: NodeJS.Signals;
  /** Why it could not be started. */
  readonly notStarted?: string;
  readonly tail: string;
}

/** After the command's end, for what it left behind that holds its output open. */
const outputMs = 2_000;
/** Those that end a process or tell it something; the terminal sends its own to both. */
const forwarded: readonly NodeJS.Signals[] = ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT', 'SIGUSR1', 'SIGUSR2'];

/**
 * Starts a command. Its output is passed on as it comes, and the last bytes of it are kept; with `tailBytes` 0 none
 * are, and it has the terminal itself where there is one. Signals that reach this process reach the command.
 */
export function startChild(
  [file, ...args]: readonly [string, ...string[]],
  env: NodeJS.ProcessEnv,
  tailBytes: number,
): Child {
  const tail = createTail(tailBytes);
  // Only a terminal can be shared: Node makes its own end of a pipe return at once, and as that holds for all who have
  // the pipe, a command that finds it full would fail. For the same reason nobody here looks at `process.stdin`.
  const output = (fd: number) => (tailBytes === 0 && isatty(fd) ? 'inherit' : 'pipe');
  let child: ChildProcess;
  try {
    child = spawn(file, args, { env, stdio: ['inherit', output(1), output(2)], shell: false });
  } catch (error) {
    const notStarted = (error as Error).message;
    return { ended: Promise.resolve({ code: 126, notStarted, tail: '' }), signal() {}, stop() {} };
  }
  pass(child.stdout, process.stdout, tail.add);
  pass(child.stderr, process.stderr, tail.add);
  // A terminal sends Ctrl-C to all processes in the foreground: the command has it already.
  const isTerminal = isatty(0);
  const listeners = forwarded.map((signal) => {
    const isSentTwice = isTerminal && (signal === 'SIGINT' || signal === 'SIGQUIT');
    const listener = () => void (isSentTwice || child.kill(signal));
    process.on(signal, listener);
    return () => process.off(signal, listener);
  });
  let killTimer: NodeJS.Timeout | undefined;
  const ended = new Promise<ChildEnd>((resolve) => {
    child.once('error', (error) => {
      if (child.pid !== undefined) return;
      const code = (error as NodeJS.ErrnoException).code === 'ENOENT' ? 127 : 126;
      resolve({ code, notStarted: error.message, tail: '' });
    });
    child.once('exit', (code, signal) => {
      clearTimeout(killTimer);
      const done = () => {
        clearTimeout(wait);
        child.stdout?.destroy();
        child.stderr?.destroy();
        resolve({
          code: code ?? 128 + (signal ? constants.signals[signal] : 0),
          ...(signal && { signal }),
          tail: tail.text(),
        });
      };
      const wait = setTimeout(done, outputMs);
      child.once('close', done);
    });
  }).finally(() => {
    for (const off of listeners) off();
  });
  return {
    ended,
    signal: (signal) => void child.kill(signal),
    stop(graceMs) {
      if (killTimer) return;
      child.kill('SIGTERM');
      killTimer = setTimeout(() => child.kill('SIGKILL'), graceMs);
    },
  };
}

function pass(
  from: NodeJS.ReadableStream | null,
  to: NodeJS.WriteStream,
  keep: (piece: Uint8Array) => void,
): void {
  if (!from) return;
  from.on('data', (piece: Buffer) => {
    keep(piece);
    if (to.write(piece)) return;
    from.pause();
    to.once('drain', () => from.resume());
  });
  // Who reads our output is gone: then the command's output has no reader either, and it is told as it would be alone.
  to.once('error', () => (from as NodeJS.ReadableStream & { destroy(): void }).destroy());
}
