import { type Commit, type Ledger, type Letter, shardOf } from '../ledger/index.ts';
import type { Delivery } from '../shard/index.ts';
import { type Gauge, type Log, noLog, noTelemetry, type Telemetry } from '../telemetry/index.ts';
import type { CrashPoint } from './crash-point.ts';
import { createLeaseKeeper } from './lease-keeper.ts';
import type { LeaseWatchOptions } from './lease-watch.ts';
import { createLedgerClock } from './ledger-clock.ts';
import { type Chore, createLoop } from './loop.ts';
import { createPasses } from './passes.ts';
import type { DispatcherMaker, Replica, WorkLimits } from './replica.ts';
import { createRetention } from './retention.ts';
import { createShardKeeper, type ShardKeeper } from './shard-keeper.ts';
import type { Timers } from './timers.ts';
import { traceDispatcher } from './traced-dispatcher.ts';

export interface WorkerOptions extends Partial<WorkLimits> {
  readonly ledger: Ledger;
  /** Unlike that of any other replica, ever. */
  readonly id: string;
  /** Version, host: for people. */
  readonly about: string;
  readonly dispatcher: DispatcherMaker;
  /** Kinds of targets that it can send to. Fires for another end `target-rejected`. @default all */
  readonly kinds?: ReadonlySet<string>;
  readonly timers: Timers;
  readonly log?: Log;
  readonly telemetry?: Telemetry;
  readonly isGone?: LeaseWatchOptions['isGone'];
  readonly committed?: (commit: Commit, deliveries: readonly Delivery[]) => void;
  readonly crash?: (point: CrashPoint) => void;
}

/** A replica that decides and dispatches. Everything that it does it does as a chore of one loop. */
export interface Worker {
  /** Begins by the timers. A simulation may call `step` and `settled` itself instead. */
  start(): void;
  /** Begins all that is due; returns when, by `Timers.now`, there is something to do next. */
  step(): number;
  /** Resolves when nothing is being done. */
  settled(): Promise<void>;
  /** Something was put into an inbox: look at once instead of at the next tick. */
  notice(): void;
  health(): WorkHealth;
  /** Finishes the commit in hand, waits for targets, releases the shards; within the given milliseconds. */
  stop(withinMs?: number): Promise<void>;
}

export interface WorkHealth {
  /** It decides all that it should. */
  readonly ready: boolean;
  /** Why it is not ready, in words. */
  readonly troubles: readonly string[];
  readonly shards: number;
  readonly jobs: number;
}

const defaults: WorkLimits = { leaseMs: 10_000, tickMs: 1_000, rowsMost: 4_000, pendingMost: 10_000 };
/** How often the ledger is asked for the time, in milliseconds; what the clocks drift apart meanwhile is lateness. */
const measureMs = 10_000;
/** When floors are looked at first: not while the replica has to catch up. */
const firstSweepMs = 60_000;
/** Most letters of one inbox that are read in one go. */
const lettersAtOnce = 1_000;

export function createWorker(options: WorkerOptions): Worker {
  const { ledger, timers, id } = options;
  const clock = createLedgerClock(timers);
  const replica: Replica = {
    id,
    ledger,
    timers,
    clock,
    log: options.log ?? noLog,
    telemetry: options.telemetry ?? noTelemetry,
    limits: limitsOf(options),
    passes: createPasses(() => pokeAll()),
    ...(options.kinds && { kinds: options.kinds }),
    crash: options.crash ?? (() => {}),
    committed: options.committed ?? (() => {}),
  };
  const { log, limits } = replica;
  const keepers = new Map<number, ShardKeeper>();
  const releasing = new Set<number>();
  /** Letters about runs of shards that this replica has no more: for the inbox, and so for the next owner. */
  const orphans: { readonly shard: number; readonly letter: Letter }[] = [];
  const troubles = new Map<string, { failures: number; text: string }>();
  let shardCount = 0;
  let hasLooked = false;
  let isStopping = false;

  const loop = createLoop(timers, { succeeded, failed }, ledger.kind === 'sqlite' ? 1 : undefined);
  const dispatcher = traceDispatcher(options.dispatcher({ tell, jobOf }), replica);
  const measuring: Chore = { name: 'clock', run: measure };
  const reading: Chore = { name: 'inboxes', run: readInboxes };
  const posting: Chore = { name: 'letters', run: postOrphans };
  const retaining = createRetention(replica, keepers, ({ chore }) => loop.poke(chore, timers.now()));
  loop.add({ name: 'ledger', run: begin }, 0);

  async function begin(): Promise<number> {
    ({ shardCount } = await ledger.meta());
    await measure();
    const leasing = createLeaseKeeper(
      replica,
      options.about,
      {
        get mine() {
          return new Set(keepers.keys());
        },
        releasing,
        take,
        release,
      },
      { shardCount, ...(options.isGone && { isGone: options.isGone }) },
    );
    loop.add(measuring, timers.now() + measureMs);
    loop.add(reading, timers.now() + limits.tickMs);
    loop.add(posting, Number.POSITIVE_INFINITY);
    loop.add(retaining, timers.now() + firstSweepMs);
    loop.add(
      {
        name: 'leases',
        async run() {
          if (clock.stepped()) loop.poke(measuring, timers.now());
          const next = await leasing.run();
          hasLooked = true;
          return next;
        },
      },
      timers.now(),
    );
    return Number.POSITIVE_INFINITY;
  }

  async function measure(): Promise<number> {
    const doubtBefore = clock.doubt;
    const asked = timers.now();
    const reading = await ledger.clock();
    clock.measured(reading, asked, timers.now());
    const { doubt } = clock;
    if (doubt !== undefined && doubt !== doubtBefore) log('ERROR', `nothing is decided: ${doubt}`);
    if (doubt === undefined && doubtBefore !== undefined && hasLooked)
      log('INFO', 'the clock can be trusted again');
    pokeAll();
    return timers.now() + (doubt === undefined ? measureMs : 1_000);
  }

  /** When each shard has something to do may have changed. */
  function pokeAll(): void {
    for (const keeper of keepers.values()) loop.poke(keeper.chore, keeper.next());
  }

  async function readInboxes(): Promise<number> {
    const asks = [...keepers.values()].flatMap(({ reading }) => (reading ? [reading] : []));
    if (asks.length === 0) return timers.now() + limits.tickMs;
    const answers = await ledger.inbox(asks, lettersAtOnce);
    for (const [index, letters] of answers.entries()) {
      const { shard, after } = asks[index]!;
      const keeper = keepers.get(shard);
      if (letters.length === 0 || !keeper) continue;
      keeper.heard(after, letters);
      loop.poke(keeper.chore, timers.now());
    }
    const isMore = answers.some((letters) => letters.length === lettersAtOnce);
    return timers.now() + (isMore ? 0 : limits.tickMs);
  }

  function take(shard: number): void {
    const keeper = createShardKeeper(shard, replica, dispatcher);
    keepers.set(shard, keeper);
    loop.add(keeper.chore, timers.now());
  }

  function release(shard: number): void {
    const keeper = keepers.get(shard)!;
    keepers.delete(shard);
    releasing.add(shard);
    keeper.pause();
    const chore: Chore = {
      name: `release of shard ${shard}`,
      async run() {
        await loop.remove(keeper.chore);
        dispatcher.release(shard);
        await leave([[shard, keeper]]);
        releasing.delete(shard);
        void loop.remove(chore);
        log('INFO', `released shard ${shard}`, { shard });
        return Number.POSITIVE_INFINITY;
      },
    };
    loop.add(chore, timers.now());
  }

  /** Gives shards up: what is known of their runs goes with them. */
  async function leave(left: readonly (readonly [number, ShardKeeper])[]): Promise<void> {
    for (const [shard, keeper] of left) {
      for (const letter of await keeper.finish()) orphans.push({ shard, letter });
    }
    await postOrphans();
    // CRASH: the letters are posted, the leases are still there. Others take them when the beat stands still.
    replica.crash('before-release');
    await ledger.dropLeases(
      id,
      left.map(([shard]) => shard),
    );
  }

  async function postOrphans(): Promise<number> {
    while (orphans.length > 0) {
      const some = orphans.slice(0, lettersAtOnce);
      await ledger.post(some);
      orphans.splice(0, some.length);
    }
    return Number.POSITIVE_INFINITY;
  }

  function tell(shard: number, letters: readonly Letter[]): void {
    if (letters.length === 0) return;
    dispatcher.answered(letters);
    const keeper = keepers.get(shard);
    if (keeper) {
      keeper.tell(letters);
      loop.poke(keeper.chore, keeper.next());
    } else {
      for (const letter of letters) orphans.push({ shard, letter });
      loop.poke(posting, timers.now());
    }
  }

  function jobOf(tenant: string, job: string) {
    return keepers.get(shardOf(tenant, shardCount))?.state?.jobOf(tenant, job);
  }

  function succeeded({ name }: Chore): void {
    if (troubles.delete(name)) log('INFO', `${name}: goes on again`);
  }

  /** An outage, or a bug: said once, tried again ever more seldom. */
  function failed({ name }: Chore, error: unknown): number {
    const text = error instanceof Error ? error.message : String(error);
    const failures = (troubles.get(name)?.failures ?? 0) + 1;
    troubles.set(name, { failures, text });
    if (failures === 1) log('ERROR', `${name}: ${text}`, { error });
    return timers.now() + Math.min(5_000, 100 * 2 ** failures) * (0.5 + timers.random() / 2);
  }

  function health(): WorkHealth {
    const shards = [...keepers.values()];
    const stuck = shards.flatMap(({ shard, stuck, state }) => {
      if (stuck !== undefined) return [`shard ${shard}: ${stuck}`];
      return state ? [] : [`shard ${shard} is not read yet`];
    });
    const all = [
      ...(isStopping ? ['it is stopping'] : []),
      ...(hasLooked ? [] : ['it has not seen the leases yet']),
      ...(clock.doubt === undefined ? [] : [clock.doubt]),
      ...[...troubles].map(([name, { text }]) => `${name}: ${text}`),
      ...stuck,
    ];
    return {
      ready: all.length === 0,
      troubles: all,
      shards: shards.length,
      jobs: shards.reduce((sum, { state }) => sum + (state?.counts().jobs ?? 0), 0),
    };
  }

  function* figures(): Iterable<Gauge> {
    if (clock.skew !== undefined) yield { name: 'almanac.clock.skew', value: clock.skew };
    if (clock.error !== undefined) yield { name: 'almanac.clock.error', value: clock.error };
    yield { name: 'almanac.clock.trusted', value: clock.doubt === undefined ? 1 : 0 };
    yield { name: 'almanac.shards.owned', value: keepers.size };
    yield { name: 'almanac.dispatch.pending', value: dispatcher.pending };
    const sums = { jobs: 0, open: 0, going: 0, stuck: 0 };
    for (const { state, stuck } of keepers.values()) {
      const counts = state?.counts();
      sums.jobs += counts?.jobs ?? 0;
      sums.open += counts?.open ?? 0;
      sums.going += counts?.going ?? 0;
      sums.stuck += stuck === undefined ? 0 : 1;
    }
    yield { name: 'almanac.jobs', value: sums.jobs };
    yield { name: 'almanac.fires.open', value: sums.open };
    yield { name: 'almanac.runs.going', value: sums.going };
    yield { name: 'almanac.shards.stuck', value: sums.stuck };
  }
  replica.telemetry.observe(figures);

  async function stop(withinMs = 9_000): Promise<void> {
    isStopping = true;
    const until = timers.now() + withinMs;
    for (const keeper of keepers.values()) keeper.pause();
    const chores = [
      measuring,
      reading,
      posting,
      retaining,
      ...[...keepers.values()].map(({ chore }) => chore),
    ];
    await within(Promise.all(chores.map((chore) => loop.remove(chore))), timers.now() + withinMs / 4);
    await dispatcher.close(Math.max(0, until - timers.now() - withinMs / 4));
    loop.stop();
    // A beat that is under way would come after the leases are given up, or find the ledger closed.
    await within(loop.settled(), until - withinMs / 8);
    await within(goAway(), until);
    await within(replica.telemetry.close(), until);
  }

  async function goAway(): Promise<void> {
    try {
      await leave([...keepers]);
      await ledger.dropReplica(id);
    } catch (error) {
      log('WARNING', 'the shards could not be released; others take them when the lease is over', { error });
    }
  }

  /** Waits for something, but not beyond a time. */
  function within(promise: Promise<unknown>, until: number): Promise<void> {
    return new Promise((done) => {
      const cancel = timers.at(until, done);
      const end = () => {
        cancel();
        done();
      };
      promise.then(end, end);
    });
  }

  return {
    start: loop.start,
    step: loop.step,
    settled: loop.settled,
    notice() {
      loop.poke(reading, timers.now());
    },
    health,
    stop,
  };
}

function limitsOf({ ledger, leaseMs, tickMs, rowsMost, pendingMost }: WorkerOptions): WorkLimits {
  return {
    leaseMs: leaseMs ?? defaults.leaseMs,
    tickMs: tickMs ?? defaults.tickMs,
    rowsMost: Math.min(rowsMost ?? defaults.rowsMost, ledger.limits.rows),
    pendingMost: pendingMost ?? defaults.pendingMost,
  };
}
