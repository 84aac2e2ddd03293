import type { Instant } from '../../schema/time.ts';
import type { InboxPosition, Watermark } from '../ledger/index.ts';
import type { Cohort } from './cohort.ts';
import type { CohortPool } from './cohort-pool.ts';
import type { Heap, Timed } from './heap.ts';
import type { InForce, Owner } from './in-force.ts';
import type { Live } from './live.ts';
import type { Notes } from './notes.ts';

/** A shard in memory, as of the last entry that was accepted. */
export interface ShardState {
  readonly shard: number;
  seq: number;
  inbox: InboxPosition;
  now: Instant;
  watermark: Watermark;
  /** Of the last entry. */
  hash: string;
  /** How many fires and runs the last entry says something of: the next part of its pass has four times as many. */
  said: number;
  readonly tenants: Map<string, Tenant>;
  /** By rank. */
  order: Tenant[];
  readonly pool: CohortPool;
  readonly cohorts: Heap<Cohort>;
  readonly wakes: Heap<Wake>;
  /** The last entry left an apply in the inbox until its pass is done. */
  applyWaits: boolean;
  /** What is to be decided though nothing of it is due: by tenant, its units (see `Wake`). */
  touched: Map<string, ReadonlySet<string>>;
  /** The pass that was begun or looked at last. */
  plan: PassPlan | undefined;
}

export interface Tenant extends Owner {
  inForce: InForce;
  notes: Notes;
  floor: Instant;
  /** Of jobs with open fires or runs, by name. */
  readonly live: Map<string, Live>;
  readonly wakes: Map<string, Wake>;
}

/**
 * When a unit has to be decided again without a letter and without a fire. A unit is what is decided apart from all
 * else: a job, by name; in a tenant with caps all of it, by `whole`.
 */
export interface Wake extends Timed {
  readonly tenant: Tenant;
  readonly unit: string;
}

export const whole = '';

/** The jobs that are due in a pass, in order. */
export interface PassPlan {
  readonly through: Instant;
  readonly pass: Instant;
  /** By `jobKey`, ascending. */
  readonly keys: Float64Array;
}

export function newTenant(name: string, inForce: InForce, notes: Notes, floor: Instant): Tenant {
  return { name, rank: 0, inForce, notes, floor, live: new Map(), wakes: new Map() };
}

/** Puts tenants in the order of `tenant/job`, in which `a-b/x` stands before `a/x`. */
export function rankTenants(state: ShardState): void {
  const keyed = [...state.tenants.values()].map((tenant) => ({ tenant, key: `${tenant.name}/` }));
  keyed.sort((a, b) => (a.key < b.key ? -1 : 1));
  state.order = keyed.map(({ tenant }, rank) => {
    tenant.rank = rank;
    return tenant;
  });
  state.plan = undefined;
}

export function isUnfinished({ through, pass }: Watermark): boolean {
  return through < pass;
}
