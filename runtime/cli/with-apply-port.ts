import { type Call, CallError } from '../../compiler/cli/index.ts';
import { type ApplyPort, openApplyPort } from '../apply/index.ts';
import { openLedger } from './open-ledger.ts';
import { type RuntimePlace, runtimePlace } from './runtime-place.ts';

/**
 * Opens what a call means by its runtime, uses it, and closes it.
 *
 * @throws {CallError} where there is none, or it can't be reached.
 */
export async function withApplyPort<Result>(
  call: Call,
  use: (port: ApplyPort, place: RuntimePlace) => Promise<Result>,
  place: RuntimePlace = runtimePlace(call),
): Promise<Result> {
  if (place.kind === 'api') throw new CallError(`no client for ${place.url}`);
  const ledger = await openLedger(place.ledger);
  try {
    return await use(openApplyPort(ledger), place);
  } finally {
    await ledger.close();
  }
}

/** Returns a runtime's address as a person would write it. */
export function placeText(place: RuntimePlace): string {
  return place.kind === 'api' ? place.url : place.ledger;
}
