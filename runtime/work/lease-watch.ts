import type { Lease, Replica } from '../ledger/index.ts';
import { preferredReplica } from './preferred-replica.ts';

/** What a look at all leases and replicas says is to be done. */
export interface LeaseMoves {
  /** Nobody who lives has them, and they are mine. */
  readonly take: readonly number[];
  /** Somebody else who lives should have them. */
  readonly handOver: readonly number[];
  /** Somebody else took them. */
  readonly lost: readonly number[];
  /** Replicas that are gone for so long that their row can go. */
  readonly forget: readonly string[];
}

/** Sees beats count up, or stand still, by its own monotonic clock. Compares no clocks of two machines. */
export interface LeaseWatch {
  look(
    leases: readonly Lease[],
    replicas: readonly Replica[],
    mine: ReadonlySet<number>,
    now: number,
  ): LeaseMoves;
}

export interface LeaseWatchOptions {
  readonly id: string;
  readonly shardCount: number;
  /** Milliseconds for which a beat must stand still. */
  readonly leaseMs: number;
  /** Whether a replica is known to be gone without waiting, for instance a process of this machine that ended. */
  readonly isGone?: (replica: Replica) => boolean;
}

interface Seen {
  beat: number;
  /** When it was first seen with this beat. */
  at: number;
  /** It counted up before our eyes. */
  lives: boolean;
}

export function createLeaseWatch({ id, shardCount, leaseMs, isGone }: LeaseWatchOptions): LeaseWatch {
  const replicasSeen = new Map<string, Seen>();
  const leasesSeen = new Map<number, Seen & { holder: string }>();

  return {
    look(leases, replicas, mine, now) {
      const gone = new Set<string>();
      for (const replica of replicas) {
        if (replica.id !== id) note(replicasSeen, replica.id, replica.beat, now);
        if (replica.id !== id && isGone?.(replica)) gone.add(replica.id);
      }
      const present = new Set(replicas.map((replica) => replica.id));
      for (const known of replicasSeen.keys()) if (!present.has(known)) replicasSeen.delete(known);

      const surely = new Set([id]);
      const perhaps = new Set([id]);
      for (const [other, seen] of replicasSeen) {
        if (gone.has(other) || now - seen.at >= leaseMs) continue;
        perhaps.add(other);
        if (seen.lives) surely.add(other);
      }

      const free = freeShards(leases, gone, now);
      const take = [...free].filter((shard) => !mine.has(shard) && preferredReplica(shard, perhaps) === id);
      const holders = new Map(leases.map((lease) => [lease.shard, lease.holder]));
      const lost = [...mine].filter((shard) => (holders.get(shard) ?? id) !== id);
      const handOver = [...mine].filter(
        (shard) => !lost.includes(shard) && preferredReplica(shard, surely) !== id,
      );
      const forget = [...replicasSeen]
        .filter(([other, seen]) => gone.has(other) || now - seen.at >= 10 * leaseMs)
        .map(([other]) => other);
      return { take, handOver, lost, forget };
    },
  };

  /** Shards without a lease, or with one that stands still, or whose holder is known to be gone. */
  function freeShards(leases: readonly Lease[], gone: ReadonlySet<string>, now: number): Set<number> {
    const free = new Set(Array.from({ length: shardCount }, (_, shard) => shard));
    for (const lease of leases) {
      const seen = leasesSeen.get(lease.shard);
      if (seen?.holder !== lease.holder || seen.beat !== lease.beat) {
        leasesSeen.set(lease.shard, { beat: lease.beat, holder: lease.holder, at: now, lives: true });
      }
      const since = leasesSeen.get(lease.shard)!.at;
      if (lease.holder !== id && !gone.has(lease.holder) && now - since < leaseMs) free.delete(lease.shard);
    }
    return free;
  }
}

function note(seen: Map<string, Seen>, key: string, beat: number, now: number): void {
  const known = seen.get(key);
  if (!known) seen.set(key, { beat, at: now, lives: false });
  else if (known.beat !== beat) Object.assign(known, { beat, at: now, lives: true });
}
