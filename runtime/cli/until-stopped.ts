import type { Io } from '../../compiler/cli/index.ts';

/**
 * Resolves at the first order to stop: SIGTERM, or Ctrl-C. A second one ends the process at once, for who waits no
 * longer has decided so.
 */
export function untilStopped(io: Io): Promise<void> {
  return new Promise((resolve) => {
    let isStopping = false;
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      io.on?.(signal, () => {
        if (isStopping) io.exit?.(130);
        isStopping = true;
        resolve();
      });
    }
  });
}
