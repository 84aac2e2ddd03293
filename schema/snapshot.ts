/**
 * What waits and what runs in a runtime just now: the form in which a plan is given it (`--snapshot`).
 * Instants are RFC 3339 texts, so that a person can write one by hand.
 */
export interface Snapshot {
  readonly formatVersion: 1;
  readonly tenants: Readonly<Record<string, TenantSnapshot>>;
}

export interface TenantSnapshot {
  /** Fires without a fate. */
  readonly fires: readonly {
    readonly job: string;
    readonly scheduled: string;
    /** Where it is not `scheduled`, by a spread. */
    readonly due?: string;
    /** What it was last said to wait for, for instance `waiting.overlap`; absent: it was never looked at. */
    readonly waiting?: string;
  }[];
  /** Runs whose end is not known. */
  readonly runs: readonly {
    readonly job: string;
    readonly scheduled: string;
    readonly dispatched: string;
  }[];
}
