import type { Ledger, LedgerMeta } from '../ledger/index.ts';
import { blobRows } from './blobs.ts';
import { connect, type SpannerAddress } from './connect.ts';
import { inboxOf } from './inbox.ts';
import { journalOf } from './journal.ts';
import { readMeta } from './migrate-spanner-ledger.ts';
import { fireReads } from './read-fires.ts';
import { replicaRows } from './replicas.ts';
import { type SpannerCost, storeOn } from './store.ts';
import { sweepsOf } from './sweeps.ts';
import { tenantRows } from './tenants.ts';

export interface SpannerLedger extends Ledger {
  /** What it has cost since it was opened, for benchmarks and metrics. */
  cost(): SpannerCost;
}

/**
 * Opens the ledger in a database that `migrateSpannerLedger` has made ready.
 *
 * @throws {Error} there is no ledger, or its tables are of another version than this program's
 */
export async function openSpannerLedger(address: SpannerAddress): Promise<SpannerLedger> {
  const connection = await connect(address);
  const store = storeOn(connection);
  let meta: LedgerMeta;
  try {
    meta = await readMeta(connection, store);
  } catch (error) {
    await connection.close();
    throw error;
  }
  return {
    kind: 'spanner',
    // A row takes 18 mutations at most, of 80,000.
    limits: { rows: 1000 },
    meta: async () => meta,
    async clock() {
      const asked = performance.now();
      const now = await store.now();
      // The server read its clock at some moment of the round trip.
      const error = (performance.now() - asked) / 2;
      return { now: now + error, error };
    },
    ...journalOf(store),
    ...inboxOf(store),
    ...fireReads(store, meta.shardCount),
    ...tenantRows(store, meta.shardCount),
    ...replicaRows(store),
    ...blobRows(store),
    ...sweepsOf(store),
    cost: () => store.cost(),
    close: () => store.close(),
  };
}
