import type { Io } from './io.ts';

/**
 * Makes the process end as a user expects: quietly when the reader of its output is gone (`almanac fires | head`),
 * with 1 when the output cannot be written (a full disk), with 130 on Ctrl-C, also as process 1 of a container,
 * which no signal ends by itself. Returns how to leave Ctrl-C to somebody else.
 */
export function mindSignals(io: Io): () => void {
  for (const output of [io.stdout, io.stderr]) {
    output.on?.('error', (error) => {
      if ((error as NodeJS.ErrnoException).code === 'EPIPE') return;
      if (output === io.stdout) io.stderr.write(`almanac: the output cannot be written: ${error.message}\n`);
      io.exit?.(1);
    });
  }
  const interrupted = () => io.exit?.(130);
  io.on?.('SIGINT', interrupted);
  return () => io.off?.('SIGINT', interrupted);
}
