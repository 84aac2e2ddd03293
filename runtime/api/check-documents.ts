import { checkDeclaration } from '../../compiler/index.ts';
import { type DeclaredDocument, spanAt } from '../../schema/declared.ts';
import type { Diagnostic } from '../../schema/diagnostic.ts';
import { ApiProblem } from './api-problem.ts';

/**
 * Holds documents that came over HTTP against the schemas of their kinds, as reading a file does: what is compiled is
 * taken at its word.
 *
 * @throws {ApiProblem} for a document that is not what it is sent as, or another tenant's.
 */
export function checkDocuments(
  tenant: string,
  documents: readonly DeclaredDocument[],
): readonly Diagnostic[] {
  return documents.flatMap((document) => {
    const { kind, name, value } = document;
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      throw new ApiProblem('invalid-request', `the value of ${kind} \`${name}\` is no document`);
    }
    const { identity, diagnostics } = checkDeclaration(value as Readonly<Record<string, unknown>>, {
      span: (pointer) => spanAt(document, pointer),
      text: (pointer) => JSON.stringify(valueAt(value, pointer)) ?? '',
    });
    if (diagnostics.length > 0) return diagnostics;
    const isAsSent =
      identity.kind === kind &&
      identity.name === name &&
      identity.tenant === tenant &&
      document.tenant === tenant;
    if (isAsSent) return [];
    throw new ApiProblem(
      'invalid-request',
      `${kind} \`${name}\` says that it is ${identity.kind} \`${identity.tenant}/${identity.name}\`, and is sent for \`${tenant}\``,
    );
  });
}

function valueAt(value: unknown, pointer: string): unknown {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((at, key) => (at as Readonly<Record<string, unknown>> | undefined)?.[key], value);
}
