/**
 * Which of a replica's shards are in the middle of a pass. What the others have to write beside passes waits meanwhile,
 * though never for long: on one disk, an entry of ends that is written first makes fires late.
 */
export interface Passes {
  enter(shard: number): void;
  leave(shard: number): void;
  /** Whether any shard but this one is in the middle of a pass. */
  others(shard: number): boolean;
}

/** `over` is called where the last one has left. */
export function createPasses(over: () => void): Passes {
  const shards = new Set<number>();
  return {
    enter(shard) {
      shards.add(shard);
    },
    leave(shard) {
      if (shards.delete(shard) && shards.size === 0) over();
    },
    others(shard) {
      return shards.size > (shards.has(shard) ? 1 : 0);
    },
  };
}
