/** A key as a step of a JSON pointer (RFC 6901). */
export function pointerStep(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** The key of a step of a JSON pointer. */
export function stepKey(step: string): string {
  return step.replaceAll('~1', '/').replaceAll('~0', '~');
}
