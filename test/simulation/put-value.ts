import { createHash } from 'node:crypto';
import type { Ledger } from '../../runtime/ledger/index.ts';

/** Keeps a value in a ledger as JSON under its digest, which is returned. */
export async function putValue(ledger: Ledger, value: unknown): Promise<string> {
  const bytes = Buffer.from(JSON.stringify(value));
  const digest = `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
  await ledger.putBlob(digest, bytes);
  return digest;
}
