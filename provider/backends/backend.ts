import type {
  DeclarationsApplied,
  DeclarationsChange,
  DeclarationsInvalid,
  DeclarationsRefused,
  InForce,
  OwnedDeclaration,
} from '../../schema/declarations-api.ts';

/** Where declarations go and are read from: a runtime, or a manifest file. */
export interface Backend {
  /** What a person calls it: an address, a path. */
  readonly label: string;
  /** @throws {BackendError} where it can't be asked. */
  readonly inForce: (tenant: string) => Promise<InForce | undefined>;
  /**
   * The tenant's declarations of all sources.
   *
   * @throws {BackendError} where it can't be asked.
   */
  readonly declarations: (tenant: string) => Promise<readonly OwnedDeclaration[]>;
  /**
   * Makes a change, all or nothing.
   *
   * @throws {BackendError} where nobody knows whether it was made.
   */
  readonly apply: (tenant: string, change: DeclarationsChange) => Promise<ApplyAnswer>;
  /** Gives up what is going on. */
  readonly stop: () => void;
}

export type ApplyAnswer =
  | ({ readonly kind: 'applied' } & DeclarationsApplied)
  | ({ readonly kind: 'refused' } & DeclarationsRefused)
  | ({ readonly kind: 'invalid' } & DeclarationsInvalid);

/** The backend can't be used; no mistake of a declaration. */
export class BackendError extends Error {
  readonly help: string;

  constructor(message: string, help: string) {
    super(message);
    this.name = 'BackendError';
    this.help = help;
  }
}
