import { createHash } from 'node:crypto';
import { canonicalJson } from '../../compiler/index.ts';
import type { JournalEntry } from './journal-entry.ts';

/** Returns the hash of an entry, 64 hex digits: SHA-256 over the canonical JSON (RFC 8785) of all else of it. */
export function entryHash(entry: Omit<JournalEntry, 'hash'>): string {
  return createHash('sha256').update(canonicalJson(entry)).digest('hex');
}
