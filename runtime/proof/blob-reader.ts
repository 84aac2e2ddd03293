import { createHash } from 'node:crypto';
import type { Digest, Manifest } from '../../schema/manifest.ts';
import type { Ledger } from '../ledger/index.ts';

/** Reads bytes that rows name, and looks whether they are still those. */
export interface BlobReader {
  /** Returns the manifest under a digest; undefined where its bytes are missing or changed. */
  manifest(digest: Digest): Promise<Manifest | undefined>;
  /** Says what is wrong with the bytes under a digest; undefined where nothing is. */
  fault(digest: Digest): Promise<'missing' | 'changed' | undefined>;
}

/** Manifests that are kept in memory at once: one a tenant of a shard is in force. */
const keptMost = 200;

export function blobReader(ledger: Ledger): BlobReader {
  const faults = new Map<Digest, 'missing' | 'changed' | undefined>();
  const manifests = new Map<Digest, Manifest>();

  async function read(digest: Digest): Promise<Uint8Array | undefined> {
    const bytes = await ledger.blob(digest);
    const found = bytes && `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
    faults.set(digest, found === undefined ? 'missing' : found === digest ? undefined : 'changed');
    return found === digest ? bytes : undefined;
  }

  return {
    async manifest(digest) {
      const known = manifests.get(digest);
      if (known) return known;
      const bytes = await read(digest);
      if (!bytes) return undefined;
      const manifest = JSON.parse(Buffer.from(bytes).toString('utf8')) as Manifest;
      const [oldest] = manifests.keys();
      if (manifests.size >= keptMost && oldest !== undefined) manifests.delete(oldest);
      manifests.set(digest, manifest);
      return manifest;
    },
    async fault(digest) {
      if (!faults.has(digest)) await read(digest);
      return faults.get(digest);
    },
  };
}
