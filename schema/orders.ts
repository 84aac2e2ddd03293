import type { UtcText } from './fires.ts';

/** Asks for an operational hold: nothing of a job, or of a tenant, is dispatched until it ends or is released. */
export interface HoldOrder {
  /** The job's name; absent: all of the tenant. */
  readonly job?: string;
  /** At most seven days ahead. */
  readonly until: UtcText;
  readonly reason: string;
  /** Names the order, so that sending it again is the same one; absent: a random one. */
  readonly request?: string;
}

/** What became of an order. */
export interface OrderAnswer {
  readonly tenant: string;
  readonly request: string;
  /** Of a hold: its name, by which it is released. */
  readonly hold?: string;
  /** Taken in by the shard; false: posted, and no worker has taken it in yet. */
  readonly taken: boolean;
  /** When it was taken in. */
  readonly at?: UtcText;
}

/** What a job says of its own run. All are kept; the run's token says which one is meant. */
export interface StartedReport {
  /** By the job's own clock; absent: when the report arrives. */
  readonly at?: UtcText;
  /** From where, for instance a host and process: of several that start one run, the first has it. */
  readonly by?: string;
  readonly attempt?: number;
}

export interface HeartbeatReport {
  readonly at?: UtcText;
  readonly attempt?: number;
}

export interface FinishedReport {
  readonly at?: UtcText;
  readonly attempt?: number;
  readonly outcome: 'succeeded' | 'failed';
  /** Not to be tried again, whatever attempts are left. */
  readonly final?: true;
  readonly report?: {
    /** Named counts and URIs. */
    readonly outputs?: Readonly<Record<string, { readonly count?: number; readonly uri?: string }>>;
    /**
     * Opaque ids of what it handled, for instance `case/123`.
     *
     * @maxItems 2000
     */
    readonly subjects?: readonly SubjectId[];
    /**
     * One line for a person.
     *
     * @maxLength 2000
     */
    readonly message?: string;
    /**
     * The tail of what it printed.
     *
     * @maxLength 65536
     */
    readonly tail?: string;
    /** Exit code, HTTP status. */
    readonly status?: number;
  };
}

/**
 * An opaque id.
 *
 * @maxLength 200
 */
export type SubjectId = string;

/** What the runtime answers to a report: whether the run goes on. */
export interface ReportAnswer {
  /** `going`: go on. `over`: this report, or an earlier copy of it, ended it. */
  readonly state: 'going' | 'over';
}
