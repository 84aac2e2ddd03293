import type { Manifest } from '../../schema/manifest.ts';
import type { RecordedFire, RecordedHistory } from '../../schema/recorded-history.ts';
import type { Instant } from '../../schema/time.ts';
import { type FireRow, type Ledger, type RevisionRow, shardOf } from '../ledger/index.ts';
import type { RecordedAsk } from './apply-port.ts';
import { readValue } from './blobs.ts';
import { journalGaps } from './journal-gaps.ts';

const pageSize = 1_000;
/** Rows of one history; a busier one ends earlier and says so. */
const rowsMost = 100_000;

/**
 * Reads what was recorded of a tenant, as far as it takes to decide it again. A range that ends after now ends now.
 *
 * @throws where the ledger can't be reached, or has lost a manifest.
 */
export async function recordedHistory(
  ledger: Ledger,
  { tenant, from, until: asked }: RecordedAsk,
): Promise<RecordedHistory> {
  const { shardCount } = await ledger.meta();
  const { now } = await ledger.clock();
  const row = await ledger.tenant(tenant);
  const range = {
    from: Math.max(from, row?.floor ?? 0),
    until: Math.min(asked, Math.floor(now / 1000)),
  };
  if (range.until <= range.from) return { tenant, range, outages: [], revisions: [], fires: [] };
  const { fires, cutAt } = await firesOf(ledger, tenant, range);
  const shown = { from: range.from, until: cutAt ?? range.until };
  return {
    tenant,
    range,
    outages: await journalGaps(ledger, shardOf(tenant, shardCount), shown),
    revisions: await revisionsIn(ledger, tenant, shown),
    fires,
    ...(cutAt !== undefined && { cutAt }),
  };
}

async function firesOf(
  ledger: Ledger,
  tenant: string,
  range: { readonly from: Instant; readonly until: Instant },
): Promise<{ readonly fires: readonly RecordedFire[]; readonly cutAt?: Instant }> {
  const fires: RecordedFire[] = [];
  let after: string | undefined;
  do {
    const page = await ledger.fires({
      tenant,
      ...range,
      oldestFirst: true,
      limit: pageSize,
      ...(after !== undefined && { after }),
    });
    for (const row of page.rows) if (row.order === '') fires.push(recordedFire(row));
    after = page.next;
    const last = fires.at(-1);
    if (after !== undefined && fires.length >= rowsMost && last)
      // Not all fires of the last instant may have been read.
      return { fires: fires.filter(({ scheduled }) => scheduled < last.scheduled), cutAt: last.scheduled };
  } while (after !== undefined);
  return { fires };
}

function recordedFire({ job, scheduled, last, count, due, body }: FireRow): RecordedFire {
  const { run, cause, decided } = body;
  return {
    job,
    scheduled,
    last,
    count,
    due,
    ...(run
      ? { fate: 'dispatched', at: run.dispatched }
      : { ...(cause !== undefined && { fate: cause }), ...(decided !== undefined && { at: decided }) }),
    ...(run?.outcome !== undefined && { outcome: run.outcome }),
    ...(run?.endedAt !== undefined && { endedAt: run.endedAt }),
  };
}

async function revisionsIn(
  ledger: Ledger,
  tenant: string,
  range: { readonly from: Instant; readonly until: Instant },
): Promise<RecordedHistory['revisions']> {
  const rows: RevisionRow[] = [];
  let after: string | undefined;
  do {
    const page = await ledger.revisions(tenant, { limit: 50, ...(after !== undefined && { after }) });
    rows.push(...page.rows);
    after = page.next;
  } while (after !== undefined && rows.at(-1)!.inForceFrom > range.from);
  const first = rows.find(({ inForceFrom }) => inForceFrom <= range.from);
  const revisions: { revision: number; inForceFrom: Instant; manifest: Manifest }[] = [];
  for (const { revision, inForceFrom, manifest: digest } of rows) {
    if (inForceFrom >= range.until || (first && revision < first.revision)) continue;
    revisions.push({ revision, inForceFrom, manifest: await readValue<Manifest>(ledger, digest) });
  }
  return revisions.reverse();
}
