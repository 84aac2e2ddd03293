import type { Kind } from '../../schema/declared.ts';
import type { ValidationError } from '../../schema/validators.ts';
import { clip } from './clip.ts';
import { type Expected, expectedAt, keysOf } from './schema-at.ts';
import type { Written } from './written.ts';

/** A document that its schema refuses, and what is known of it. */
export interface Trouble {
  readonly kind: Kind;
  readonly document: unknown;
  /** As ajv says them. */
  readonly errors: readonly ValidationError[];
  readonly written: Written;
  readonly expected: (pointer: string) => Expected | undefined;
}

export function troubleOf(
  kind: Kind,
  document: unknown,
  errors: readonly ValidationError[],
  written: Written,
): Trouble {
  return {
    kind,
    document,
    written,
    errors,
    expected: (pointer) => expectedAt(kind, document, pointer),
  };
}

/** Names a place as a tenant would: by its key, `item 2 of` its list, or `the document`. */
export function labelOf(pointer: string): string {
  const keys = keysOf(pointer);
  const last = keys.at(-1);
  if (last === undefined) return 'the document';
  const list = keys.at(-2);
  return /^\d+$/.test(last) && list !== undefined
    ? `item ${Number(last) + 1} of \`${clip(list)}\``
    : `\`${clip(last)}\``;
}

/** The pointer of a place's key; of the value itself where it has none, as items of a list; of `kind` for a document. */
export function keyOf(pointer: string): string {
  if (pointer === '') return '/kind#key';
  return /\/\d+$/.test(pointer) ? pointer : `${pointer}#key`;
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
