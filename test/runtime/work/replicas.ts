import { createHash } from 'node:crypto';
import { canonicalJson } from '../../../compiler/index.ts';
import type { Dispatcher } from '../../../runtime/dispatch/index.ts';
import { type FireRow, type Ledger, type Letter, shardOf } from '../../../runtime/ledger/index.ts';
import { openSqliteLedger } from '../../../runtime/ledger-sqlite/index.ts';
import type { Delivery } from '../../../runtime/shard/index.ts';
import { createWorker, type Worker, type WorkerOptions } from '../../../runtime/work/index.ts';
import type { Manifest } from '../../../schema/manifest.ts';
import { type FakeTimers, fakeTimers } from './fake-timers.ts';

/** Several replicas on one ledger in memory, on one clock that stands still until it is moved. */
export interface Stand {
  readonly timers: FakeTimers;
  readonly ledger: Ledger;
  /** Every delivery that a replica sent, in order. */
  readonly sent: (Delivery & { readonly replica: string; readonly at: number })[];
  /** The ledger's clock against the machine's, in milliseconds. */
  skew: number;
  /** While it says something, every method of the ledger throws it. */
  outage: string | undefined;
  replica(id: string, options?: Partial<WorkerOptions>): Worker;
  /** Ends a replica as SIGKILL does: from now on nothing of it goes on. */
  kill(id: string): void;
  apply(tenant: string, manifest: Manifest): Promise<void>;
  rows(tenant: string): Promise<readonly FireRow[]>;
}

export const start = Date.parse('2027-03-01T00:00:00Z');

export function makeStand(answer: (delivery: Delivery) => Letter | undefined = succeed): Stand {
  const timers = fakeTimers(start);
  const whole = openSqliteLedger({
    file: ':memory:',
    clock: () => ({ now: timers.wall() + stand.skew, error: 0 }),
  });
  const killed = new Set<string>();
  const ledgerOf = (id: string) =>
    Object.fromEntries(
      Object.entries(whole).map(([name, value]) => [
        name,
        typeof value !== 'function'
          ? value
          : async (...given: unknown[]) => {
              if (killed.has(id)) return new Promise(() => {});
              if (stand.outage !== undefined) throw new Error(stand.outage);
              return (value as (...given: unknown[]) => unknown)(...given);
            },
      ]),
    ) as unknown as Ledger;
  let requests = 0;

  const stand: Stand = {
    timers,
    ledger: whole,
    sent: [],
    skew: 0,
    outage: undefined,
    replica(id, options = {}) {
      const worker = createWorker({
        ledger: ledgerOf(id),
        id,
        about: '',
        timers: { ...timers, at: (at, callback) => timers.at(at, () => killed.has(id) || callback()) },
        dispatcher: ({ tell }) =>
          dispatcherOf((shard, delivery) => {
            stand.sent.push({ ...delivery, replica: id, at: timers.now() });
            const letter = answer(delivery);
            if (letter) tell(shard, [letter]);
          }),
        ...options,
      });
      worker.start();
      return worker;
    },
    kill(id) {
      killed.add(id);
    },
    async apply(tenant, manifest) {
      const { shardCount } = await whole.meta();
      const put = async (text: string) => {
        const digest = `sha256:${createHash('sha256').update(text).digest('hex')}`;
        await whole.putBlob(digest, new TextEncoder().encode(text));
        return digest;
      };
      const row = await whole.tenant(tenant);
      const bytes = row?.manifest ? await whole.blob(row.manifest) : undefined;
      const before = bytes && (JSON.parse(new TextDecoder().decode(bytes)) as Manifest);
      const letter: Letter = {
        kind: 'apply',
        tenant,
        request: `r${++requests}`,
        principal: 'somebody',
        before: before?.tenants[tenant]?.digest ?? '',
        manifest: await put(canonicalJson(manifest)),
        declarations: await put('[]'),
        plan: await put('{}'),
        planDigest: await put('{}'),
        approvedBy: [],
      };
      await whole.post([{ shard: shardOf(tenant, shardCount), letter }]);
    },
    async rows(tenant) {
      const found: FireRow[] = [];
      let after: string | undefined;
      do {
        const page = await whole.fires({
          tenant,
          oldestFirst: true,
          limit: 500,
          ...(after !== undefined && { after }),
        });
        found.push(...page.rows);
        after = page.next;
      } while (after !== undefined);
      return found;
    },
  };
  return stand;
}

/** The target's word that a run ended well. */
export function succeed({ tenant, run, attempt }: Delivery): Letter {
  return { kind: 'ended', tenant, run: run.id, attempt, at: run.dispatched, outcome: 'succeeded' };
}

/** Sends nothing. */
export const noDispatcher: Dispatcher = {
  send() {},
  cancel() {},
  resume() {},
  release() {},
  pending: 0,
  async close() {},
};

function dispatcherOf(deliver: (shard: number, delivery: Delivery) => void): Dispatcher {
  return {
    ...noDispatcher,
    send(shard, deliveries) {
      for (const delivery of deliveries) deliver(shard, delivery);
    },
  };
}
