import type { DeliveryResult, TargetAdapter } from '../../runtime/dispatch/index.ts';
import { type FinishReport, type Ledger, type Letter, shardOf } from '../../runtime/ledger/index.ts';
import type { Delivery } from '../../runtime/shard/index.ts';
import type { Random } from './random.ts';
import type { World } from './world.ts';

/** One delivery that reached a target. */
export interface Arrival {
  readonly run: string;
  readonly tenant: string;
  readonly scheduled: number;
  readonly window: { readonly from: number; readonly to: number };
  readonly attempt: number;
  /** Milliseconds. */
  readonly at: number;
}

/** What a service said of the end of a run, and left behind. */
export interface Reported {
  readonly tenant: string;
  readonly run: string;
  readonly attempt: number;
  readonly report: FinishReport;
  /** Milliseconds. */
  readonly at: number;
}

/** How targets behave. */
export interface Manners {
  /** How long a run lasts, in milliseconds, from its first arrival. */
  duration(run: string): number;
  /** A request that does not arrive. */
  readonly lost: number;
  /** A request that arrives and whose answer does not. */
  readonly answerLost: number;
  readonly fails: number;
  /** A run that reports later never does. */
  readonly silent: number;
  /** Reports come twice. */
  readonly twice: number;
  /** A service that has answered, or will never be asked how it ended, says afterwards what it left behind. */
  readonly afterwards: number;
  isCalm(): boolean;
}

interface Ran {
  endsAt: number;
  outcome: 'succeeded' | 'failed' | 'cancelled';
}

export interface Targets {
  readonly arrivals: readonly Arrival[];
  readonly reports: readonly Reported[];
  /** As one replica reaches them; a dead one reaches nothing. */
  adapters(isAlive: () => boolean): Readonly<Record<string, TargetAdapter>>;
}

/** The services that runs are sent to: they know each run by its id and do its work once. */
export function newTargets(
  ledger: Ledger,
  shardCount: number,
  manners: Manners,
  world: World,
  random: Random,
): Targets {
  const arrivals: Arrival[] = [];
  const reports: Reported[] = [];
  const ran = new Map<string, Ran>();

  function arrive({ tenant, run, attempt }: Delivery): Ran {
    const key = `${tenant} ${run.id}`;
    arrivals.push({
      run: run.id,
      tenant,
      scheduled: run.scheduled,
      window: run.window,
      attempt,
      at: world.now(),
    });
    let known = ran.get(key);
    // A failed run does its work again for another attempt.
    if (!known || (known.outcome === 'failed' && known.endsAt <= world.now())) {
      const outcome = !manners.isCalm() && random.chance(manners.fails) ? 'failed' : 'succeeded';
      known = { endsAt: world.now() + manners.duration(run.id), outcome };
      ran.set(key, known);
    }
    return known;
  }

  async function post(tenant: string, letter: Letter): Promise<void> {
    const shard = shardOf(tenant, shardCount);
    await ledger.post([{ shard, letter }]);
    if (random.chance(manners.twice)) await ledger.post([{ shard, letter }]);
  }

  /** Tells the end of a run and what it left behind: of one attempt always the same. */
  async function finish({ tenant, run, attempt }: Delivery, { outcome }: Ran): Promise<void> {
    if (outcome === 'cancelled') return;
    const report = { outputs: { [`${run.id} ${attempt}`]: { count: run.scheduled } } };
    const at = Math.floor(world.now() / 1000);
    reports.push({ tenant, run: run.id, attempt, report, at: world.now() });
    await post(tenant, { kind: 'finished', tenant, run: run.id, at, attempt, outcome, report });
  }

  /** As a wrapped command does whose exit is seen before its report is. */
  function reportAfterwards(delivery: Delivery, known: Ran): void {
    if (random.chance(manners.afterwards))
      world.at(known.endsAt + random.pick([5, 2_000, 90_000]), () => void finish(delivery, known));
  }

  /** The service tells its end by itself, some time. */
  function reportLater(delivery: Delivery, known: Ran): void {
    const { tenant, run, attempt } = delivery;
    if (!manners.isCalm() && random.chance(manners.silent)) return;
    const at = () => Math.floor(world.now() / 1000);
    if (random.chance(0.3)) void post(tenant, { kind: 'started', tenant, run: run.id, at: at(), attempt });
    world.at(world.now() + (known.endsAt - world.now()) / 2, () => {
      if (random.chance(0.3))
        void post(tenant, { kind: 'heartbeat', tenant, run: run.id, at: at(), attempt });
    });
    world.at(known.endsAt, () => void finish(delivery, known));
  }

  const lostOnTheWay: DeliveryResult = {
    kind: 'not-delivered',
    error: 'connection reset',
    retryable: true,
    targetDown: true,
  };

  function adapters(isAlive: () => boolean): Readonly<Record<string, TargetAdapter>> {
    const never = () => new Promise<DeliveryResult>(() => {});
    const http: TargetAdapter = {
      async deliver(delivery) {
        if (!isAlive()) return await never();
        if (!manners.isCalm() && random.chance(manners.lost)) return lostOnTheWay;
        const known = arrive(delivery);
        if (!manners.isCalm() && random.chance(manners.answerLost)) return lostOnTheWay;
        if (delivery.target.declared['completion'] === 'report') {
          reportLater(delivery, known);
          return { kind: 'delivered' };
        }
        reportAfterwards(delivery, known);
        while (world.now() < known.endsAt) await world.after(known.endsAt - world.now());
        return known.outcome === 'failed'
          ? { kind: 'ended', outcome: 'failed', retryable: true }
          : { kind: 'ended', outcome: known.outcome };
      },
    };
    const cloudRunJob: TargetAdapter = {
      deliver: http.deliver,
      async cancel({ tenant, run }) {
        if (!isAlive()) return await never();
        await world.after(2_000);
        const known = ran.get(`${tenant} ${run.id}`);
        if (!known) return { kind: 'ended', outcome: 'cancelled' };
        if (known.endsAt <= world.now()) return { kind: 'ended', outcome: known.outcome };
        known.outcome = 'cancelled';
        known.endsAt = world.now();
        return { kind: 'ended', outcome: 'cancelled' };
      },
    };
    const pubsub: TargetAdapter = {
      async deliver(delivery) {
        if (!isAlive()) return await never();
        if (!manners.isCalm() && random.chance(manners.lost)) return lostOnTheWay;
        reportAfterwards(delivery, arrive(delivery));
        return { kind: 'delivered' };
      },
    };
    return { http, cloudRunJob, pubsub };
  }

  return { arrivals, reports, adapters };
}
