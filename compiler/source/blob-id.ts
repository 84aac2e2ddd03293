import { createHash } from 'node:crypto';

/** Returns the id that git gives to a blob, by the algorithm of a repository whose ids are `length` digits long. */
export function blobId(bytes: Uint8Array, length: number): string {
  return createHash(length === 64 ? 'sha256' : 'sha1')
    .update(`blob ${bytes.length}\0`)
    .update(bytes)
    .digest('hex');
}
