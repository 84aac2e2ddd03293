import type { Manifest } from '../../../schema/manifest.ts';
import type { RecordedHistory } from '../../../schema/recorded-history.ts';
import type { RuntimeBase } from '../../../schema/runtime-base.ts';
import type { Instant } from '../../../schema/time.ts';
import type { Call } from '../call.ts';
import type { OptionSpec } from '../command.ts';

/** How a plan asks a runtime. The compiler knows none; who does gives `planCommand` one. */
export interface PlanRuntime {
  /** Options by which a call names a runtime otherwise than by `--base`. */
  readonly options: readonly OptionSpec[];
  /** How the words of `--base` name a runtime, for people. */
  readonly names: string;
  /** Whether the words of `--base` name a runtime. */
  isNamed(words: string): boolean;
  base(call: Call, words: string, ask: RuntimeAsk): Promise<BaseInForce>;
  /** What was recorded of tenants; of the runtime that `words` name, else of the one that the call does. */
  history(call: Call, words: string | undefined, ask: HistoryAsk): Promise<readonly RecordedHistory[]>;
}

export interface RuntimeAsk {
  readonly tenants: readonly string[];
  /** Also the tenants in which this source has declarations in force. */
  readonly source?: string;
}

export interface HistoryAsk {
  readonly tenants: readonly string[];
  readonly from: Instant;
  readonly until: Instant;
}

/** What is in force, as one manifest. */
export interface BaseInForce {
  /** For people: where, and which revisions. */
  readonly label: string;
  readonly base: RuntimeBase;
  /** Absent where nothing is in force. */
  readonly manifest?: Manifest;
}
