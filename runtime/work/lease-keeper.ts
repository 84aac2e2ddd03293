import { count } from '../../compiler/index.ts';
import { createLeaseWatch, type LeaseWatchOptions } from './lease-watch.ts';
import type { Chore } from './loop.ts';
import type { Replica } from './replica.ts';

/** What becomes of shards when leases move. */
export interface ShardMoves {
  /** Shards that this replica owns, those that it is about to release not among them. */
  readonly mine: ReadonlySet<number>;
  readonly releasing: ReadonlySet<number>;
  take(shard: number): void;
  release(shard: number): void;
}

/**
 * Shows others that this replica lives, and looks who else does: takes shards that nobody has and hands over those that
 * another one should have. Beats count; no two machines' clocks are compared.
 */
export function createLeaseKeeper(
  replica: Replica,
  about: string,
  moves: ShardMoves,
  options: Pick<LeaseWatchOptions, 'shardCount' | 'isGone'>,
): Chore {
  const { id, ledger, timers, limits } = replica;
  const watch = createLeaseWatch({ id, leaseMs: limits.leaseMs, ...options });
  let beat = 0;
  let beatAt = Number.NEGATIVE_INFINITY;

  async function run(): Promise<number> {
    // The beat first: who starts at the same moment sees it, and leaves this replica what should be its own.
    if (timers.now() - beatAt >= limits.leaseMs / 4) {
      beat++;
      await Promise.all([
        ledger.putReplica({ id, beat, about }),
        ...(moves.mine.size > 0 ? [ledger.putLeases(leasesOf(moves.mine))] : []),
      ]);
      beatAt = timers.now();
    }
    const [leases, replicas] = await Promise.all([ledger.leases(), ledger.replicas()]);
    const look = watch.look(leases, replicas, moves.mine, timers.now());
    for (const shard of [...look.lost, ...look.handOver]) moves.release(shard);
    const take = look.take.filter((shard) => !moves.releasing.has(shard));
    if (take.length > 0) {
      await ledger.putLeases(leasesOf(take));
      // CRASH: the leases are written, the shards are not read. Others take them when the beat stands still.
      replica.crash('after-lease');
      for (const shard of take) moves.take(shard);
      replica.log('INFO', `took ${count(take.length, 'shard')}`, { shards: take });
    }
    for (const other of look.forget) await ledger.dropReplica(other);
    return timers.now() + limits.tickMs;
  }

  function leasesOf(shards: Iterable<number>) {
    return [...shards].map((shard) => ({ shard, holder: id, beat }));
  }

  return { name: 'leases', run };
}
