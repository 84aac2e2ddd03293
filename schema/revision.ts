import type { UtcText } from './fires.ts';
import type { Digest } from './manifest.ts';

/** A page of a tenant's revisions. */
export interface RevisionPage {
  readonly tenant: string;
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
  /** Over the bytes of the manifest, of the declarations, of the plan. */
  readonly manifest: Digest;
  readonly declarations: Digest;
  readonly plan: Digest;
  /** The plan's own digest, which approvals name. */
  readonly planDigest: Digest;
  /** Who applied it. */
  readonly principal: string;
  /** Who reviewed it. */
  readonly approvedBy: readonly string[];
  /** Where the declarations came from. */
  readonly source?: { readonly name: string; readonly commit?: string };
  /** Of the journal entry that put it in force. */
  readonly entry: number;
}
