import type { DeclaredDocument, Kind } from '../../schema/declared.ts';
import type { Instant } from '../../schema/time.ts';
import type { Session } from '../backends/session.ts';

/** What the resources of one process share. */
export interface Workshop {
  /** Undefined until the provider is configured, and while its configuration is not known yet. */
  readonly session: () => Session | undefined;
  /** The provider's `as_of`: the clock of a plan. */
  readonly asOf: () => Instant | undefined;
  /** The machine's clock, for what is worked out while it is applied. */
  readonly clock: () => Instant;
  /** What this process has planned, by kind, tenant and name; null where it is to go. Terraform plans what others refer to first. */
  readonly planned: Map<string, DeclaredDocument | null>;
  /** What this process has seen as a prior state: what Terraform replaces is not there twice. */
  readonly replaced: Set<string>;
}

export function declarationId(kind: Kind, tenant: string, name: string): string {
  return `${kind} ${kind === 'Tenant' ? name : `${tenant}/${name}`}`;
}
