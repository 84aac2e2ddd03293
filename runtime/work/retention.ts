import type { Digest } from '../../schema/manifest.ts';
import type { Instant, Seconds } from '../../schema/time.ts';
import type { TenantRow } from '../ledger/index.ts';
import type { Chore } from './loop.ts';
import { manifestOf } from './manifest-of.ts';
import type { Replica } from './replica.ts';
import type { ShardKeeper } from './shard-keeper.ts';

const day = 86_400;
/** How often floors are looked at, in milliseconds; and how soon again where one has moved or more is to be swept. */
const everyMs = 3_600_000;
const soonMs = 5_000;
/** Most rows of one step of sweeping, and most steps of one kind before other chores of the replica have their turn. */
const rowsAtOnce = 500;
const stepsMost = 20;

/** What a sweep of one shard remembers, so that nothing is read or swept twice. */
interface Swept {
  /** By tenant, the floor below which nothing is left. */
  readonly fires: Map<string, Instant>;
  /** The entry up to which checkpoints were looked for. */
  journal: number;
}

/**
 * Keeps history for as long as tenants declare and no longer. Once a day an entry moves a tenant's floor and carries a
 * checkpoint; what is below the floor is then swept in small steps. The journal of a shard reaches back to the last
 * checkpoint before the lowest floor of its tenants: from there it can be decided again.
 */
export function createRetention(
  replica: Replica,
  keepers: ReadonlyMap<number, ShardKeeper>,
  poke: (keeper: ShardKeeper) => void,
): Chore {
  const { ledger, clock, timers } = replica;
  const retentions = new Map<Digest, Seconds | undefined>();
  const sweeps = new Map<number, Swept>();

  async function run(): Promise<number> {
    const now = clock.now();
    if (now === undefined) return timers.now() + soonMs;
    let isMore = false;
    for (const keeper of [...keepers.values()]) {
      const tenants = await ledger.tenants(keeper.shard);
      const inForce = tenants.filter(({ revision }) => revision > 0);
      for (const { manifest } of inForce) await learn(manifest);
      if (moveFloors(keeper, inForce, Math.floor(now / 1_000))) isMore = true;
      if (await sweep(keeper.shard, inForce)) isMore = true;
    }
    return timers.now() + (isMore ? soonMs : everyMs);
  }

  async function learn(digest: Digest | ''): Promise<void> {
    if (digest === '' || retentions.has(digest)) return;
    const bytes = await ledger.blob(digest);
    const [meaning] = bytes ? Object.values(manifestOf(bytes).tenants) : [];
    retentions.set(digest, meaning?.tenant?.['retention'] as Seconds | undefined);
  }

  /** Floors stand at the beginning of days, so that they move once a day. */
  function moveFloors(keeper: ShardKeeper, tenants: readonly TenantRow[], now: Instant): boolean {
    const floors: Record<string, Instant> = {};
    for (const { tenant, manifest, floor } of tenants) {
      const retention = retentions.get(manifest);
      if (retention === undefined) continue;
      const wanted = Math.floor((now - retention) / day) * day;
      if (wanted > floor) floors[tenant] = wanted;
    }
    if (Object.keys(floors).length === 0) return false;
    keeper.moveFloors(floors);
    poke(keeper);
    return true;
  }

  /** Returns whether there is more to sweep. */
  async function sweep(shard: number, tenants: readonly TenantRow[]): Promise<boolean> {
    const swept = sweeps.get(shard) ?? { fires: new Map(), journal: 0 };
    sweeps.set(shard, swept);
    // CRASH: floors are moved, nothing below them is swept; the next owner sweeps from the start.
    replica.crash('before-sweep');
    for (const { tenant, floor } of tenants) {
      if (floor <= (swept.fires.get(tenant) ?? 0)) continue;
      if (!(await inSteps(() => ledger.sweepFires(tenant, floor, rowsAtOnce)))) return true;
      swept.fires.set(tenant, floor);
    }
    const lowest = Math.min(...tenants.map(({ floor }) => floor));
    return tenants.length > 0 && lowest > 0 ? sweepJournal(shard, lowest, swept) : false;
  }

  async function sweepJournal(shard: number, lowest: Instant, swept: Swept): Promise<boolean> {
    for (let step = 0; step < stepsMost; step++) {
      const entries = await ledger.journal(shard, swept.journal, rowsAtOnce);
      const below = entries.filter(({ now }) => now <= lowest);
      const checkpoint = below.findLast(({ body }) => body.checkpoint !== undefined);
      if (checkpoint) {
        const { seq, inbox } = checkpoint;
        const isDone =
          (await inSteps(() => ledger.sweepJournal(shard, seq, rowsAtOnce))) &&
          (await inSteps(() => ledger.sweepInbox(shard, inbox, rowsAtOnce)));
        if (!isDone) return true;
      }
      swept.journal = below.at(-1)?.seq ?? swept.journal;
      if (below.length < rowsAtOnce) return false;
    }
    return true;
  }

  /** Returns whether nothing is left. */
  async function inSteps(step: () => Promise<number>): Promise<boolean> {
    for (let done = 0; done < stepsMost; done++) if ((await step()) === 0) return true;
    return false;
  }

  return { name: 'retention', run };
}
