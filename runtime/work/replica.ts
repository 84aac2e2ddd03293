import type { Dispatcher, TellShard } from '../dispatch/index.ts';
import type { Commit, Ledger } from '../ledger/index.ts';
import type { Delivery, JobInForce } from '../shard/index.ts';
import type { Log, Telemetry } from '../telemetry/index.ts';
import type { CrashPoint } from './crash-point.ts';
import type { LedgerClock } from './ledger-clock.ts';
import type { Passes } from './passes.ts';
import type { Timers } from './timers.ts';

/** What every part of a replica is given: the world outside it, and what it is called. */
export interface Replica {
  readonly id: string;
  readonly ledger: Ledger;
  readonly timers: Timers;
  readonly clock: LedgerClock;
  readonly log: Log;
  readonly telemetry: Telemetry;
  readonly limits: WorkLimits;
  readonly passes: Passes;
  /** Kinds of targets that can be sent to from here; absent: all. */
  readonly kinds?: ReadonlySet<string>;
  /** Called between two durable steps; tests throw in it. */
  readonly crash: (point: CrashPoint) => void;
  /** Called with every entry that was written, before what it says is dispatched. */
  readonly committed: (commit: Commit, deliveries: readonly Delivery[]) => void;
}

export interface WorkLimits {
  /** Milliseconds without a beat after which a replica's shards are anybody's. */
  readonly leaseMs: number;
  /** How often others' leases and inboxes are read, in milliseconds. */
  readonly tickMs: number;
  /** Most rows of one commit. */
  readonly rowsMost: number;
  /** From how many unanswered deliveries on the next part of a pass waits, up to a second. */
  readonly pendingMost: number;
}

/** Makes what sends runs to their targets. */
export type DispatcherMaker = (world: {
  readonly tell: TellShard;
  /** What is in force for a job of an owned shard. */
  readonly jobOf: (tenant: string, job: string) => JobInForce | undefined;
}) => Dispatcher;
