import type { OwnedDeclaration } from './declarations-api.ts';
import type { Digest, Manifest } from './manifest.ts';
import type { TenantSnapshot } from './snapshot.ts';
import type { Instant } from './time.ts';

/** What a runtime says of itself to whoever plans against it: what is in force, what waits and what runs. */
export interface RuntimeBase {
  readonly formatVersion: 1;
  /** The random name of its ledger, so that a plan is not applied elsewhere. */
  readonly runtime: string;
  /** The ledger's clock. */
  readonly now: Instant;
  /** The tenants that were asked for, and those in which the source has declarations in force. */
  readonly tenants: Readonly<Record<string, TenantBase>>;
}

export interface TenantBase {
  /** 0 where nothing was ever in force. */
  readonly revision: number;
  /** Digest of the tenant's meaning in force; '' where nothing is. */
  readonly digest: Digest | '';
  /** In force, of this tenant alone; absent where nothing is. */
  readonly manifest?: Manifest;
  /** In force, of all sources. */
  readonly declarations: readonly KeptDeclaration[];
  readonly snapshot: TenantSnapshot;
}

/** A declaration with all that it takes to compile it again. */
export interface KeptDeclaration extends OwnedDeclaration {
  /** Text of the files that it names (a calendar's `ics`), by the path that it gives. */
  readonly files?: Readonly<Record<string, string>>;
}
