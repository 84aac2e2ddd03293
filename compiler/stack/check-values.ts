import type { DeclaredDocument, Kind } from '../../schema/declared.ts';
import { spanAt } from '../../schema/declared.ts';
import type { Diagnostic } from '../../schema/diagnostic.ts';
import { checkDeclaration } from '../validate/index.ts';
import type { AttributePath, AttributeValues } from './attribute.ts';
import { attributeWords } from './attribute-words.ts';
import { type DeclaredValues, declareValues, type Refusal, type ResourcePlace } from './declare-values.ts';
import { pointerAt } from './document-of.ts';
import { pathOf } from './path-of.ts';
import { stepKey } from './pointer-step.ts';

/** A diagnostic with the attribute that it is about. */
export interface AttributeRemark {
  readonly path: AttributePath;
  readonly diagnostic: Diagnostic;
}

/**
 * Holds a resource's values against the schema of their kind, as reading a file does for YAML. Without remarks the
 * document is a `Declaration` of its kind, and may be compiled.
 */
export function checkValues(
  kind: Kind,
  values: AttributeValues,
  place?: ResourcePlace,
): { readonly document: DeclaredDocument; readonly remarks: readonly AttributeRemark[] } {
  const declared = declareValues(kind, values, place);
  const { document, refusals } = declared;
  if (refusals.length > 0) {
    return { document, remarks: refusals.map((refusal) => remarkOf(declared, refusal, place)) };
  }
  const { diagnostics } = checkDeclaration(document.value as Readonly<Record<string, unknown>>, {
    span: (pointer) => spanAt(document, pointer),
    text: (pointer) => JSON.stringify(valueAt(document.value, pointer)) ?? '',
  });
  return { document, remarks: diagnostics.map((diagnostic) => remarkOn(document, diagnostic, values)) };
}

/** Puts a diagnostic of schema, compiler or rules on the attribute that it means, in the words of attributes. */
export function remarkOn(
  document: DeclaredDocument,
  diagnostic: Diagnostic,
  values: AttributeValues,
): AttributeRemark {
  const pointer = pointerAt(document, diagnostic.span) ?? '';
  return { path: pathOf(document.kind, pointer, values), diagnostic: attributeWords(diagnostic) };
}

function remarkOf(
  { document }: DeclaredValues,
  { path, message, help, isName }: Refusal,
  place: ResourcePlace | undefined,
): AttributeRemark {
  // A value that was refused has no pointer, but it stands somewhere.
  const at = place?.placeOf(path, isName ? 'key' : 'value');
  const span = at
    ? { file: document.file, line: at[0], column: at[1], endLine: at[2], endColumn: at[3] }
    : spanAt(document, '');
  const { kind, tenant, name } = document;
  return {
    path,
    diagnostic: {
      code: 'attribute-invalid',
      severity: 'error',
      message,
      ...(help && { help }),
      span,
      ...(name !== '' && { subject: kind === 'Tenant' ? name : `${tenant}/${name}` }),
    },
  };
}

function valueAt(value: unknown, pointer: string): unknown {
  return pointer
    .split('/')
    .slice(1)
    .reduce<unknown>(
      (at, step) => (at as Readonly<Record<string, unknown>> | undefined)?.[stepKey(step)],
      value,
    );
}
