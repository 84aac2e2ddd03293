import type { Instant } from '../../schema/time.ts';

/** Something in the record that is not what it should be. */
export interface ProofFinding {
  /**
   * `entry`: an entry's hash, its place in the chain, or a hole. `letter`: what an entry took in is not there as it
   * was. `decision`: deciding again gives something else. `row`: a fire's row is changed, missing, too much or
   * not where queries look for it. `fire`:
   * fires are not those of the revisions. `revision`: a revision, its bytes, an answer or what is noted of a tenant.
   * `anchor`: not what somebody outside has kept.
   */
  readonly kind: 'entry' | 'letter' | 'decision' | 'row' | 'fire' | 'revision' | 'anchor';
  readonly shard: number;
  /** Of the entry concerned. */
  readonly seq?: number;
  readonly tenant?: string;
  readonly job?: string;
  readonly scheduled?: Instant;
  /** One sentence without its end. */
  readonly message: string;
}

/** What `verify` has found. */
export interface ProofReport {
  readonly formatVersion: 1;
  /** The ledger's name. */
  readonly ledger: string;
  /** Its clock when it was read. */
  readonly at: Instant;
  readonly shards: number;
  readonly entries: number;
  readonly letters: number;
  readonly tenants: number;
  readonly revisions: number;
  /** Rows compared with what deciding again gives. */
  readonly rows: number;
  /** Fires counted from the revisions, and found to have a row. */
  readonly fires: number;
  /** Rows of before the journal that is kept, which can't be decided again. */
  readonly olderRows: number;
  /** By tenant, what is not kept any more. */
  readonly notKeptBefore: Readonly<Record<string, Instant>>;
  /** Heads that somebody outside had kept and that were found in the journal; 0: unanchored. */
  readonly anchored: number;
  readonly findings: readonly ProofFinding[];
  /** How many more there are. */
  readonly more: number;
}

export type Find = (finding: ProofFinding) => void;
