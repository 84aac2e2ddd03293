import type { Call } from '../../compiler/cli/index.ts';
import type { ApplyPort } from '../apply/index.ts';
import { type RuntimePlace, runtimePlace } from './runtime-place.ts';
import { withRuntime } from './with-runtime.ts';

/**
 * Opens what a call means by its runtime to review and apply there, and closes it.
 *
 * @throws {CallError} where there is none, or it can't be reached.
 */
export function withApplyPort<Result>(
  call: Call,
  use: (port: ApplyPort) => Promise<Result>,
  place: RuntimePlace = runtimePlace(call),
): Promise<Result> {
  return withRuntime(call, ({ apply }) => use(apply), place);
}
