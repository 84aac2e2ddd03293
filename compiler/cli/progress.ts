import { visible } from '../diagnostics/index.ts';
import type { Io } from './io.ts';

/**
 * Tells on the error output what goes on, once it takes longer than a second: on a terminal in one line that is
 * written over, elsewhere (a build log) in a line every five seconds. With `--quiet`, nothing.
 */
export interface Progress {
  /** Says what is being done, and how much of it is done. Also lets a Ctrl-C through. */
  step(doing: string, done?: number, of?: number): Promise<void>;
  /** The same from where nothing can be waited for. */
  note(doing: string, done?: number, of?: number): void;
  /** Takes the line away. */
  end(): void;
}

const silentMs = 1000;
const terminalMs = 100;
const logMs = 5000;

export function openProgress(
  io: Io,
  quiet: boolean,
  clockMs: () => number = () => performance.now(),
): Progress {
  const began = clockMs();
  const terminal = io.stderr.isTTY === true;
  let told = Number.NEGATIVE_INFINITY;
  let breathed = began;
  const note = (doing: string, done?: number, of?: number) => {
    const now = clockMs();
    if (quiet || now - began < silentMs || now - told < (terminal ? terminalMs : logMs)) return;
    told = now;
    const share = done !== undefined && of !== undefined ? `, ${done} of ${of}` : '';
    const text = visible(`${Math.floor((now - began) / 1000)} s: ${doing}${share}`);
    io.stderr.write(terminal ? `\r\x1b[2K${text}` : `almanac: ${text}\n`);
  };
  return {
    note,
    async step(doing, done, of) {
      note(doing, done, of);
      if (clockMs() - breathed < terminalMs) return;
      // Signals are only heard between two turns of the event loop.
      await new Promise((resolve) => setImmediate(resolve));
      breathed = clockMs();
    },
    end() {
      if (terminal && told > 0) io.stderr.write('\r\x1b[2K');
    },
  };
}
