import type { Clock, Dispatcher, DispatcherOptions } from '../../../runtime/dispatch/index.ts';
import { createDispatcher } from '../../../runtime/dispatch/index.ts';
import type { Letter } from '../../../runtime/ledger/index.ts';
import type { Cancel, Delivery } from '../../../runtime/shard/index.ts';
import type { Instant } from '../../../schema/time.ts';

/** 2027-03-28T01:30:00Z */
export const scheduled: Instant = 1_806_197_400;

export interface DeliveryParts {
  readonly tenant?: string;
  readonly job?: string;
  readonly kind?: string;
  readonly key?: string;
  readonly target?: Readonly<Record<string, unknown>>;
  readonly attempt?: number;
  readonly attempts?: number;
  readonly deadline?: Instant;
  readonly minBackoff?: number;
  readonly maxBackoff?: number;
  readonly run?: Partial<Delivery['run']>;
}

/** A delivery as a shard hands it over. */
export function delivery(parts: DeliveryParts = {}): Delivery {
  const { tenant = 'benefits', job = 'statement-run', kind = 'sink', attempt = 1, attempts = 1 } = parts;
  return {
    tenant,
    attempt,
    due: scheduled + 30,
    revision: 7,
    target: { key: parts.key ?? kind, kind, declared: parts.target ?? {} },
    retry: { attempts, minBackoff: parts.minBackoff ?? 10, maxBackoff: parts.maxBackoff ?? 600 },
    run: {
      id: `${job}@2027-03-28T01:30:00Z`,
      job,
      scheduled,
      lane: 'scheduled',
      window: { from: scheduled - 86_400, to: scheduled },
      dispatched: scheduled + 30,
      started: false,
      attempt: { number: attempt, state: 'sent' },
      attemptCountMax: attempts,
      attempts: [{ number: attempt, sentAt: scheduled + 30 }],
      ...(parts.deadline !== undefined && { deadline: parts.deadline }),
      ...parts.run,
    },
  };
}

export function cancelOf({ tenant, run, target }: Delivery, replacedBy?: string): Cancel {
  return { tenant, run, target, ...(replacedBy !== undefined && { replacedBy }) };
}

/** A clock that stands still until it is turned. */
export interface StandingClock extends Clock {
  turn(seconds: number): void;
}

export function standingClock(from: Instant = scheduled + 30): StandingClock {
  let now = from * 1000;
  let timers: { at: number; run: () => void }[] = [];
  return {
    now: () => now,
    after(ms, run) {
      const timer = { at: now + ms, run };
      timers.push(timer);
      return () => {
        timers = timers.filter((other) => other !== timer);
      };
    },
    turn(seconds) {
      now += seconds * 1000;
      const due = timers.filter(({ at }) => at <= now);
      timers = timers.filter(({ at }) => at > now);
      for (const { run } of due.sort((a, b) => a.at - b.at)) run();
    },
  };
}

/** A dispatcher, and what it told. */
export interface Desk {
  readonly dispatcher: Dispatcher;
  readonly letters: Letter[];
  /** How many letters came in each call. */
  readonly calls: number[];
  /** Resolves once so many letters were told in all. */
  told(count: number): Promise<readonly Letter[]>;
}

export function openDesk(options: Omit<DispatcherOptions, 'tell' | 'tokenOf'>): Desk {
  const letters: Letter[] = [];
  const calls: number[] = [];
  const waiting: { readonly count: number; readonly resolve: (letters: readonly Letter[]) => void }[] = [];
  const dispatcher = createDispatcher({
    reportUrl: 'https://almanac.example/v1/report',
    tokenOf: (tenant, run) => `token of ${tenant}/${run}`,
    ...options,
    tell(_shard, told) {
      calls.push(told.length);
      letters.push(...told);
      for (const { count, resolve } of waiting) if (letters.length >= count) resolve(letters);
    },
  });
  return {
    dispatcher,
    letters,
    calls,
    told: (count) =>
      new Promise((resolve) => {
        if (letters.length >= count) resolve(letters);
        else waiting.push({ count, resolve });
      }),
  };
}

/** Lets everything happen that is ready to happen: promises, and turns of the event loop. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await new Promise<void>((resolve) => setImmediate(resolve));
}
