import type { Instant } from '../../schema/time.ts';
import type { AnswerRow, FirePut, FireRow, RevisionRow } from '../ledger/index.ts';
import { findJob, type InForce, type Job, retryOf } from './in-force.ts';
import { type Cell, type Live, nothingLive, type RunRow, type RunState, runState } from './live.ts';
import type { Notes } from './notes.ts';
import type { Cancel, Delivery, Target } from './shard.ts';
import { type ShardState, type Tenant, whole } from './shard-state.ts';
import { targetOf } from './target-of.ts';

/** A draft in the making: what changes, beside a state that it leaves as it is. */
export interface Work {
  readonly state: ShardState;
  readonly seq: number;
  readonly now: Instant;
  readonly tenants: Map<Tenant, TenantWork>;
  /** Tenants that an apply makes. */
  readonly created: Map<string, Tenant>;
  readonly puts: Map<Cell, FirePut>;
  readonly counts: Map<string, number>;
  /** The decisions as text, in order. */
  readonly said: string[];
  readonly deliveries: Delivery[];
  readonly cancels: Cancel[];
  readonly revisions: RevisionRow[];
  readonly answers: AnswerRow[];
  /** To be decided in this entry, or in the next. */
  readonly touched: Map<Tenant, Set<string>>;
  /** Units that were decided now. */
  readonly decided: Map<Tenant, Set<string>>;
}

export interface TenantWork {
  readonly tenant: Tenant;
  inForce: InForce;
  notes: Notes;
  floor: Instant;
  /** Its row is written. */
  isChanged: boolean;
  readonly live: Map<string, Live>;
}

export function newWork(state: ShardState, now: Instant): Work {
  return {
    state,
    seq: state.seq + 1,
    now,
    tenants: new Map(),
    created: new Map(),
    puts: new Map(),
    counts: new Map(),
    said: [],
    deliveries: [],
    cancels: [],
    revisions: [],
    answers: [],
    touched: new Map(),
    decided: new Map(),
  };
}

export function workOn(work: Work, tenant: Tenant): TenantWork {
  let own = work.tenants.get(tenant);
  if (!own) {
    const { inForce, notes, floor } = tenant;
    own = { tenant, inForce, notes, floor, isChanged: false, live: new Map() };
    work.tenants.set(tenant, own);
  }
  return own;
}

export function liveOf({ tenant, live }: TenantWork, job: string): Live {
  return live.get(job) ?? tenant.live.get(job) ?? nothingLive;
}

/** Lists the jobs that have anything open or going on, by name. */
export function liveJobs({ tenant, live }: TenantWork): readonly string[] {
  const names = new Set([...tenant.live.keys(), ...live.keys()]);
  return [...names]
    .filter((name) => {
      const { fires, runs } = live.get(name) ?? tenant.live.get(name) ?? nothingLive;
      return fires.length > 0 || runs.length > 0;
    })
    .sort();
}

/** Lets a job be decided, in this entry or the next; without a job all of the tenant. */
export function touch(work: Work, tenant: Tenant, job?: string): void {
  const units = work.touched.get(tenant) ?? new Set();
  work.touched.set(tenant, units);
  const own = workOn(work, tenant);
  if (own.inForce.isCapped) units.add(whole);
  else if (job !== undefined) units.add(job);
  else for (const name of liveJobs(own)) units.add(name);
}

export function count(work: Work, what: string, by = 1): void {
  work.counts.set(what, (work.counts.get(what) ?? 0) + by);
}

export function put(work: Work, cell: Cell, row: FireRow): void {
  work.puts.set(cell, cell.was === undefined ? { row } : { row, was: cell.was });
}

export function note(own: TenantWork, change: Partial<Notes>): void {
  own.notes = { ...own.notes, ...change };
  own.isChanged = true;
}

/** Writes a run that goes on as it is now. */
export function writeRun(
  work: Work,
  own: TenantWork,
  state: RunState,
  change: Partial<RunRow['body']['run']>,
): RunState {
  const row: RunRow = {
    ...state.row,
    seq: work.seq,
    body: { ...state.row.body, run: { ...state.row.body.run, ...change } },
  };
  put(work, state.cell, row);
  const job = state.run.job;
  const next = runState(row, job, state.cell);
  const live = liveOf(own, job);
  own.live.set(job, { ...live, runs: live.runs.map((run) => (run.cell === state.cell ? next : run)) });
  return next;
}

/** Ends a run. */
export function endRun(
  work: Work,
  own: TenantWork,
  state: RunState,
  outcome: NonNullable<RunRow['body']['run']['outcome']>,
  change: Partial<RunRow['body']['run']> = {},
): void {
  const run = { ...state.row.body.run, ...change, endedAt: work.now, outcome };
  const row: RunRow = {
    ...state.row,
    state: 'over',
    hole: outcome !== 'succeeded' && outcome !== 'delivered',
    seq: work.seq,
    body: { ...state.row.body, run },
  };
  put(work, state.cell, row);
  count(work, `ended.${outcome}`);
  const job = state.run.job;
  const live = liveOf(own, job);
  own.live.set(job, { ...live, runs: live.runs.filter((one) => one.cell !== state.cell) });
  if (outcome === 'lost') {
    const target = targetFor(own, job);
    if (target) work.cancels.push({ tenant: own.tenant.name, run, target });
  }
}

export function jobOf({ inForce }: TenantWork, name: string): Job | undefined {
  return findJob(inForce.jobs, name);
}

/** The target of a job's runs: what is in force, else what was when the job was taken away. */
export function targetFor(own: Pick<TenantWork, 'inForce' | 'notes'>, name: string): Target | undefined {
  const job = findJob(own.inForce.jobs, name);
  if (job) return job.target;
  const gone = own.notes.gone.get(name);
  return gone && targetOf(gone.target);
}

/** Returns the delivery of a run's current attempt; undefined where nobody knows its target any more. */
export function deliveryOf(
  tenant: string,
  own: Pick<TenantWork, 'inForce' | 'notes'>,
  { run, row }: RunState,
): Delivery | undefined {
  const target = targetFor(own, run.job);
  if (!target) return undefined;
  const job = findJob(own.inForce.jobs, run.job);
  return {
    tenant,
    run: row.body.run,
    attempt: run.attempt.number,
    due: row.due,
    revision: row.body.decidedBy ?? row.body.createdBy,
    target,
    retry: job ? retryOf(job.rules) : (own.notes.gone.get(run.job)?.retry ?? retryOf(undefined)),
  };
}

/** Finds a run going on by its id. */
export function findRun(own: TenantWork, id: string): RunState | undefined {
  const name = id.slice(0, id.indexOf('@'));
  const found = liveOf(own, name).runs.find(({ row }) => row.body.run.id === id);
  if (found) return found;
  const renamed = own.notes.renamed.get(name);
  return renamed && liveOf(own, renamed.to).runs.find(({ row }) => row.body.run.id === id);
}
