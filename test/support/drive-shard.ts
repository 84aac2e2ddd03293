import {
  type ClockReading,
  entryHash,
  type InboxLetter,
  type Ledger,
  type Letter,
} from '../../runtime/ledger/index.ts';
import { openSqliteLedger } from '../../runtime/ledger-sqlite/index.ts';
import { type Delivery, type Draft, openShard, type Shard } from '../../runtime/shard/index.ts';
import { readLateRows } from '../../runtime/work/read-late-rows.ts';
import type { Manifest } from '../../schema/manifest.ts';
import type { Instant, Seconds } from '../../schema/time.ts';

export interface DriverOptions {
  /** Where the clock begins. */
  readonly start: Instant;
  /** @default in memory */
  readonly file?: string;
  /** Instead of one in a file: its own clock is not asked. It has `shardCount` shards. */
  readonly on?: Ledger;
  /** @default 2 */
  readonly shardCount?: number;
  readonly rowsMost?: number;
  /** A shard in which nothing happens writes an entry this often. @default 60 */
  readonly signEvery?: Seconds;
  /** How long a run of a job lasts, and how it ends; undefined: it never ends. @default at once, succeeded */
  readonly runs?: (
    delivery: Delivery,
  ) => { readonly lasts: Seconds; readonly outcome: 'succeeded' | 'failed' } | undefined;
}

/** A ledger with a clock that is told, and the least worker that there can be on all of its shards. */
export interface Driver {
  readonly ledger: Ledger;
  readonly now: Instant;
  readonly deliveries: readonly Delivery[];
  /** Moves the clock on and decides nothing: nobody is there. */
  sleep(until: Instant): void;
  /** Decides all that there is to decide at the clock's instant. */
  tick(): Promise<void>;
  /** Goes from one instant at which something happens to the next, with signs of life in between. */
  run(until: Instant): Promise<void>;
  /** Moves a tenant's floor, as retention does. */
  moveFloor(tenant: string, floor: Instant): Promise<void>;
  /** Opens all shards again, as other replicas would. */
  reopen(): void;
}

export function openDriver({
  start,
  file = ':memory:',
  on,
  shardCount = 2,
  rowsMost = 1_000,
  signEvery = 60,
  runs = () => ({ lasts: 0, outcome: 'succeeded' }),
}: DriverOptions): Driver {
  let now = start;
  const clock = (): ClockReading => ({ now: now * 1_000, error: 0 });
  const ledger: Ledger = on
    ? { ...on, clock: async () => clock() }
    : openSqliteLedger({ file, shardCount, clock });
  const shards = new Map<number, Shard>();
  const coming: { at: Instant; shard: number; letter: Letter }[] = [];
  const deliveries: Delivery[] = [];
  let floors: Readonly<Record<string, Instant>> | undefined;

  async function shardAt(number: number): Promise<Shard> {
    const known = shards.get(number);
    if (known) return known;
    const [[head], going, tenants] = await Promise.all([
      ledger.heads([number]),
      ledger.going(number),
      ledger.tenants(number),
    ]);
    const manifests = new Map<string, Manifest>();
    for (const { manifest } of tenants)
      if (manifest !== '') manifests.set(manifest, await manifestAt(manifest));
    const shard = openShard({ shard: number, head, going, tenants, manifests, now });
    shards.set(number, shard);
    return shard;
  }

  async function manifestAt(digest: string): Promise<Manifest> {
    const bytes = await ledger.blob(digest);
    return JSON.parse(Buffer.from(bytes!).toString('utf8')) as Manifest;
  }

  /** Drafts and commits one entry; undefined where there is nothing to say. */
  async function step(shard: Shard, always: boolean): Promise<Draft | undefined> {
    const [letters = []] = await ledger.inbox([{ shard: shard.shard, after: shard.inbox }], 500);
    const due = coming.filter((one) => one.shard === shard.shard && one.at <= now);
    const own = due.map(({ letter }) => letter);
    const taken = { letters, own, rowsMost };
    const draft = shard.draft({
      ...taken,
      now,
      manifests: await appliedBy(letters),
      over: await readLateRows(ledger, shard.lateRuns(taken)),
      ...(always && { always }),
      ...(floors && { floors }),
    });
    if (!draft) return undefined;
    for (const taken of due.slice(0, draft.own)) coming.splice(coming.indexOf(taken), 1);
    const unsigned = { ...draft.entry, owner: 'driver', nonce: `${shard.shard}-${draft.entry.seq}` };
    const entry = { ...unsigned, hash: entryHash(unsigned) };
    const { fires, tenants, revisions, answers } = draft;
    if ((await ledger.commit({ entry, fires, tenants, revisions, answers })) !== 'won')
      throw new Error('somebody else decides here too');
    shard.accept(draft, entry.hash);
    for (const delivery of draft.deliveries) deliver(shard.shard, delivery);
    return draft;
  }

  async function appliedBy(letters: readonly InboxLetter[]): Promise<ReadonlyMap<string, Manifest>> {
    const manifests = new Map<string, Manifest>();
    for (const { letter } of letters)
      if (letter.kind === 'apply') manifests.set(letter.manifest, await manifestAt(letter.manifest));
    return manifests;
  }

  function deliver(shard: number, delivery: Delivery): void {
    deliveries.push(delivery);
    const end = runs(delivery);
    if (!end) return;
    const at = now + end.lasts;
    const { tenant, run, attempt } = delivery;
    coming.push({
      at,
      shard,
      letter: { kind: 'ended', tenant, run: run.id, attempt, at, outcome: end.outcome },
    });
  }

  /** Two that wait for answers let it tick at the same time; one tick comes after the other. */
  let ticking: Promise<void> = Promise.resolve();

  async function tickAll(): Promise<void> {
    for (let number = 0; number < shardCount; number++) {
      const shard = await shardAt(number);
      let always = floors !== undefined || now - shard.now >= signEvery;
      while (await step(shard, always)) always = false;
    }
  }

  const driver: Driver = {
    ledger,
    get now() {
      return now;
    },
    deliveries,
    sleep(until) {
      now = until;
    },
    tick() {
      ticking = ticking.then(tickAll);
      return ticking;
    },
    async run(until) {
      await driver.tick();
      for (let turns = 0; now < until; turns++) {
        if (turns > 200_000) throw new Error('it never comes to rest');
        const wakes = [...shards.values()].map(({ wake }) => wake ?? Number.POSITIVE_INFINITY);
        const next = Math.min(...wakes, ...coming.map(({ at }) => at), now + signEvery, until);
        now = Math.max(next, now + 1);
        await driver.tick();
      }
    },
    async moveFloor(tenant, floor) {
      floors = { [tenant]: floor };
      const all = floors;
      for (let number = 0; number < shardCount; number++) {
        const shard = await shardAt(number);
        const tenants = await ledger.tenants(number);
        floors = tenants.some((row) => row.tenant === tenant) ? all : undefined;
        if (floors) await step(shard, true);
      }
      floors = undefined;
    },
    reopen() {
      shards.clear();
    },
  };
  return driver;
}
