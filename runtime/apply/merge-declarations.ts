import type { DeclarationKey } from '../../schema/declarations-api.ts';
import type { KeptDeclaration } from '../../schema/runtime-base.ts';

/** A declaration that two sources claim. */
export interface OwnedElsewhere extends DeclarationKey {
  readonly owner: string;
}

/**
 * Puts the declarations of one source beside those of the others in force. `claimed`: one of them belongs to another
 * source, which would have to give it up first.
 */
export function mergeDeclarations(
  inForce: readonly KeptDeclaration[],
  own: readonly KeptDeclaration[],
  source: string,
): {
  readonly merged: readonly KeptDeclaration[];
  readonly claimed: readonly OwnedElsewhere[];
} {
  const others = inForce.filter((declaration) => declaration.source !== source);
  const owners = new Map(others.map((declaration) => [keyOf(declaration), declaration.source]));
  const claimed = own.flatMap((declaration): OwnedElsewhere[] => {
    const owner = owners.get(keyOf(declaration));
    return owner === undefined ? [] : [{ kind: declaration.kind, name: declaration.name, owner }];
  });
  return { merged: [...others, ...own].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)), claimed };
}

/** Names a declaration within its tenant. */
export function keyOf({ kind, name }: DeclarationKey): string {
  return `${kind} ${name}`;
}
