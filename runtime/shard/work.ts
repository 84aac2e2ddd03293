import type { Instant } from '../../schema/time.ts';
import type { AnswerRow, FirePut, FireRow, RevisionRow, RunRecord, RunRef } from '../ledger/index.ts';
import { findJob, type InForce, type Job, retryOf } from './in-force.ts';
import {
  type Cell,
  type Live,
  type LiveDraft,
  nothingLive,
  type RunRow,
  type RunState,
  runState,
} from './live.ts';
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
  /** Rows of runs that are over, by `tenant/run`, as they will be. */
  readonly over: Map<string, OverRow>;
  /**
   * How many of `puts` only note what was reported late. They are no part of what an entry may have: what is decided must
   * not depend on which rows of `over` somebody could hand in.
   */
  noted: number;
  /** To be decided in this entry, or in the next. */
  readonly touched: Map<Tenant, Set<string>>;
  /** How many decisions were carried out on jobs that have no fires in this part of a pass. */
  others: number;
  /** Units that were decided now. */
  readonly decided: Map<Tenant, string[]>;
}

export interface OverRow {
  readonly cell: Cell;
  readonly row: FireRow;
}

export interface TenantWork {
  readonly tenant: Tenant;
  inForce: InForce;
  notes: Notes;
  floor: Instant;
  /** Its row is written. */
  isChanged: boolean;
  readonly live: Map<string, LiveDraft>;
  /** Jobs that were looked up in what is in force. */
  readonly found: Map<string, Job | undefined>;
}

export function newWork(state: ShardState, now: Instant, over?: ReadonlyMap<string, FireRow>): Work {
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
    over: new Map([...(over ?? [])].map(([run, row]) => [run, { cell: { was: row.state }, row }])),
    noted: 0,
    touched: new Map(),
    others: 0,
    decided: new Map(),
  };
}

export function workOn(work: Work, tenant: Tenant): TenantWork {
  let own = work.tenants.get(tenant);
  if (!own) {
    own = workFor(tenant);
    work.tenants.set(tenant, own);
  }
  return own;
}

/** A tenant as it is, with nothing changed. */
export function workFor(tenant: Tenant): TenantWork {
  const { inForce, notes, floor } = tenant;
  return { tenant, inForce, notes, floor, isChanged: false, live: new Map(), found: new Map() };
}

export function liveOf({ tenant, live }: TenantWork, job: string): Live {
  return live.get(job) ?? tenant.live.get(job) ?? nothingLive;
}

/** Takes what is live of a job into the draft's hands. */
export function edit(own: TenantWork, job: string): LiveDraft {
  let draft = own.live.get(job);
  if (!draft) {
    const { fires, runs } = own.tenant.live.get(job) ?? nothingLive;
    draft = { fires, runs };
    own.live.set(job, draft);
  }
  return draft;
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

/** Notes that a unit was decided, so that its next instant is looked for. */
export function noteDecided(work: Work, tenant: Tenant, units: Iterable<string>): void {
  const known = work.decided.get(tenant);
  if (known) known.push(...units);
  else work.decided.set(tenant, [...units]);
}

type RunChange = Partial<RunRecord>;

/** Writes a run that goes on as it is now. */
export function writeRun(work: Work, own: TenantWork, state: RunState, change: RunChange): RunState {
  const row = copyRow(work, state, { ...state.row.body.run, ...change });
  put(work, state.cell, row);
  const next = runState(row, state.run.job, state.cell);
  const live = edit(own, state.run.job);
  live.runs = live.runs.map((run) => (run.cell === state.cell ? next : run));
  return next;
}

/** Ends a run. */
export function endRun(
  work: Work,
  own: TenantWork,
  state: RunState,
  outcome: NonNullable<RunRecord['outcome']>,
  change?: RunChange,
): void {
  // What is new comes first: a property added behind a dozen others costs more than all of them.
  const run: RunRecord = { endedAt: work.now, outcome, ...state.row.body.run, ...change };
  const row = copyRow(work, state, run);
  row.state = 'over';
  row.hole = outcome !== 'succeeded' && outcome !== 'delivered';
  put(work, state.cell, row);
  count(work, `ended.${outcome}`);
  const live = edit(own, state.run.job);
  live.runs = without(live.runs, ({ cell }) => cell === state.cell);
  if (outcome === 'lost') {
    const target = targetFor(own, state.run.job);
    if (target) work.cancels.push({ tenant: own.tenant.name, run, target });
  }
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

/** Copies the row of a run, with the run as it is now. */
function copyRow({ seq }: Work, state: RunState, run: RunRecord): Mutable<RunRow> {
  const row: Mutable<RunRow> = { ...state.row };
  row.seq = seq;
  row.body = { ...row.body, run };
  return row;
}

/** Most lists have one item. */
function without<T>(list: readonly T[], isIt: (item: T) => boolean): readonly T[] {
  return list.length === 1 && isIt(list[0]!) ? [] : list.filter((item) => !isIt(item));
}

export function added<T>(list: readonly T[], items: readonly T[]): readonly T[] {
  return list.length === 0 ? items : [...list, ...items];
}

export function jobOf({ inForce, found }: TenantWork, name: string): Job | undefined {
  let job = found.get(name);
  if (job === undefined && !found.has(name)) {
    job = findJob(inForce.jobs, name);
    found.set(name, job);
  }
  return job;
}

/** The target of a job's runs: what is in force, else what was when the job was taken away. */
export function targetFor(own: TenantWork, name: string): Target | undefined {
  const job = jobOf(own, name);
  if (job) return job.target;
  const gone = own.notes.gone.get(name);
  return gone && targetOf(gone.target);
}

/** Returns the delivery of a run's current attempt; undefined where nobody knows its target any more. */
export function deliveryOf(own: TenantWork, { run, row }: RunState): Delivery | undefined {
  const target = targetFor(own, run.job);
  if (!target) return undefined;
  const job = jobOf(own, run.job);
  return {
    tenant: own.tenant.name,
    run: row.body.run,
    attempt: run.attempt.number,
    due: row.due,
    revision: row.body.decidedBy ?? row.body.createdBy,
    target,
    retry: job ? retryOf(job.rules) : (own.notes.gone.get(run.job)?.retry ?? retryOf(undefined)),
  };
}

/** Finds the row of a run that ends in this entry. Only for what came late: it looks through all rows. */
export function endedHere(work: Work, { tenant, run }: RunRef): OverRow | undefined {
  for (const [cell, { row }] of work.puts)
    if (row.state === 'over' && row.body.run?.id === run && row.tenant === tenant) return { cell, row };
  return undefined;
}

/** Finds a run going on by its id. */
export function findRun(own: TenantWork, id: string): RunState | undefined {
  const name = id.slice(0, id.indexOf('@'));
  const found = liveOf(own, name).runs.find(({ row }) => row.body.run.id === id);
  if (found) return found;
  const renamed = own.notes.renamed.get(name);
  return renamed && liveOf(own, renamed.to).runs.find(({ row }) => row.body.run.id === id);
}
