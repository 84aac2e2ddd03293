import type { Call } from '../../compiler/cli/index.ts';
import type { ApplyPort } from '../apply/index.ts';
import { type RuntimePlace, runtimePlace } from './runtime-place.ts';
import { withRuntime } from './with-runtime.ts';

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
  return withRuntime(call, ({ apply }) => use(apply, place), place);
}

/** Returns a runtime's address as a person would write it. */
export function placeText(place: RuntimePlace): string {
  return place.kind === 'api' ? place.url : place.ledger;
}
