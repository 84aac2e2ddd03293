import { createHash } from 'node:crypto';

/**
 * Returns the shard of a tenant: the first four bytes of SHA-256 of its name, as an unsigned number, modulo the number
 * of shards. Fixed for the life of a ledger.
 */
export function shardOf(tenant: string, shardCount: number): number {
  return createHash('sha256').update(tenant).digest().readUInt32BE(0) % shardCount;
}
