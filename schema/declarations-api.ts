import type { DeclaredDocument, Kind } from './declared.ts';
import type { Diagnostic } from './diagnostic.ts';
import type { Digest, Manifest } from './manifest.ts';
import type { Instant, ZoneTable } from './time.ts';

/**
 * What a front door that is not files (Terraform) says to a runtime over HTTP, and what it hears. JSON both ways;
 * a principal's ID token goes in `authorization: Bearer`.
 *
 * | request | answers |
 * |---|---|
 * | `GET /v1/tenants/{tenant}/manifest` | 200 `InForce`; 404 where the tenant has no revision |
 * | `GET /v1/tenants/{tenant}/declarations?source=...` | 200 `OwnedDeclaration[]`; without `source`, of all sources |
 * | `POST /v1/tenants/{tenant}/declarations`, a `DeclarationsChange` | 200 `DeclarationsApplied`; 409 `DeclarationsRefused`; 422 `DeclarationsInvalid` |
 */

/** What is in force for one tenant. */
export interface InForce {
  /** Number of the revision, counting from 1 within the tenant. */
  readonly revision: number;
  /** Digest of the tenant's meaning: `manifest.tenants[tenant].digest`. What `base` is compared with. */
  readonly digest: Digest;
  /** Of this tenant alone, with the tables of the zones that its jobs use. */
  readonly manifest: Manifest;
  /** The instant from which the revision is in force. */
  readonly since: Instant;
  /** The runtime's clock at the moment of the answer, so that `since` can be compared with another clock. */
  readonly now: Instant;
}

/**
 * A change of one source's declarations, of one tenant, all or nothing.
 *
 * The runtime takes the declarations of all sources as they are in force, puts and removes, compiles, and makes the
 * outcome the tenant's next revision. A change without effect (every document means what is in force, and nothing is
 * removed) makes no revision and answers with the one in force, whatever its `base`. So a request whose answer was lost
 * can be sent again.
 */
export interface DeclarationsChange {
  /** Who keeps the declarations, for instance `terraform:prod-jobs`. Each declaration has one source. */
  readonly source: string;
  /** Digest of what was in force when the change was planned; null where nothing was. */
  readonly base: Digest | null;
  /** Who applies. With access control, the runtime takes the token's word and refuses another name. */
  readonly principal: string;
  /** Whole documents; each belongs to `source` afterwards. A document that another source owns is refused. */
  readonly put: readonly DeclaredDocument[];
  /** Declarations of `source`; one that is not there is passed over. */
  readonly remove: readonly DeclarationKey[];
  /**
   * Zone tables that the plan was made with, by primary name. They replace what is in force for their zones, which
   * the plan has shown as drift where it moves fires. Other zones keep their tables in force; a zone that has none
   * is read from the runtime's platform.
   */
  readonly zones?: Readonly<Record<string, ZoneTable>>;
  /** Name of the time-zone data that `zones` come from, for instance `2025c`. */
  readonly tzdata?: string;
}

export interface DeclarationKey {
  readonly kind: Kind;
  readonly name: string;
}

/** The change is in force. */
export interface DeclarationsApplied {
  readonly revision: number;
  /** Digest of the tenant's meaning from now on: the `base` of the next change. */
  readonly digest: Digest;
}

/** 409: nothing was changed. */
export interface DeclarationsRefused {
  /**
   * `base-moved`: something else than `base` is in force; plan again.
   * `owned-by-other-source`: a declaration belongs to another source, which would have to give it up first.
   */
  readonly code: 'base-moved' | 'owned-by-other-source';
  /** One sentence for a person. */
  readonly message: string;
  /** With `owned-by-other-source`: the declaration and its source. */
  readonly declaration?: DeclarationKey;
  readonly owner?: string;
}

/** 422: the declarations do not compile, or a rule refuses them; nothing was changed. */
export interface DeclarationsInvalid {
  readonly diagnostics: readonly Diagnostic[];
}

/** One declaration as its source put it. */
export interface OwnedDeclaration extends DeclarationKey {
  readonly source: string;
  readonly document: DeclaredDocument;
  /** Over the document's value in canonical JSON. */
  readonly digest: Digest;
}
