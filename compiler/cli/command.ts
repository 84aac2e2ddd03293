import type { Call } from './call.ts';
import type { ExitCode } from './exit-code.ts';

/** A command: how it is called, what its help teaches, and what it does. Plain data but for `run`. */
export interface Command {
  readonly name: string;
  /** What it does, in one line. */
  readonly summary: string;
  /** What comes after the name in the usage line. */
  readonly usage: string;
  /** A few sentences under the usage line. */
  readonly about: string;
  readonly arguments: readonly ArgumentSpec[];
  readonly options: readonly OptionSpec[];
  readonly examples: readonly Example[];
  readonly exitCodes: readonly ExitCode[];
  /** It goes on until a signal ends it, and minds signals itself: nothing ends it in the middle. */
  readonly stopsBySignal?: true;
  run(call: Call): Promise<ExitCode>;
}

export interface ArgumentSpec {
  /** `[dir]`, `<job>`, `[paths...]`. */
  readonly name: string;
  readonly about: string;
}

export interface OptionSpec {
  /** `--base <base>`, `-h, --help`, `--no-cache`. */
  readonly flags: string;
  readonly about: string;
  /** Makes a value of the text, or throws a `CallError` that says what is wrong with it. */
  readonly read?: (text: string) => unknown;
  /** May be given several times; the value is a list. */
  readonly many?: true;
}

export interface Example {
  readonly run: string;
  readonly about: string;
}
