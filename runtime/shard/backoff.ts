import type { Instant } from '../../schema/time.ts';
import type { Retry } from './shard.ts';

/**
 * Returns when a failed attempt may be followed by the next: `minBackoff * 2^(attempt - 1)`, at most `maxBackoff`,
 * spread by a quarter to each side inside these two, so that runs that failed together do not come back together. The
 * spread is a hash of the run and the attempt: a replay says the same, and so does another replica. At least one second
 * from now, so that attempts never share one.
 */
export function retryAfterFailure(
  of: { readonly tenant: string; readonly run: string; readonly attempt: number },
  { minBackoff, maxBackoff }: Retry,
  now: Instant,
): Instant {
  const base = Math.min(maxBackoff, minBackoff * 2 ** Math.min(of.attempt - 1, 40));
  const least = Math.max(Math.min(minBackoff, maxBackoff), base * 0.75);
  const wait = Math.min(maxBackoff, least + base * 0.5 * fraction(`${of.tenant}/${of.run}/${of.attempt}`));
  return now + Math.max(1, Math.ceil(wait));
}

/** Returns a number in [0, 1) that depends on the text alone (FNV-1a, 32 bits, and a last mix). */
function fraction(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x7feb352d);
  return ((hash ^ (hash >>> 15)) >>> 0) / 2 ** 32;
}
