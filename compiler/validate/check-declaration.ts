import { type Kind, kinds } from '../../schema/declared.ts';
import type { Diagnostic } from '../../schema/diagnostic.ts';
import { validators } from '../../schema/validators.ts';
import { checkHead } from './check-head.ts';
import { explain } from './explain.ts';
import { placeRemark, type Remark } from './remark.ts';
import type { Written } from './written.ts';

/** Who a document says it is. */
export interface Identity {
  readonly kind: Kind | undefined;
  readonly tenant: string | undefined;
  readonly name: string | undefined;
}

/** Who a document says it is, and what is wrong with it. */
export interface CheckedDeclaration {
  readonly identity: Identity;
  readonly diagnostics: readonly Diagnostic[];
  /** Mistakes beyond those in `diagnostics`. */
  readonly more: number;
}

/** Holds a document against the schema of its kind. Without diagnostics it is a `Declaration` of that kind. */
export function checkDeclaration(
  document: Readonly<Record<string, unknown>>,
  written: Written,
): CheckedDeclaration {
  const identity = identify(document);
  const { kind } = identity;
  const place = (remarks: readonly Remark[]) =>
    remarks.map((remark) => withSubject(placeRemark(remark, written), identity));

  const head = checkHead(document);
  if (head.length > 0 || !kind) return { identity, diagnostics: place(head), more: 0 };
  const validate = validators[kind];
  if (validate(document)) return { identity, diagnostics: [], more: 0 };
  const { remarks, unexplained } = explain(kind, document, validate.errors ?? [], written);
  return { identity, diagnostics: place(remarks), more: unexplained };
}

/** Returns who a document says it is, as far as it does. */
export function identify(document: Readonly<Record<string, unknown>>): Identity {
  const kind = kinds.find((known) => known === document['kind']);
  const metadata = document['metadata'];
  const { tenant, name } = (typeof metadata === 'object' && metadata !== null ? metadata : {}) as Readonly<
    Record<string, unknown>
  >;
  // A Tenant's own name is what its other declarations carry as `metadata.tenant`.
  const owner = kind === 'Tenant' ? name : tenant;
  return {
    kind,
    tenant: typeof owner === 'string' ? owner : undefined,
    name: typeof name === 'string' ? name : undefined,
  };
}

function withSubject(diagnostic: Diagnostic, { kind, tenant, name }: Identity): Diagnostic {
  if (name === undefined || tenant === undefined) return diagnostic;
  return { ...diagnostic, subject: kind === 'Tenant' ? name : `${tenant}/${name}` };
}
