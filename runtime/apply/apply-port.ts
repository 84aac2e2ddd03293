import type { DeclarationKey } from '../../schema/declarations-api.ts';
import type { Diagnostic, Severity } from '../../schema/diagnostic.ts';
import type { Digest, Manifest } from '../../schema/manifest.ts';
import type { Plan } from '../../schema/plan.ts';
import type { RecordedHistory } from '../../schema/recorded-history.ts';
import type { RevisionPage, RevisionRecord } from '../../schema/revision.ts';
import type { KeptDeclaration, RuntimeBase } from '../../schema/runtime-base.ts';
import type { Instant } from '../../schema/time.ts';
import type { Approval, PageAsk } from '../ledger/index.ts';

/**
 * What a runtime offers to whoever reviews and applies. Two implementations: on a ledger (`openApplyPort`) and over
 * HTTP. Every method throws where the runtime can't be reached.
 */
export interface ApplyPort {
  /** What is in force for tenants, with what waits and runs there. */
  base(ask: BaseAsk): Promise<RuntimeBase>;
  /** Tenants that have or had a revision, by name. */
  tenants(): Promise<readonly TenantInForce[]>;
  approve(order: ApproveOrder): Promise<Approval>;
  /** Approvals of a plan, oldest first. */
  approvals(planDigest: Digest): Promise<readonly Approval[]>;
  apply(order: ApplyOrder): Promise<ApplyAnswer>;
  /** Newest first. */
  revisions(tenant: string, page: PageAsk): Promise<RevisionPage>;
  revision(tenant: string, revision: number): Promise<RevisionDetail | undefined>;
  /** What was recorded of a tenant, as far as it takes to decide it again. */
  recorded(ask: RecordedAsk): Promise<RecordedHistory>;
}

export interface RecordedAsk {
  readonly tenant: string;
  /** Scheduled instants `[from, until)`. */
  readonly from: Instant;
  readonly until: Instant;
}

export interface BaseAsk {
  readonly tenants: readonly string[];
  /** Also the tenants in which this source has declarations in force. */
  readonly source?: string;
}

export interface TenantInForce {
  readonly tenant: string;
  readonly revision: number;
  /** Of the tenant's meaning; '' where nothing is in force. */
  readonly digest: Digest | '';
  readonly inForceFrom: Instant;
  readonly jobs: number;
}

export interface ApproveOrder {
  readonly planDigest: Digest;
  /** The findings that were seen, each as `findingName` gives it. */
  readonly findings: readonly string[];
  readonly principal: string;
  readonly comment?: string;
}

export interface ApplyOrder {
  /** As `almanac plan --base <runtime> --out` wrote it: with `apply`. */
  readonly plan: Plan;
  readonly principal: string;
  /** A finding at or above it that no approval has seen stops the apply. */
  readonly failOn: Severity;
}

/** What became of an apply. Some tenants may be done and others not: each is one apply, which can be repeated. */
export interface ApplyAnswer {
  readonly planDigest: Digest;
  /** The runtime's clock when it planned again. */
  readonly now: Instant;
  /** Why nothing was applied at all. */
  readonly refused?: ApplyRefusal;
  /** In the order of their names. */
  readonly tenants: readonly TenantAnswer[];
  /** What is otherwise than in the plan that was reviewed, one line each, for a person. */
  readonly differs: readonly string[];
  /** What the rules say now. */
  readonly findings: readonly Diagnostic[];
  readonly approvedBy: readonly string[];
}

export interface ApplyRefusal {
  /**
   * `not-appliable`: no plan against a runtime, or its parts don't belong together. `other-runtime`: made against
   * another ledger. `expired`, `base-moved`, `plan-differs`: not what was reviewed any more. `findings`: some that no
   * approval has seen. `approvals`: too few. `owned-by-other-source`: a declaration belongs to somebody else.
   */
  readonly code:
    | 'not-appliable'
    | 'other-runtime'
    | 'expired'
    | 'base-moved'
    | 'plan-differs'
    | 'findings'
    | 'approvals'
    | 'owned-by-other-source';
  readonly message: string;
  readonly help?: string;
  /** With `findings`: those that stopped it. */
  readonly unseen?: readonly Diagnostic[];
  /** With `owned-by-other-source`. */
  readonly declaration?: DeclarationKey & { readonly tenant: string; readonly owner: string };
}

export interface TenantAnswer {
  readonly tenant: string;
  /**
   * `applied` now, or `already` by an earlier call of the same plan. `refused`: something else came into force in
   * between. `unanswered`: no worker has taken it in within the deadline; one that comes later still will.
   */
  readonly kind: 'applied' | 'already' | 'refused' | 'unanswered';
  readonly revision?: number;
  /** The instant from which it is in force. */
  readonly inForceFrom?: Instant;
  readonly message?: string;
}

/** A revision with all that was recorded of it. */
export interface RevisionDetail {
  readonly revision: RevisionRecord;
  readonly manifest: Manifest;
  readonly declarations: readonly KeptDeclaration[];
  /** As it was reviewed, without `apply`. */
  readonly plan: Plan;
  readonly approvals: readonly Approval[];
}
