import { setTimeout as delay } from 'node:timers/promises';
import type { Connection, ReadAsk } from './connect.ts';
import { type Mutation, weigh } from './mutations.ts';
import { tableStatements } from './tables.ts';

/** What a ledger has cost since it was opened. */
export interface SpannerCost {
  /** Calls that were answered or failed, each time one was tried again counted too. */
  readonly roundTrips: number;
  readonly commits: number;
  /** Values and index entries written, as Spanner counts them against the limit of one commit. */
  readonly mutations: number;
  readonly retries: number;
}

/** The connection, with short troubles retried and everything counted. */
export interface Store {
  read(ask: ReadAsk): Promise<readonly (readonly unknown[])[]>;
  write(mutations: readonly Mutation[]): Promise<void>;
  now(): Promise<number>;
  close(): Promise<void>;
  cost(): SpannerCost;
}

/** Status codes of gRPC. */
export const status = {
  cancelled: 1,
  deadline: 4,
  notFound: 5,
  alreadyExists: 6,
  aborted: 10,
  internal: 13,
  unavailable: 14,
};

const passing: readonly unknown[] = [
  status.cancelled,
  status.deadline,
  status.aborted,
  status.internal,
  status.unavailable,
];
/** No try begins later than this after the first, in milliseconds; then the ledger counts as out of reach. */
const patience = 10_000;

export function storeOn(connection: Connection): Store {
  const spent = { roundTrips: 0, commits: 0, mutations: 0, retries: 0 };
  const indexes = indexCounts();

  /** A write whose answer got lost may come twice: each of ours meets its own key then, or writes the same again. */
  async function tried<T>(call: () => Promise<T>): Promise<T> {
    const began = performance.now();
    for (let tries = 1; ; tries++) {
      spent.roundTrips++;
      try {
        return await call();
      } catch (error) {
        const { code, message } = error as { code?: number; message?: string };
        const forgotten = code === status.notFound && /session not found/i.test(message ?? '');
        const over = performance.now() - began > patience;
        if (over || !(passing.includes(code) || forgotten)) throw error;
        if (forgotten) await connection.renew();
        spent.retries++;
        // From 2 ms, doubled up to a second, and spread so that two that met don't meet again.
        await delay(Math.min(1000, 2 ** tries) * (0.5 + Math.random() / 2));
      }
    }
  }

  return {
    read: (ask) => {
      const none = ask.keys?.length === 0 || ask.ranges?.length === 0 || ask.limit === 0;
      return none ? Promise.resolve([]) : tried(() => connection.read(ask));
    },
    async write(mutations) {
      const { mutations: count } = weigh(mutations, indexes);
      await tried(() => connection.write(mutations));
      spent.commits++;
      spent.mutations += count;
    },
    now: () => tried(() => connection.now()),
    close: () => connection.close(),
    cost: () => ({ ...spent }),
  };
}

/** How many indexes each table has. */
function indexCounts(): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { text } of tableStatements()) {
    const table = / ON (\w+) /.exec(text)?.[1];
    if (table !== undefined && !text.startsWith('CREATE TABLE'))
      counts.set(table, (counts.get(table) ?? 0) + 1);
  }
  return counts;
}
