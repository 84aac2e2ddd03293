import { createHash } from 'node:crypto';

/**
 * Returns the replica that should have a shard: the one whose hash with it is highest (rendezvous hashing). Who comes
 * or goes moves only the shards that it gets or had. Undefined where there is none.
 */
export function preferredReplica(shard: number, replicas: Iterable<string>): string | undefined {
  let best: string | undefined;
  let most = -1;
  for (const id of replicas) {
    const weight = weightOf(shard, id);
    if (weight > most || (weight === most && best !== undefined && id < best)) [best, most] = [id, weight];
  }
  return best;
}

/** By replica, a weight for each shard asked for so far. */
const weights = new Map<string, Map<number, number>>();

function weightOf(shard: number, id: string): number {
  let known = weights.get(id);
  if (!known) {
    // Replicas come and go; who is alive is worked out anew at once.
    if (weights.size >= 1_000) weights.clear();
    known = new Map();
    weights.set(id, known);
  }
  let weight = known.get(shard);
  if (weight === undefined) {
    weight = createHash('sha256').update(`${id} ${shard}`).digest().readUIntBE(0, 6);
    known.set(shard, weight);
  }
  return weight;
}
