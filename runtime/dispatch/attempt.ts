import type { Letter } from '../ledger/index.ts';
import type { Delivery } from '../shard/index.ts';
import type { AbortReason, DeliveryContext } from './dispatcher.ts';
import type { TargetQueue } from './target-queue.ts';

/** What the attempts of one dispatcher share. */
export interface AttemptDesk {
  readonly reportUrl: string | undefined;
  tokenOf(tenant: string, run: string): string;
  traceparentOf?: ((delivery: Delivery) => string | undefined) | undefined;
  tell(attempt: Attempt, letter: Letter): void;
}

/**
 * One attempt under way, as its adapter sees it. A class, because ten thousand are made in a few milliseconds: what
 * costs more than the rest together, the token and the signal, is made when somebody asks for it.
 */
export class Attempt implements DeliveryContext {
  readonly shard: number;
  readonly delivery: Delivery;
  readonly queue: TargetQueue<Attempt>;
  readonly desk: AttemptDesk;
  state: 'waiting' | 'going' | 'answered' = 'waiting';
  abortedBy: AbortReason | undefined = undefined;
  stopTimers: (() => void) | undefined = undefined;
  private controller: AbortController | undefined = undefined;

  constructor(shard: number, delivery: Delivery, queue: TargetQueue<Attempt>, desk: AttemptDesk) {
    this.shard = shard;
    this.delivery = delivery;
    this.queue = queue;
    this.desk = desk;
  }

  get signal(): AbortSignal {
    this.controller ??= new AbortController();
    if (this.abortedBy) this.controller.abort(this.abortedBy);
    return this.controller.signal;
  }

  get token(): string {
    return this.desk.tokenOf(this.delivery.tenant, this.delivery.run.id);
  }

  get reportUrl(): string | undefined {
    return this.desk.reportUrl;
  }

  get traceparent(): string | undefined {
    return this.desk.traceparentOf?.(this.delivery);
  }

  tell(letter: Letter): void {
    this.desk.tell(this, letter);
  }

  abort(reason: AbortReason): void {
    if (this.abortedBy) return;
    this.abortedBy = reason;
    this.controller?.abort(reason);
  }
}

/** Names an attempt among those under way. */
export function attemptKey({ tenant, run, attempt }: Pick<Delivery, 'tenant' | 'run' | 'attempt'>): string {
  return `${tenant}\n${run.id}\n${attempt}`;
}
