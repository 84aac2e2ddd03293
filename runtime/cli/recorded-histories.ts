import { type Call, CallError, type HistoryAsk } from '../../compiler/cli/index.ts';
import type { RecordedHistory } from '../../schema/recorded-history.ts';
import { recordedHistory } from '../proof/index.ts';
import { openLedger } from './open-ledger.ts';
import type { RuntimePlace } from './runtime-place.ts';

/**
 * Reads what a runtime recorded of tenants.
 *
 * @throws {CallError} where it can't be reached.
 */
export async function recordedHistories(
  _call: Call,
  place: RuntimePlace,
  { tenants, from, until }: HistoryAsk,
): Promise<readonly RecordedHistory[]> {
  if (place.kind === 'api') throw new CallError(`no client for ${place.url}`);
  const ledger = await openLedger(place.ledger);
  try {
    const histories: RecordedHistory[] = [];
    for (const tenant of tenants) histories.push(await recordedHistory(ledger, { tenant, from, until }));
    return histories;
  } finally {
    await ledger.close();
  }
}
