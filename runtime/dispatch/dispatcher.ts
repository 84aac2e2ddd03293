import type { Letter } from '../ledger/index.ts';
import type { Cancel, Delivery } from '../shard/index.ts';

/** Sends runs to their targets and tells what becomes of it. Never throws for what a target does. */
export interface Dispatcher {
  /**
   * Takes deliveries of one shard and returns at once; they are sent in order as slots allow. A delivery of a run and
   * attempt that is under way already is left out.
   */
  send(shard: number, deliveries: readonly Delivery[]): void;
  cancel(shard: number, cancels: readonly Cancel[]): void;
  /**
   * Takes over circuits that a shard's record says are open, so that they are closed by a letter after their rest. For
   * who opens the shard; this dispatcher has not seen them open.
   */
  resume(shard: number, open: readonly { readonly tenant: string; readonly target: string }[]): void;
  /**
   * Forgets what of a shard was not sent yet, and its circuits, where another owns it now. What is at a target goes on,
   * and is told.
   */
  release(shard: number): void;
  /** Deliveries taken and not answered. */
  readonly pending: number;
  /** Takes no more and waits until what is at a target was answered, at most so many milliseconds. */
  close(withinMs: number): Promise<void>;
}

/** One kind of target. Tests and benchmarks give their own. */
export interface TargetAdapter {
  /**
   * Delivers one attempt. What it returns or resolves to is the letter about it (its `retryAt` is worked out by the
   * dispatcher from `retryable`). Throwing is a bug and counts as an attempt that failed.
   */
  deliver(delivery: Delivery, context: DeliveryContext): DeliveryResult | Promise<DeliveryResult>;
  /** Asks for a cancel; its confirmation comes as the result of `deliver`, or as a result here. */
  cancel?(cancel: Cancel, context: DeliveryContext): Promise<DeliveryResult | undefined>;
  /** Lets go of connections and of processes that are left. */
  close?(): Promise<void>;
}

export interface DeliveryContext {
  /** Ends the attempt; its `reason` is an `AbortReason`. */
  readonly signal: AbortSignal;
  /** Where the run reports, if anywhere, and the token that lets it report on itself alone. */
  readonly reportUrl: string | undefined;
  readonly token: string;
  /** The trace that the attempt is part of, as W3C Trace Context writes it; absent where nothing is traced. */
  readonly traceparent?: string | undefined;
  /** Tells something about the run while the attempt goes on, for instance that it started. */
  tell(letter: Letter): void;
}

/** Its time is over; it was asked to stop; the process ends, and whoever owns the shard next delivers it again. */
export type AbortReason = 'timeout' | 'cancelled' | 'stopping';

export type DeliveryResult =
  /** Taken; the end comes later or is never told. */
  | { readonly kind: 'delivered'; readonly note?: string }
  /** Its end. One that is no success may be tried again where `retryable`. */
  | {
      readonly kind: 'ended';
      readonly outcome: 'succeeded' | 'failed' | 'cancelled';
      readonly retryable?: boolean;
      readonly status?: number;
      readonly message?: string;
      readonly tail?: string;
    }
  /** Not taken, as far as is known. Counts for the circuit where `targetDown`. */
  | {
      readonly kind: 'not-delivered';
      readonly error: string;
      readonly retryable: boolean;
      readonly targetDown: boolean;
      /** The target asked for this much patience, in seconds. */
      readonly retryAfter?: number;
    };

/** Who is told. `own` goes into the next entry of the shard. */
export type TellShard = (shard: number, letters: readonly Letter[]) => void;
