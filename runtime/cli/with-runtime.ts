import { type Call, CallError } from '../../compiler/cli/index.ts';
import { type ApiClient, ApiProblem, openApiClient, openOrders, RuntimeUnreachable } from '../api/index.ts';
import { openApplyPort } from '../apply/index.ts';
import { askLedger, CursorError, NotFound } from '../history/index.ts';
import { ledgerTrouble, openMadeLedger } from './open-ledger.ts';
import { type RuntimePlace, runtimePlace } from './runtime-place.ts';

/**
 * Opens what a call means by its runtime, its API or its ledger, uses it, and closes it.
 *
 * @throws {CallError} where there is none, it can't be reached, or it refuses what was asked.
 */
export async function withRuntime<Result>(
  call: Call,
  use: (runtime: ApiClient, place: RuntimePlace) => Promise<Result>,
  place: RuntimePlace = runtimePlace(call),
): Promise<Result> {
  try {
    if (place.kind === 'api') return await use(openApiClient(place.url), place);
    const ledger = await openMadeLedger(place.ledger);
    try {
      // Who sets the clock of a call means what is told, too; a runtime behind an API has its own.
      const questions =
        call.options['now'] === undefined ? askLedger(ledger) : askLedger(ledger, async () => call.now);
      return await use({ questions, apply: openApplyPort(ledger), orders: openOrders(ledger) }, place);
    } finally {
      await ledger.close();
    }
  } catch (error) {
    throw asCallError(error) ?? ledgerTrouble(error) ?? error;
  }
}

/** What a runtime refuses is the caller's to put right; anything else is a bug. */
function asCallError(error: unknown): CallError | undefined {
  if (error instanceof ApiProblem) return new CallError(error.message, error.help);
  if (error instanceof RuntimeUnreachable) return new CallError(error.message, 'is a runtime started there?');
  if (error instanceof CursorError) return new CallError(error.message);
  if (!(error instanceof NotFound)) return undefined;
  return new CallError(
    error.message,
    error.code === 'unknown-tenant' ? '`almanac revisions` lists the tenants' : undefined,
    error,
  );
}
