import { capsOf, scheduleOf, simulate, simulatedJob, type Timeline } from '../../compiler/index.ts';
import { putValue } from '../../runtime/apply/blobs.ts';
import { createDispatcher, type TargetAdapter } from '../../runtime/dispatch/index.ts';
import { type FireRow, type Ledger, shardOf } from '../../runtime/ledger/index.ts';
import { openSqliteLedger } from '../../runtime/ledger-sqlite/index.ts';
import { createWorker, type Worker } from '../../runtime/work/index.ts';
import { type Random, randomOf } from './random.ts';
import { changeTenant, type Declared, declareTenant } from './scenario.ts';
import { newWorld, type World } from './world.ts';

const tick = 1;

/** What became of one fire, in seconds after the beginning. */
export interface Told {
  readonly fire: string;
  readonly fate: string;
  readonly at: number | undefined;
  readonly window: string;
  readonly ended: number | undefined;
  readonly outcome: string | undefined;
}

/** Whether two tell the same, but for the second that is a tick. */
export function isAlike(a: Told, b: Told | undefined): boolean {
  const near = (x: number | undefined, y: number | undefined) =>
    x === y || (x !== undefined && y !== undefined && Math.abs(x - y) <= tick);
  return (
    b !== undefined &&
    a.fire === b.fire &&
    a.fate === b.fate &&
    a.window === b.window &&
    a.outcome === b.outcome &&
    near(a.at, b.at) &&
    near(a.ended, b.ended)
  );
}

export interface Comparison {
  readonly predicted: readonly Told[];
  readonly fact: readonly Told[];
  /**
   * Something falls due in the very second in which a run ends or an apply takes force. Which comes first is a matter of
   * milliseconds, of which the plan knows nothing.
   */
  readonly isTied: boolean;
}

/** Simulates a timeline and runs it. */
export async function predictAndRun(seed: number): Promise<Comparison> {
  const random = randomOf(seed);
  const world = newWorld(random.pick([Date.UTC(2027, 2, 28, 0, 50), Date.UTC(2027, 5, 15, 12, 0)]));
  const begin = world.now() / 1000;
  const length = 1_800;
  const size = { jobs: 4, begin, length };
  const first = declareTenant('t', size, random);
  const second = changeTenant(first, size, random);
  // No sum of schedules or deadlines: of an end and a due in one second it is a matter of milliseconds which comes first.
  const duration = random.pick([0, 23, 71, 173]);
  // Off the minute, so that no fire falls due at the very instant of an apply or of the end of an outage.
  const applied = begin + 7;
  const changed = begin + 600 + random.whole(0, 300) + 0.5;
  const down = random.chance(0.6)
    ? { from: begin + random.whole(100, 900), until: begin + random.whole(950, 1_500) }
    : undefined;
  const changeAt = down && changed >= down.from && changed < down.until ? undefined : changed;

  // A little longer, since the replica's clock is a little behind and what ends on the second would end a second early.
  const stage = await newStage(world, duration * 1000 + 15, random);
  let worker = stage.start();
  world.at(applied * 1000, () => void stage.apply(first, 'first', '').then(() => worker.notice()));
  if (changeAt !== undefined) {
    const before = first.manifest.tenants['t']!.digest;
    world.at(changeAt * 1000, () => void stage.apply(second, 'second', before).then(() => worker.notice()));
  }
  stage.noticed(() => worker.notice());
  if (down) {
    world.at(down.from * 1000 - 400, () => stage.kill());
    world.at(down.until * 1000, () => {
      worker = stage.start();
    });
  }
  await world.run((begin + length) * 1000);

  const inForce = new Map<number, number>();
  for (const { revision, inForceFrom } of (await stage.ledger.revisions('t', { limit: 10 })).rows)
    inForce.set(revision, inForceFrom);
  const from = inForce.get(1)! + 1;
  const timeline: Timeline = {
    from,
    until: begin + length,
    jobs: simulated(first, duration),
    caps: capsOf(first.manifest.tenants['t']),
    outages: down ? [{ ...down, of: 'platform' }] : [],
    ...(inForce.has(2) && {
      applies: [
        {
          at: inForce.get(2)!,
          jobs: simulated(second, duration),
          caps: capsOf(second.manifest.tenants['t']),
        },
      ],
    }),
  };
  const simulatedFires = simulate(timeline);
  const dues = new Set(simulatedFires.map(({ due }) => due));
  const isTied =
    dues.has(inForce.get(2) ?? 0) ||
    (duration > 0 &&
      simulatedFires.some(({ fate }) => fate.kind === 'dispatched' && fate.ended && dues.has(fate.ended.at)));
  const predicted = simulatedFires
    .filter(({ fate }) => fate.kind !== 'undecided')
    .map(({ job, scheduled, fate }): Told => {
      const fire = `${job}@${scheduled - begin}`;
      const nothing = { fire, window: '', ended: undefined, outcome: undefined };
      if (fate.kind === 'dispatched') {
        const { window } = fate;
        // An end that nobody saw is known when somebody is there again.
        const ended = fate.ended && { ...fate.ended, at: heard(fate.ended.at, down) };
        return {
          fire,
          fate: 'dispatched',
          at: fate.at - begin,
          window: `${window.from - begin} ${window.to - begin}`,
          ended: ended && ended.at - begin,
          outcome: ended?.outcome,
        };
      }
      if (fate.kind === 'undecided') return { ...nothing, fate: 'undecided', at: undefined };
      return { ...nothing, fate: fate.cause, at: fate.kind === 'ended' ? fate.at - begin : undefined };
    });
  const fact = (await stage.rows()).flatMap((row) => told(row, begin, stage.instantsOf(row)));
  await stage.ledger.close();
  return { predicted: predicted.sort(byFire), fact: fact.sort(byFire), isTied };
}

function heard(at: number, down: { readonly from: number; readonly until: number } | undefined): number {
  return down && at >= down.from && at < down.until ? down.until : at;
}

function byFire(a: Told, b: Told): number {
  return a.fire < b.fire ? -1 : 1;
}

function told(row: FireRow, begin: number, instants: readonly number[]): Told[] {
  const { cause, decided, run, window } = row.body;
  if (row.state === 'open' && cause === undefined) return [];
  return instants.map((instant) => {
    const fire = `${row.job}@${instant - begin}`;
    if (!run) {
      return {
        fire,
        fate: cause!,
        at: row.state === 'open' ? undefined : decided! - begin,
        window: '',
        ended: undefined,
        outcome: undefined,
      };
    }
    return {
      fire,
      fate: 'dispatched',
      at: run.dispatched - begin,
      window: `${window.from - begin} ${window.to - begin}`,
      ended: run.endedAt === undefined ? undefined : run.endedAt - begin,
      outcome: run.outcome,
    };
  });
}

function simulated({ manifest }: Declared, duration: number) {
  return Object.fromEntries(
    Object.entries(manifest.tenants['t']!.jobs).map(([name, job]) => [
      name,
      { ...simulatedJob(job, scheduleOf(manifest, 't', job), duration), cancelTakes: 2 },
    ]),
  );
}

/** One replica at a time on a ledger in memory, and services that report when they are done. */
async function newStage(world: World, duration: number, random: Random) {
  const ledger: Ledger = openSqliteLedger({
    file: ':memory:',
    shardCount: 1,
    clock: () => ({ now: world.now(), error: 0 }),
  });
  let alive: { now: boolean } = { now: true };
  let notice = () => {};
  const ran = new Map<string, { endsAt: number; isCancelled: boolean }>();
  const manifests: Declared[] = [];

  function adapters(life: { readonly now: boolean }): Readonly<Record<string, TargetAdapter>> {
    const reporting: TargetAdapter = {
      async deliver({ tenant, run }) {
        if (!life.now) return await new Promise(() => {});
        // Of some nobody can tell the end: it is their delivery.
        if (!ran.has(run.id) && !run.ends) {
          const known = { endsAt: world.now() + duration, isCancelled: false };
          ran.set(run.id, known);
          // Whatever the target, its end comes by a report, which is not lost while the platform is down.
          world.at(known.endsAt, () => {
            if (known.isCancelled) return;
            const at = Math.floor(world.now() / 1000);
            void ledger
              .post([
                { shard: 0, letter: { kind: 'finished', tenant, run: run.id, at, outcome: 'succeeded' } },
              ])
              .then(() => notice());
          });
        }
        return { kind: 'delivered' };
      },
      async cancel({ tenant, run }) {
        const known = ran.get(run.id);
        if (!known) return undefined;
        const endsAt = world.now() + 2_000;
        if (endsAt >= known.endsAt) return undefined;
        known.isCancelled = true;
        world.at(endsAt, () => {
          void ledger
            .post([
              {
                shard: 0,
                letter: {
                  kind: 'ended',
                  tenant,
                  run: run.id,
                  attempt: run.attempt.number,
                  at: 0,
                  outcome: 'cancelled',
                },
              },
            ])
            .then(() => notice());
        });
        return undefined;
      },
    };
    return { http: reporting, cloudRunJob: reporting, pubsub: reporting };
  }

  return {
    ledger,
    noticed(callback: () => void) {
      notice = callback;
    },
    kill() {
      alive.now = false;
    },
    start(): Worker {
      const life = { now: true };
      alive = life;
      const booted = world.now();
      const worker = createWorker({
        ledger: guarded(ledger, life),
        id: `r${booted}`,
        about: 'simulated',
        isGone: () => true,
        timers: {
          now: () => world.now() - booted,
          wall: () => world.now(),
          random: random.next,
          at: (at, callback) =>
            world.at(Math.max(booted + at, world.now() + 0.01), () => life.now && callback()),
        },
        dispatcher: ({ tell }) =>
          createDispatcher({
            adapters: adapters(life),
            tell,
            tokenOf: () => 'token',
            clock: {
              now: world.now,
              after: (ms, run) => world.at(world.now() + ms, () => life.now && run()),
            },
          }),
      });
      worker.start();
      return worker;
    },
    async apply(declared: Declared, request: string, before: string) {
      manifests.push(declared);
      const nothing = await putValue(ledger, {});
      const manifest = await putValue(ledger, declared.manifest);
      await ledger.post([
        {
          shard: shardOf('t', 1),
          letter: {
            kind: 'apply',
            tenant: 't',
            request,
            principal: 'test',
            before,
            manifest,
            declarations: nothing,
            plan: nothing,
            planDigest: nothing,
            approvedBy: [],
          },
        },
      ]);
    },
    rows: async () => (await ledger.fires({ tenant: 't', oldestFirst: true, limit: 1_000 })).rows,
    /** The instants of a stretch. */
    instantsOf(row: FireRow): readonly number[] {
      if (row.count === 1) return [row.scheduled];
      const declared = manifests[row.body.createdBy - 1]!;
      const job = declared.manifest.tenants['t']!.jobs[row.job]!;
      const list = simulatedJob(job, scheduleOf(declared.manifest, 't', job)).fires(
        row.scheduled,
        row.last + 1,
      );
      return Array.from(list.scheduled).slice(0, list.count);
    },
  };
}

/** Of a replica that is dead no call reaches the ledger. */
function guarded(ledger: Ledger, life: { readonly now: boolean }): Ledger {
  return new Proxy(ledger, {
    get(target, name) {
      const member = Reflect.get(target, name) as unknown;
      if (typeof member !== 'function') return member;
      return (...args: unknown[]) =>
        life.now ? (member as (...args: unknown[]) => unknown).apply(target, args) : new Promise(() => {});
    },
  });
}
