import type { Instant } from '../../schema/time.ts';
import type { Place } from '../ledger/index.ts';

/** Less than every character of a name, so that keys sort as their parts do. */
const gap = '\u0001';

/** Beyond every instant, and small enough that one more of it is still exact. */
const beyond = 1e15;

/** Returns the key of a fire without an end: by shard and tenant, then in the order of time. */
export function liveKey(shard: number, tenant: string, [scheduled, job, order]: Place): string {
  return `${livePrefix(shard, tenant, scheduled)}${job}${gap}${order}`;
}

/** Begins the keys of all that is scheduled then; what is before another instant sorts before it. */
export function livePrefix(shard: number, tenant: string, scheduled: Instant): string {
  // Of one width and without a sign, so that they sort as numbers do.
  const width = String(Math.min(Math.max(scheduled, -beyond), beyond) + beyond).padStart(16, '0');
  return `${shard}${gap}${tenant}${gap}${width}${gap}`;
}

/** Behind every key that begins so. */
export function prefixEnd(prefix: string): string {
  return `${prefix.slice(0, -1)}\u0002`;
}

export function readLiveKey(key: string): {
  readonly tenant: string;
  readonly place: Place;
} {
  const [, tenant = '', width = '', job = '', ...order] = key.split(gap);
  return { tenant, place: [Number(width) - beyond, job, order.join(gap)] };
}
