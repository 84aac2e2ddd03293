import { createHash } from 'node:crypto';
import { canonicalJson } from '../../compiler/index.ts';
import type { Digest } from '../../schema/manifest.ts';
import type { Ledger } from '../ledger/index.ts';

/** Keeps a value as canonical JSON under its digest, which is returned. */
export async function putValue(ledger: Ledger, value: unknown): Promise<Digest> {
  const bytes = Buffer.from(canonicalJson(value));
  const digest = `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
  await ledger.putBlob(digest, bytes);
  return digest;
}

/** Returns the value under a digest. @throws {Error} where the ledger has lost it. */
export async function readValue<T>(ledger: Ledger, digest: Digest): Promise<T> {
  const bytes = await ledger.blob(digest);
  if (!bytes) throw new Error(`the ledger has no bytes under ${digest}, which one of its rows names`);
  return JSON.parse(Buffer.from(bytes).toString('utf8')) as T;
}
