import type { Call } from './call.ts';

/** Prints a value as JSON that a person can read too. */
export function printJson({ io }: Pick<Call, 'io'>, value: unknown): void {
  io.stdout.write(`${JSON.stringify(value, undefined, 2)}\n`);
}
