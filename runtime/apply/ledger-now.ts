import type { Instant } from '../../schema/time.ts';
import type { Ledger } from '../ledger/index.ts';

/** The ledger's clock, in whole seconds, as decisions use it. */
export async function ledgerNow(ledger: Ledger): Promise<Instant> {
  const { now } = await ledger.clock();
  return Math.floor(now / 1000);
}
