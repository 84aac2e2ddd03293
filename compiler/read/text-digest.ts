import { createHash } from 'node:crypto';

/** Returns the SHA-256 of a text's UTF-8 bytes, in base64url (RFC 4648). */
export function textDigest(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
