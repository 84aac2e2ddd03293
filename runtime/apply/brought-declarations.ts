import { checkDeclaration, digestOf } from '../../compiler/index.ts';
import { type DeclaredDocument, spanAt } from '../../schema/declared.ts';
import type { PlanToApply } from '../../schema/plan.ts';
import type { KeptDeclaration } from '../../schema/runtime-base.ts';
import { refuse } from './refuse.ts';

/**
 * Returns what a plan declares for a tenant, as its source's. All that a plan says of a document is worked out again from
 * the document: ownership goes by kind and name, and would otherwise be looked up under a name that is not its own.
 *
 * @throws {Refused} for a document that would not be read so from a file of this tenant.
 */
export function broughtDeclarations(
  { declarations, source }: PlanToApply,
  tenant: string,
): readonly KeptDeclaration[] {
  return (declarations[tenant] ?? []).map(({ document, files }): KeptDeclaration => {
    const { kind, name, value } = document;
    if (!isAsWritten(document, tenant))
      refuse(
        'plan-differs',
        `the plan was changed after it was made: what it calls ${kind} \`${tenant}/${name}\` is none`,
      );
    return {
      kind,
      name,
      source: source.name,
      document,
      digest: digestOf(value),
      ...(files !== undefined && { files }),
    };
  });
}

/** Whether a document is what it is called. What is compiled is taken at its word. */
function isAsWritten(document: DeclaredDocument, tenant: string): boolean {
  const { kind, name, value } = document;
  if (document.tenant !== tenant || typeof value !== 'object' || value === null) return false;
  const { identity, diagnostics } = checkDeclaration(value as Readonly<Record<string, unknown>>, {
    span: (pointer) => spanAt(document, pointer),
    text: () => '',
  });
  return (
    diagnostics.length === 0 && identity.kind === kind && identity.name === name && identity.tenant === tenant
  );
}
