import { createHash } from 'node:crypto';
import type { Seconds } from '../../schema/time.ts';

/**
 * Returns a job's stable place in a spread, in `[0, within)`: the first 6 bytes of the SHA-256 of its id, modulo `within`.
 * Six bytes stay exact in a double. Returns 0 where `within` is 0.
 */
export function spreadOffset(jobId: string, within: Seconds): Seconds {
  if (within <= 0) return 0;
  return createHash('sha256').update(jobId, 'utf8').digest().readUIntBE(0, 6) % within;
}
