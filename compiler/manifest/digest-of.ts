import { createHash } from 'node:crypto';
import type { Digest } from '../../schema/manifest.ts';
import { canonicalJson } from './canonical-json.ts';

/** Returns `sha256:` and the SHA-256 of a JSON value's canonical text (RFC 8785) in lower-case hex. */
export function digestOf(value: unknown): Digest {
  return digestOfText(canonicalJson(value));
}

/** The same of a text that is canonical already. */
export function digestOfText(canonical: string): Digest {
  return `sha256:${createHash('sha256').update(canonical).digest('hex')}`;
}
