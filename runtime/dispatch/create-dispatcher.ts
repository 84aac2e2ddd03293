import type { Instant, Seconds } from '../../schema/time.ts';
import type { Letter } from '../ledger/index.ts';
import type { Cancel, Delivery } from '../shard/index.ts';
import { Attempt, type AttemptDesk, attemptKey } from './attempt.ts';
import { admits, type Circuit, fails, failuresMost, newCircuit, restLeast } from './circuit.ts';
import { type Clock, machineClock } from './clock.ts';
import type { DeliveryResult, Dispatcher, TargetAdapter, TellShard } from './dispatcher.ts';
import { letterOf } from './letter-of.ts';
import { newOutbox } from './outbox.ts';
import { newTargetQueue, type TargetQueue } from './target-queue.ts';

export interface DispatcherOptions {
  /** By kind of target. A kind that is not here can't be sent. */
  readonly adapters: Readonly<Record<string, TargetAdapter>>;
  readonly tell: TellShard;
  /** Makes the token that lets a run report on itself. */
  readonly tokenOf: (tenant: string, run: string) => string;
  /** The W3C trace context of a delivery, where it is traced. */
  readonly traceparentOf?: (delivery: Delivery) => string | undefined;
  /** Where runs report; absent: nowhere. */
  readonly reportUrl?: string;
  /** Most attempts at one target at once, by kind. @default 64, of Pub/Sub 256, of Cloud Run jobs without limit */
  readonly perTarget?: Readonly<Record<string, number>>;
  /** Most attempts at once. A target with none gets one all the same. @default 1024 */
  readonly atOnce?: number;
  /** The longest time of one attempt where the target declares none, by kind. */
  readonly timeouts?: Readonly<Record<string, Seconds>>;
  /** @default the machine's */
  readonly clock?: Clock;
}

const standardPerTarget: Readonly<Record<string, number>> = {
  http: 64,
  pubsub: 256,
  command: 64,
  // What is watched costs one request now and then; its adapter limits how many are started at once.
  cloudRunJob: Number.POSITIVE_INFINITY,
};

/** A Cloud Run job and a command end by themselves, or are lost. */
const standardTimeouts: Readonly<Record<string, Seconds>> = { http: 600, pubsub: 60 };
/** A service that reports its end later only has to say that it took the request. */
const reportedTimeout: Seconds = 30;

/** An adapter that does not answer for so long after it was told to stop is not waited for. */
const graceMs = 30_000;

/** Most attempts that one turn of the event loop starts, so that the next commit is not held up. */
const startsMost = 64;

/**
 * Makes a dispatcher: a queue a target, in which tenants take turns; so many attempts at a target at once; a circuit a
 * tenant and target. Where an adapter answers at once, nothing is queued and nothing waits.
 */
export function createDispatcher(options: DispatcherOptions): Dispatcher {
  const { adapters, clock = machineClock, atOnce = 1_024 } = options;
  const outbox = newOutbox(options.tell);
  const queues = new Map<string, TargetQueue<Attempt>>();
  const underWay = new Map<string, Attempt>();
  /** Queues that have something to send, in the order of their turns. */
  const ready = new Set<TargetQueue<Attempt>>();
  const desk: AttemptDesk = {
    reportUrl: options.reportUrl,
    tokenOf: options.tokenOf,
    traceparentOf: options.traceparentOf,
    tell: ({ shard }, letter) => outbox.add(shard, letter),
  };
  let going = 0;
  let isScheduled = false;
  let isClosing = false;
  let whenIdle: (() => void) | undefined;

  const nowSeconds = (): Instant => Math.floor(clock.now() / 1000);
  const tell = (shard: number, letter: Letter) => outbox.add(shard, letter);

  function queueOf(key: string, kind: string): TargetQueue<Attempt> {
    let queue = queues.get(key);
    if (!queue) {
      queue = newTargetQueue(key, options.perTarget?.[kind] ?? standardPerTarget[kind] ?? 64);
      queues.set(key, queue);
    }
    return queue;
  }

  function hasRoom(queue: TargetQueue<Attempt>): boolean {
    return queue.going < queue.most && (going < atOnce || queue.going === 0);
  }

  /** Sends what there is room for, one of each queue in turn. */
  function pump(): void {
    let starts = 0;
    for (const queue of ready) {
      // It goes to the end of the line, and is met again by this loop.
      ready.delete(queue);
      if (!hasRoom(queue)) {
        // Whoever frees the room puts it back.
        if (queue.going < queue.most) starved.add(queue);
        continue;
      }
      const attempt = queue.take((tenant, item) => {
        const circuit = queue.circuits.get(tenant);
        return !circuit || admits(circuit, item);
      });
      if (!attempt) continue;
      if (!queue.isEmpty) ready.add(queue);
      start(attempt);
      if (++starts >= startsMost) {
        pumpLater();
        return;
      }
    }
  }

  /** Queues that could send but for the limit over all. */
  const starved = new Set<TargetQueue<Attempt>>();

  function pumpLater(): void {
    if (isScheduled || isClosing) return;
    isScheduled = true;
    setImmediate(() => {
      isScheduled = false;
      if (!isClosing) pump();
    });
  }

  function wake(queue: TargetQueue<Attempt>): void {
    if (!queue.isEmpty) ready.add(queue);
    for (const other of starved) ready.add(other);
    starved.clear();
    if (ready.size > 0) pumpLater();
  }

  /** Starts an attempt. Returns whether its answer is still to come. */
  function start(attempt: Attempt): boolean {
    const { delivery } = attempt;
    const { run, target } = delivery;
    if (run.deadline !== undefined && !run.started && nowSeconds() > run.deadline) {
      answer(attempt, { ...undelivered, error: 'it was not sent before its deadline' });
      return false;
    }
    const adapter = adapters[target.kind];
    if (!adapter) {
      answer(attempt, { ...undelivered, error: `nothing of the kind ${target.kind} is sent from here` });
      return false;
    }
    let result: DeliveryResult | Promise<DeliveryResult>;
    try {
      result = adapter.deliver(delivery, attempt);
    } catch (error) {
      result = thrown(error);
    }
    if (!('then' in result)) {
      answer(attempt, result);
      return false;
    }
    attempt.state = 'going';
    attempt.queue.going++;
    going++;
    underWay.set(attemptKey(delivery), attempt);
    armTimeout(attempt);
    result.then(
      (settled) => settle(attempt, settled),
      (error) => settle(attempt, thrown(error)),
    );
    return true;
  }

  function armTimeout(attempt: Attempt): void {
    const seconds = timeoutOf(attempt.delivery, options.timeouts);
    if (seconds === undefined) return;
    attempt.stopTimers = clock.after(seconds * 1000, () => {
      attempt.abort('timeout');
      attempt.stopTimers = clock.after(graceMs, () =>
        settle(attempt, {
          ...undelivered,
          error: `no end within ${seconds} s`,
          retryable: true,
          targetDown: true,
        }),
      );
    });
  }

  function settle(attempt: Attempt, result: DeliveryResult): void {
    if (attempt.state === 'answered') return;
    attempt.stopTimers?.();
    attempt.queue.going--;
    going--;
    answer(attempt, result);
    wake(attempt.queue);
    if (underWay.size === 0) whenIdle?.();
  }

  function answer(attempt: Attempt, result: DeliveryResult): void {
    const { delivery, queue, shard, abortedBy } = attempt;
    attempt.state = 'answered';
    if (underWay.size > 0) forget(attempt);
    const isUnknown = result.kind === 'not-delivered';
    if (isUnknown && result.targetDown && !abortedBy) countFailure(attempt, result.error);
    else if (isUnknown && abortedBy === 'timeout') countFailure(attempt, result.error);
    else if (queue.circuits.size > 0) countAnswer(attempt);
    // A run that was cancelled since it was lost is over; one cut short by our own end is sent again by its next owner.
    if (isUnknown && (abortedBy === 'cancelled' || abortedBy === 'stopping')) return;
    tell(shard, letterOf(delivery, result, nowSeconds()));
  }

  function countFailure(attempt: Attempt, error: string): void {
    const { queue, shard, delivery } = attempt;
    const { tenant } = delivery;
    let circuit = queue.circuits.get(tenant);
    if (!circuit) {
      circuit = newCircuit(shard);
      queue.circuits.set(tenant, circuit);
    }
    if (!fails(circuit, attempt)) return;
    const reason = `${failuresMost} attempts in a row did not arrive; the last: ${error}`;
    tell(shard, { kind: 'circuit', tenant, target: queue.key, open: true, reason });
    rest(queue, tenant, circuit);
  }

  /** The target answered, or nothing is known of it. */
  function countAnswer({ queue, delivery, abortedBy, shard }: Attempt): void {
    const { tenant } = delivery;
    const circuit = queue.circuits.get(tenant);
    if (!circuit) return;
    if (abortedBy) {
      delete circuit.probe;
    } else {
      queue.circuits.delete(tenant);
      circuit.stopRest?.();
      if (circuit.state === 'open') {
        tell(shard, { kind: 'circuit', tenant, target: queue.key, open: false, reason: 'it answered' });
      }
    }
    queue.recall(tenant);
    wake(queue);
  }

  function rest(queue: TargetQueue<Attempt>, tenant: string, circuit: Circuit): void {
    circuit.stopRest = clock.after(circuit.rest * 1000, () => {
      circuit.state = 'probing';
      const reason = `it rested for ${circuit.rest} s; one attempt shows whether it is up again`;
      tell(circuit.shard, { kind: 'circuit', tenant, target: queue.key, open: false, reason });
      queue.recall(tenant);
      wake(queue);
    });
  }

  function send(shard: number, deliveries: readonly Delivery[]): void {
    if (isClosing) return;
    let starts = 0;
    for (const delivery of deliveries) {
      if (underWay.size > 0 && underWay.has(attemptKey(delivery))) continue;
      const queue = queueOf(delivery.target.key, delivery.target.kind);
      const attempt = new Attempt(shard, delivery, queue, desk);
      // Most answer at once, or wait for nothing: those are not queued.
      const isFree = queue.isEmpty && queue.circuits.size === 0 && hasRoom(queue) && starts < startsMost;
      if (isFree) {
        if (start(attempt)) starts++;
        continue;
      }
      underWay.set(attemptKey(delivery), attempt);
      queue.add(delivery.tenant, attempt);
      if (!queue.isEmpty) ready.add(queue);
    }
    if (ready.size > 0) pumpLater();
  }

  function cancel(shard: number, cancels: readonly Cancel[]): void {
    for (const order of cancels) cancelOne(shard, order);
  }

  function cancelOne(shard: number, order: Cancel): void {
    const { tenant, run, target } = order;
    const of = { tenant, run, attempt: run.attempt.number };
    const attempt = underWay.get(attemptKey(of));
    if (attempt?.state === 'waiting') {
      attempt.queue.remove(tenant, attempt);
      answer(attempt, { kind: 'ended', outcome: 'cancelled', message: 'it was not sent yet' });
      return;
    }
    const adapter = adapters[target.kind];
    if (!adapter?.cancel) {
      // Nobody waits for a run that was lost; one to be replaced ends by its own word.
      if (order.replacedBy === undefined) attempt?.abort('cancelled');
      return;
    }
    const context = attempt ?? new Attempt(shard, cancelled(order), queueOf(target.key, target.kind), desk);
    adapter.cancel(order, context).then(
      (result) => result && tell(shard, letterOf({ ...of, retry: noRetry }, result, nowSeconds())),
      // Its end comes otherwise, or it is lost.
      () => undefined,
    );
  }

  function forget(attempt: Attempt): void {
    underWay.delete(attemptKey(attempt.delivery));
  }

  function resume(
    shard: number,
    open: readonly { readonly tenant: string; readonly target: string }[],
  ): void {
    for (const { tenant, target } of open) {
      const queue = queueOf(target, target.split(' ', 1)[0]!);
      if (queue.circuits.has(tenant)) continue;
      const circuit: Circuit = { ...newCircuit(shard), state: 'open', rest: restLeast };
      queue.circuits.set(tenant, circuit);
      rest(queue, tenant, circuit);
    }
  }

  function release(shard: number): void {
    const tenants = new Set<string>();
    for (const { shard: own, delivery } of underWay.values()) if (own === shard) tenants.add(delivery.tenant);
    for (const queue of queues.values()) {
      for (const [tenant, circuit] of queue.circuits) {
        if (circuit.shard !== shard) continue;
        circuit.stopRest?.();
        queue.circuits.delete(tenant);
      }
      // A tenant lives in one shard.
      for (const attempt of queue.clear((tenant) => tenants.has(tenant))) forget(attempt);
      if (queue.going === 0 && queue.isEmpty && queue.circuits.size === 0) queues.delete(queue.key);
    }
  }

  async function close(withinMs: number): Promise<void> {
    isClosing = true;
    for (const queue of queues.values()) {
      for (const attempt of queue.clear(() => true)) forget(attempt);
      for (const { stopRest } of queue.circuits.values()) stopRest?.();
    }
    ready.clear();
    // What ends by itself may do so; then there is as much time again to end in order.
    await idleWithin(withinMs / 2);
    for (const attempt of underWay.values()) attempt.abort('stopping');
    await idleWithin(withinMs / 2);
    await Promise.all(Object.values(adapters).map((adapter) => adapter.close?.()));
    // What was answered by that.
    await new Promise<void>((resolve) => setImmediate(resolve));
    for (const attempt of underWay.values()) {
      attempt.stopTimers?.();
      attempt.state = 'answered';
    }
    underWay.clear();
    outbox.flush();
  }

  function idleWithin(ms: number): Promise<void> {
    if (underWay.size === 0) return Promise.resolve();
    return new Promise((resolve) => {
      const done = () => {
        stop();
        whenIdle = undefined;
        resolve();
      };
      const stop = clock.after(ms, done);
      whenIdle = done;
    });
  }

  return {
    send,
    cancel,
    resume,
    release,
    close,
    get pending() {
      return underWay.size;
    },
  };
}

const undelivered = { kind: 'not-delivered', retryable: false, targetDown: false } as const;
const noRetry = { attempts: 1, minBackoff: 0, maxBackoff: 0 } as const;

function thrown(error: unknown): DeliveryResult {
  const what = error instanceof Error ? error.message : String(error);
  return { kind: 'ended', outcome: 'failed', retryable: true, message: `almanac failed to send it: ${what}` };
}

function timeoutOf({ target }: Delivery, given: DispatcherOptions['timeouts']): Seconds | undefined {
  const { timeout, completion } = target.declared;
  if (typeof timeout === 'number') return timeout;
  if (given?.[target.kind] !== undefined) return given[target.kind];
  return completion === 'report' ? reportedTimeout : standardTimeouts[target.kind];
}

/** What an adapter is told of a run that is at its target, but was not sent from here. */
function cancelled({ tenant, run, target }: Cancel): Delivery {
  const { number } = run.attempt;
  return { tenant, run, attempt: number, due: run.scheduled, revision: 0, target, retry: noRetry };
}
