import type { Instant, Seconds } from '../../schema/time.ts';
import { type Retry, retryAfterFailure } from '../shard/index.ts';

/**
 * Returns when a failed attempt may be followed by the next: by the policy's backoff (`retryAfterFailure`), and not
 * before the patience that the target asked for, a day at most.
 */
export function retryAt(
  of: { readonly tenant: string; readonly run: string; readonly attempt: number },
  retry: Retry,
  asked: Seconds | undefined,
  now: Instant,
): Instant {
  return Math.max(retryAfterFailure(of, retry, now), now + Math.min(asked ?? 0, askedMost));
}

const askedMost: Seconds = 86_400;
