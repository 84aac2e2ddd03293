import type { Instant } from '../../schema/time.ts';
import type { Io } from './io.ts';

/** One call of a command: what was asked, at what time, and where the answer goes. */
export interface Call {
  readonly words: readonly string[];
  readonly options: Options;
  readonly io: Io;
  /** The clock for everything: `--now`, else the machine's when the command began. */
  readonly now: Instant;
}

/** What the flags say, by their names in camel case. Those of every command, and each command's own. */
export interface Options {
  readonly json?: boolean;
  readonly config?: string;
  readonly cache: boolean;
  readonly quiet?: boolean;
  readonly color?: boolean;
  readonly [own: string]: unknown;
}
