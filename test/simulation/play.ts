import { putValue } from '../../runtime/apply/blobs.ts';
import { createDispatcher } from '../../runtime/dispatch/index.ts';
import { type Ledger, shardOf } from '../../runtime/ledger/index.ts';
import { openSqliteLedger } from '../../runtime/ledger-sqlite/index.ts';
import { createWorker, type Timers, type Worker } from '../../runtime/work/index.ts';
import { faultyLedger, type Troubles } from './faulty-ledger.ts';
import { type Random, randomOf } from './random.ts';
import { changeTenant, type Declared, declareHerd, declareTenant, type ScenarioSize } from './scenario.ts';
import { type Arrival, newTargets, type Reported } from './targets.ts';
import { newWorld, type World } from './world.ts';

/** What was played, for whoever judges it. */
export interface Played {
  readonly ledger: Ledger;
  readonly tenants: readonly string[];
  readonly shardCount: number;
  readonly arrivals: readonly Arrival[];
  /** What services said of their ends. */
  readonly reports: readonly Reported[];
  /** Orders to apply that were posted, by request. */
  readonly applies: ReadonlyMap<string, Declared>;
  /** Seconds: the faults end, everything ends. */
  readonly calmFrom: number;
  readonly until: number;
  /** How often a replica ended without a word, by where. */
  readonly crashes: Readonly<Record<string, number>>;
  /** What the replicas said, for a failing seed. */
  readonly log: readonly string[];
}

export interface PlayOptions {
  /** Changes the ledger as every replica sees it: a planted bug. */
  readonly bug?: (ledger: Ledger) => Ledger;
}

/** Begins just before clocks change, or on an ordinary day. */
const begins = [
  Date.UTC(2027, 2, 28, 0, 40),
  Date.UTC(2026, 9, 25, 0, 40),
  Date.UTC(2026, 10, 1, 5, 30),
  Date.UTC(2027, 5, 15, 11, 58),
];

const minute = 60_000;

/** Plays one seed: some replicas, some tenants, and whatever can go wrong, then a calm. */
export async function play(seed: number, { bug = (ledger) => ledger }: PlayOptions = {}): Promise<Played> {
  const random = randomOf(seed);
  const world = newWorld(random.pick(begins));
  const begin = world.now();
  const troubled = (random.chance(0.1) ? random.whole(15, 40) : random.whole(4, 10)) * minute;
  const calmFrom = begin + troubled;
  // Longer than any horizon but `unlimited`, and than any run until it is lost.
  const until = calmFrom + 12 * minute;
  const isCalm = () => world.now() >= calmFrom;

  let clockOff = 0;
  const shardCount = random.whole(1, 3);
  const ledger = openSqliteLedger({
    file: ':memory:',
    shardCount,
    clock: () => ({ now: world.now() + clockOff, error: 2 }),
  });
  const seen = bug(ledger);
  const longest = random.pick([2_000, 30_000, 200_000]);
  const manners = {
    duration: (run: string) => hashOf(run) % longest,
    lost: random.pick([0, 0.02, 0.3]),
    answerLost: random.pick([0, 0.02, 0.2]),
    fails: random.pick([0, 0.1, 0.5]),
    silent: random.pick([0, 0.1]),
    twice: random.pick([0, 0.2]),
    afterwards: random.pick([0, 0.1, 0.6]),
    isCalm,
  };
  const targets = newTargets(ledger, shardCount, manners, world, random.fork());

  const troubles: Troubles = {
    lost: random.pick([0, 0.01, 0.05]),
    answerLost: random.pick([0, 0.01, 0.05]),
    slow: random.pick([0, 0.05, 0.3]),
    slowMost: random.pick([200, 3_000, 40_000]),
  };
  const crashing = random.pick([0, 0.002, 0.02]);
  const cuts = stretches(random, begin, troubled, 2);
  const crashes: Record<string, number> = {};
  const log: string[] = [];
  const rowsMost = random.pick([3, 20, 100, 1_000]);
  let replicas = 0;

  /** Keeps one replica going: when it dies, another comes. */
  function keep(place: number): void {
    const own = random.fork();
    let life: { alive: boolean; worker: Worker | undefined; cutUntil: number } | undefined;
    const startNext = () => {
      const mine = { alive: true, worker: undefined as Worker | undefined, cutUntil: 0 };
      life = mine;
      const id = `r${place}.${replicas++}`;
      const die = (where: string) => {
        if (!mine.alive) return;
        mine.alive = false;
        crashes[where] = (crashes[where] ?? 0) + 1;
        log.push(`${time(world)} ${id} dies, ${where}`);
        // All may be gone for a while: an outage of the platform.
        world.at(world.now() + (isCalm() ? 1_000 : own.pick([500, 5_000, 60_000, 200_000])), startNext);
      };
      const line = {
        isAlive: () => mine.alive,
        isCut: () =>
          world.now() < mine.cutUntil || cuts.some(({ from, to }) => world.now() >= from && world.now() < to),
        troubles: () => (isCalm() ? undefined : troubles),
      };
      const worker = createWorker({
        ledger: faultyLedger(seen, line, world, own.fork()),
        id,
        about: 'simulated',
        leaseMs: 30_000,
        tickMs: 10_000,
        rowsMost,
        timers: timersOf(world, () => mine.alive, own.fork(), own.whole(-5_000, 5_000)),
        dispatcher: ({ tell }) =>
          createDispatcher({
            adapters: targets.adapters(() => mine.alive),
            tell: (shard, letters) => mine.alive && tell(shard, letters),
            tokenOf: () => 'token',
            perTarget: { http: 1_000 },
            clock: {
              now: world.now,
              after: (ms, run) => world.at(world.now() + ms, () => mine.alive && run()),
            },
          }),
        log: (severity, text) => void log.push(`${time(world)} ${id} ${severity} ${text}`),
        crash(point) {
          if (isCalm() || !own.chance(crashing)) return;
          die(point);
          throw new Error('crashed');
        },
      });
      mine.worker = worker;
      worker.start();
      scheduleTrouble(mine, worker, die);
    };
    const scheduleTrouble = (
      mine: NonNullable<typeof life>,
      worker: Worker,
      die: (where: string) => void,
    ) => {
      const at = world.now() + own.whole(1, troubled / 2);
      if (at >= calmFrom) return;
      world.at(at, () => {
        if (!mine.alive) return;
        const what = own.next();
        // Killed in the middle of whatever it does; told to stop; or cut off while it goes on deciding.
        if (what < 0.4) die('killed');
        else if (what < 0.6) void worker.stop().then(() => die('stopped'));
        else mine.cutUntil = world.now() + own.whole(1_000, 90_000);
        if (mine.alive) scheduleTrouble(mine, worker, die);
      });
    };
    world.at(world.now() + own.whole(0, 3_000), startNext);
  }

  const applies = new Map<string, Declared>();
  const size: ScenarioSize = { jobs: 5, begin: begin / 1000, length: troubled / 1000 };
  const tenants = Array.from({ length: random.whole(1, 3) }, (_, index) => `t${index}`);
  for (const tenant of tenants) applyAll(tenant, random.fork());
  if (random.chance(0.25)) {
    tenants.push('herd');
    const herd = declareHerd('herd', random.whole(50, 300), random);
    world.at(begin + random.whole(0, 60_000), () => void order(herd, 'herd-0', ''));
  }

  /** A tenant's declarations as they change; some applies come twice, some are out of date. */
  function applyAll(tenant: string, own: Random): void {
    let declared = declareTenant(tenant, size, own);
    let before: string = '';
    let at = begin + own.whole(0, 30_000);
    for (let count = own.whole(1, 4), index = 0; index < count && at < calmFrom; index++) {
      const next = declared;
      const mine = before;
      const request = `${tenant}-${index}`;
      world.at(at, () => void order(next, request, mine));
      if (own.chance(0.2)) world.at(at + own.whole(0, 20_000), () => void order(next, request, mine));
      before = declared.manifest.tenants[tenant]!.digest;
      if (own.chance(0.1)) before = 'sha256:0';
      declared = changeTenant(declared, size, own);
      at += own.whole(30_000, troubled / 2);
    }
  }

  async function order(declared: Declared, request: string, before: string): Promise<void> {
    const { tenant, manifest } = declared;
    applies.set(request, declared);
    const bytes = await putValue(ledger, manifest);
    const nothing = await putValue(ledger, {});
    await ledger.post([
      {
        shard: shardOf(tenant, shardCount),
        letter: {
          kind: 'apply',
          tenant,
          request,
          principal: 'simulation',
          before,
          manifest: bytes,
          declarations: nothing,
          plan: nothing,
          planDigest: nothing,
          approvedBy: [],
        },
      },
    ]);
  }

  for (let place = random.whole(1, 3); place > 0; place--) keep(place);
  // The ledger's clock is set wrong and right again.
  if (random.chance(0.15)) {
    const by = random.pick([-600_000, -20_000, 8_000, 50_000, 300_000]);
    const from = begin + random.whole(0, troubled / 2);
    const back = from + random.whole(10_000, troubled / 3);
    world.at(from, () => {
      clockOff = by;
    });
    world.at(back, () => {
      clockOff = 0;
    });
  }
  await world.run(until);
  return {
    ledger,
    tenants,
    shardCount,
    arrivals: targets.arrivals,
    reports: targets.reports,
    applies,
    calmFrom: calmFrom / 1000,
    until: until / 1000,
    crashes,
    log,
  };
}

function timersOf(world: World, isAlive: () => boolean, random: Random, skew: number): Timers {
  const booted = world.now();
  return {
    now: () => world.now() - booted,
    wall: () => world.now() + skew,
    random: random.next,
    at: (at, callback) => world.at(Math.max(booted + at, world.now() + 0.01), () => isAlive() && callback()),
  };
}

function stretches(random: Random, begin: number, length: number, most: number) {
  return Array.from({ length: random.whole(0, most) }, () => {
    const from = begin + random.whole(0, length);
    return { from, to: Math.min(from + random.pick([2_000, 30_000, 240_000]), begin + length) };
  });
}

/** The same run lasts the same, whoever asks. */
function hashOf(text: string): number {
  let hash = 2_166_136_261;
  for (let index = 0; index < text.length; index++)
    hash = Math.imul(hash ^ text.charCodeAt(index), 16_777_619) >>> 0;
  return hash;
}

function time(world: World): string {
  return new Date(world.now()).toISOString().slice(11, 23);
}
