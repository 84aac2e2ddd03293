import type { Instant } from '../../schema/time.ts';

/** Less than every character of a name, so that places sort as their parts do. */
const gap = '\u0001';

/** Returns the key of a fire without an end. */
export function livePlace(
  shard: number,
  {
    tenant,
    job,
    scheduled,
    order,
  }: { readonly tenant: string; readonly job: string; readonly scheduled: Instant; readonly order: string },
): string {
  return `${jobPrefix(shard, tenant, job)}${scheduled}${gap}${order}`;
}

/** Begins the keys of one job's fires; `prefixEnd` of it is behind the last of them. */
export function jobPrefix(shard: number, tenant: string, job: string): string {
  return `${shard}${gap}${tenant}${gap}${job}${gap}`;
}

export function prefixEnd(prefix: string): string {
  return `${prefix.slice(0, -1)}\u0002`;
}

/** What a key says beside shard and tenant. */
export function readLivePlace(place: string): { readonly job: string; readonly order: string } {
  const [, , job = '', , ...order] = place.split(gap);
  return { job, order: order.join(gap) };
}
