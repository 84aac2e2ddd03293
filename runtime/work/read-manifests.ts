import type { Digest } from '../../schema/manifest.ts';
import type { Ledger } from '../ledger/index.ts';

/** How many are asked for at a time. */
const atOnce = 16;

/** Reads the bytes of manifests from the ledger by digest. Those that it does not have are left out. */
export async function readManifests(
  ledger: Pick<Ledger, 'blob'>,
  digests: Iterable<Digest>,
): Promise<Map<Digest, Uint8Array>> {
  const wanted = [...new Set(digests)];
  const found = new Map<Digest, Uint8Array>();
  for (let from = 0; from < wanted.length; from += atOnce) {
    const some = wanted.slice(from, from + atOnce);
    const read = await Promise.all(some.map((digest) => ledger.blob(digest)));
    for (const [index, bytes] of read.entries()) if (bytes) found.set(some[index]!, bytes);
  }
  return found;
}
