/**
 * Values as Terraform has them: null, text, flags, numbers, lists, maps and objects as plain JavaScript, and `unknown`
 * where a value will be known only after an apply.
 */
export const unknown: unique symbol = Symbol('unknown');

export type Value =
  | null
  | string
  | boolean
  | number
  | bigint
  | typeof unknown
  | readonly Value[]
  | { readonly [name: string]: Value };

/** An object's attributes. */
export type Values = { readonly [name: string]: Value };

/** Whether all of a value is known. */
export function isWhole(value: Value): boolean {
  if (value === unknown) return false;
  if (typeof value !== 'object' || value === null) return true;
  return (Array.isArray(value) ? value : Object.values(value as Values)).every(isWhole);
}

export function isRecord(value: Value | undefined): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether two values are the same; an unknown is the same as an unknown, an attribute that is left out is null. */
export function isSame(a: Value, b: Value): boolean {
  if (a === b) return true;
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((item, index) => isSame(item, b[index]!));
  if (!isRecord(a) || !isRecord(b)) return false;
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].every((name) =>
    isSame(a[name] ?? null, b[name] ?? null),
  );
}
