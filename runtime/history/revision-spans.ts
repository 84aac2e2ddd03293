import type { Instant } from '../../schema/time.ts';
import type { TenantRow } from '../ledger/index.ts';
import type { Archive } from './archive.ts';

/** A part of a stretch of time in which one revision says which fires exist. */
export interface RevisionSpan {
  readonly revision: number;
  /** Scheduled instants `[from, until)`. */
  readonly from: Instant;
  readonly until: Instant;
}

/** Cuts `[from, until)` by revisions, newest first. What lies before the first revision is left out. */
export async function revisionSpans(
  archive: Archive,
  tenant: TenantRow,
  from: Instant,
  until: Instant,
): Promise<readonly RevisionSpan[]> {
  const spans: RevisionSpan[] = [];
  const last = await archive.revisionAt(tenant, until - 1);
  let end = until;
  for (let row = last; row && end > from; row = await archive.revision(tenant.tenant, row.revision - 1)) {
    // Its fires are those scheduled after the instant of its apply.
    const start = Math.max(from, row.inForceFrom + 1);
    if (start < end) spans.push({ revision: row.revision, from: start, until: end });
    end = Math.min(end, start);
  }
  return spans;
}
