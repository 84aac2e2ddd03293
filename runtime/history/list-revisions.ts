import { formatInstant } from '../../compiler/index.ts';
import type { RevisionPage, RevisionRecord } from '../../schema/revision.ts';
import type { PageAsk, RevisionRow } from '../ledger/index.ts';
import type { Archive } from './archive.ts';
import { readCursor, writeCursor } from './cursor.ts';
import { knownTenant } from './list-history.ts';

/**
 * Lists a tenant's revisions, newest first.
 *
 * @throws {NotFound} for a tenant that the ledger does not know.
 * @throws {CursorError} for a cursor that no page gave.
 */
export async function listRevisions(archive: Archive, tenant: string, ask: PageAsk): Promise<RevisionPage> {
  await knownTenant(archive, tenant);
  const { after } = readCursor(ask.after);
  const page = await archive.ledger.revisions(tenant, {
    limit: ask.limit,
    ...(after !== undefined && { after }),
  });
  return {
    tenant,
    revisions: page.rows.map(revisionRecord),
    ...(page.next !== undefined && { next: writeCursor({ after: page.next }) }),
  };
}

/** Returns a revision as a person or a program reads it. */
export function revisionRecord(row: RevisionRow): RevisionRecord {
  const { tenant, revision, inForceFrom, manifest, declarations, plan, planDigest } = row;
  const { principal, approvedBy, source, seq } = row;
  return {
    tenant,
    revision,
    inForceFrom: formatInstant(inForceFrom),
    manifest,
    declarations,
    plan,
    planDigest,
    principal,
    approvedBy,
    ...(source && { source }),
    entry: seq,
  };
}
