export type { SpannerAddress } from './connect.ts';
export { type MigrateOptions, migrateSpannerLedger } from './migrate-spanner-ledger.ts';
export { openSpannerLedger, type SpannerLedger } from './open-spanner-ledger.ts';
export type { SpannerCost } from './store.ts';
