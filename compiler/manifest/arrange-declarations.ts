import { type DeclaredDocument, type Kind, kinds, spanAt } from '../../schema/declared.ts';
import type { Diagnostic } from '../../schema/diagnostic.ts';
import { type Remarks, remarksOn } from './remarks.ts';

/** One document with the collector of its remarks. */
export interface Arranged {
  readonly document: DeclaredDocument;
  readonly remarks: Remarks;
}

/** A tenant's declarations by kind and name. */
export type TenantDeclarations = Readonly<Record<Kind, ReadonlyMap<string, Arranged>>> & {
  /** Whether there is a document of that name that could not be read, so that its name is no mistake. */
  readonly isRefused: (kind: Kind, name: string) => boolean;
};

/** A document that could not be read, as far as it says who it is. */
export interface Refused {
  readonly kind?: Kind;
  readonly tenant?: string;
  readonly name?: string;
}

/**
 * Sorts documents by tenant, kind and name, whatever files they came from and in which order. Of several
 * with one name the first is kept to be named by others, and all are remarked as errors, so that none of
 * them gets a meaning: nobody could say which was meant.
 */
export function arrangeDeclarations(
  documents: readonly DeclaredDocument[],
  refused: readonly Refused[],
  diagnostics: Diagnostic[],
): ReadonlyMap<string, TenantDeclarations> {
  const refusedNames = new Set(refused.map(({ kind, tenant, name }) => `${kind} ${tenant}/${name}`));
  const tenants = new Map<string, Record<Kind, Map<string, Arranged>>>();
  for (const document of [...documents].sort(byPlace)) {
    let tenant = tenants.get(document.tenant);
    if (!tenant) {
      tenant = Object.fromEntries(kinds.map((kind) => [kind, new Map()])) as Record<
        Kind,
        Map<string, Arranged>
      >;
      tenants.set(document.tenant, tenant);
    }
    const known = tenant[document.kind];
    const first = known.get(document.name);
    if (first) remarkDuplicate(first, document);
    else known.set(document.name, { document, remarks: remarksOn(document, diagnostics) });
  }
  return new Map(
    [...tenants]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([tenant, byKind]) => [
        tenant,
        { ...byKind, isRefused: (kind, name) => refusedNames.has(`${kind} ${tenant}/${name}`) },
      ]),
  );
}

function byPlace(a: DeclaredDocument, b: DeclaredDocument): number {
  if (a.file !== b.file) return a.file < b.file ? -1 : 1;
  return a.line - b.line;
}

function remarkDuplicate(first: Arranged, document: DeclaredDocument): void {
  const { kind, tenant, name } = document;
  const whose = kind === 'Tenant' ? '' : ` of tenant \`${tenant}\``;
  // Counted against the first, so that neither gets a meaning, and told where the second stands.
  first.remarks.add(kind === 'Job' ? 'job-duplicate' : 'declaration-duplicate', {
    pointer: '/metadata/name',
    standsIn: document,
    message: `${kind} \`${name}\`${whose} is declared twice`,
    help: 'rename one of them, or take it away',
    related: [{ message: 'the first one', span: spanAt(first.document, '/metadata/name') }],
  });
}
