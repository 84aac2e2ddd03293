import type { Diagnostic } from '../../schema/diagnostic.ts';
import { type SchemaCode, schemaCodes } from './codes.ts';
import type { Written } from './written.ts';

/** What is wrong with a document at a pointer, before it is known where that stands. */
export interface Remark {
  readonly code: SchemaCode;
  /** JSON pointer; with `#key` behind it the key is meant and not the value. */
  readonly pointer: string;
  readonly message: string;
  readonly help?: string;
  readonly related?: { readonly pointer: string; readonly message: string };
}

/** Gives a remark its place. */
export function placeRemark({ code, pointer, message, help, related }: Remark, written: Written): Diagnostic {
  return {
    code,
    severity: schemaCodes[code],
    message,
    ...(help && { help }),
    span: written.span(pointer),
    ...(related && { related: [{ message: related.message, span: written.span(related.pointer) }] }),
  };
}
