import type { UtcText } from './fires.ts';
import type { Digest } from './manifest.ts';

/** A page of a tenant's revisions. */
export interface RevisionPage {
  readonly tenant: string;
  /** In force; 0 where nothing is. */
  readonly inForce: number;
  /** Newest first. */
  readonly revisions: readonly RevisionRecord[];
  /** Asks for the page behind this one; absent on the last. */
  readonly next?: string;
}

/** A manifest in force for a tenant from an instant on. */
export interface RevisionRecord {
  readonly tenant: string;
  /** From 1. */
  readonly revision: number;
  /** Fires scheduled after it are this revision's. */
  readonly inForceFrom: UtcText;
  /** Over the bytes of the manifest. */
  readonly manifest: Digest;
  /** The plan's own digest, which approvals name. */
  readonly plan: Digest;
  /** Who applied it. */
  readonly principal: string;
  /** Who reviewed it. */
  readonly approvedBy: readonly string[];
  /** Where the declarations came from. */
  readonly source?: { readonly name: string; readonly commit?: string };
}
