import type { DeclaredDocument, Kind } from '../../schema/declared.ts';
import type { Span } from '../../schema/diagnostic.ts';
import type { AttributeValues } from './attribute.ts';
import { declareValues, type ResourcePlace } from './declare-values.ts';

/**
 * The declaration that a resource's attribute values make, ready for `checkValues`, `compileManifest` and the rules.
 * Without a place, its file is the resource (`almanac_job.benefits/statement-run`) and every value has a line of its
 * own, so that `pointerAt` finds the value that a diagnostic means. Values that do not fit are left out: `checkValues`
 * tells them.
 */
export function documentOf(kind: Kind, values: AttributeValues, place?: ResourcePlace): DeclaredDocument {
  return declareValues(kind, values, place).document;
}

/**
 * The JSON pointer of the value that stands where a diagnostic points; of its key, with `#key` behind it. Undefined
 * where the span is of another file or between values.
 */
export function pointerAt(document: DeclaredDocument, span: Span | undefined): string | undefined {
  if (!span || span.file !== document.file) return undefined;
  return Object.keys(document.positions).find((pointer) => {
    const [line, column] = document.positions[pointer]!;
    return line === span.line && column === span.column;
  });
}
