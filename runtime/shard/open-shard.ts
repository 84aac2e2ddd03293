import { acceptDraft, nextOrNow, settleWakes, setWake } from './accept-draft.ts';
import { checkpointText, readCheckpoint } from './checkpoint.ts';
import { join } from './cohort.ts';
import { createCohortPool } from './cohort-pool.ts';
import { createHeap } from './heap.ts';
import { findJob, inForceOf, nothingInForce } from './in-force.ts';
import { lateRuns } from './late-runs.ts';
import { nameNow, type OpenState, openState, type RunRow, type RunState, runState } from './live.ts';
import { type Drafted, makeDraft, takenOf } from './make-draft.ts';
import { readNotes } from './notes.ts';
import type { Cancel, Delivery, Draft, Shard, ShardRecord } from './shard.ts';
import { isUnfinished, newTenant, rankTenants, type ShardState, type Tenant, whole } from './shard-state.ts';
import { deliveryOf, newWork, targetFor, workFor } from './work.ts';

/**
 * Opens a shard from what the ledger has of it. Costs what is registered, open and going on; from then on a draft costs
 * what is due and what comes in.
 *
 * Throws where a manifest that is in force is not given.
 */
export function openShard(record: ShardRecord): Shard {
  const state = stateFrom(record);
  const drafts = new WeakMap<Draft, Drafted>();
  return {
    shard: state.shard,
    get seq() {
      return state.seq;
    },
    get inbox() {
      return state.inbox;
    },
    get now() {
      return state.now;
    },
    get through() {
      return state.watermark.through;
    },
    get wake() {
      if (isUnfinished(state.watermark) || state.touched.size > 0) return state.now;
      const next = Math.min(state.cohorts.next, state.wakes.next);
      return next === Number.POSITIVE_INFINITY ? undefined : Math.max(next, state.now);
    },
    get nextDue() {
      const { next } = state.cohorts;
      return next === Number.POSITIVE_INFINITY || isUnfinished(state.watermark) ? undefined : next;
    },
    draft(input) {
      const made = makeDraft(state, input);
      if ('draft' in made) {
        drafts.set(made.draft, made);
        return made.draft;
      }
      // Nothing was decided: what was looked at need not be looked at again before its next instant.
      settleWakes(state, made);
      state.touched = new Map([...made.touched].map(([tenant, units]) => [tenant.name, units]));
      return undefined;
    },
    accept(draft, hash) {
      const made = drafts.get(draft);
      if (!made || made.draft.entry.seq !== state.seq + 1)
        throw new Error('not a draft of what is the state now');
      drafts.delete(draft);
      acceptDraft(state, made, hash);
    },
    pendingDeliveries: () =>
      allRuns(state).flatMap(({ tenant, run }): Delivery[] => {
        const { attempts, attempt } = run.row.body.run;
        const current = attempts.find(({ number }) => number === attempt.number);
        if (attempt.state !== 'sent' || current?.deliveredAt !== undefined) return [];
        const delivery = deliveryOf(workFor(tenant), run);
        return delivery ? [delivery] : [];
      }),
    pendingCancels: () =>
      allRuns(state).flatMap(({ tenant, run }): Cancel[] => {
        if (!run.run.cancelAsked) return [];
        const target = targetFor(workFor(tenant), run.run.job);
        return target ? [{ tenant: tenant.name, run: run.row.body.run, target }] : [];
      }),
    openCircuits: () =>
      state.order.flatMap(({ name, notes }) =>
        [...notes.circuits.keys()].sort().map((target) => ({ tenant: name, target })),
      ),
    checkpoint: () => checkpointText(newWork(state, state.now)),
    lateRuns: (input) => lateRuns(state, takenOf(input)),
    counts() {
      let [jobs, open, going] = [0, 0, 0];
      for (const { inForce, live } of state.tenants.values()) {
        jobs += inForce.jobs.length;
        for (const { fires, runs } of live.values()) {
          open += fires.length;
          going += runs.length;
        }
      }
      return { tenants: state.tenants.size, jobs, open, going };
    },
    *targets(of) {
      for (const { name: tenant, inForce, notes } of of === undefined ? state.order : tenantsOf(state, of)) {
        const seen = new Set<string>();
        for (const { target } of inForce.jobs) {
          if (seen.has(target.key)) continue;
          seen.add(target.key);
          yield { tenant, target, isRefused: notes.refusals.has(target.key) };
        }
      }
    },
    jobOf(tenant, name) {
      const known = state.tenants.get(tenant);
      const job = known && findJob(known.inForce.jobs, name);
      return job && { revision: known.inForce.revision, target: job.target };
    },
  };
}

function tenantsOf(state: ShardState, name: string): readonly Tenant[] {
  const tenant = state.tenants.get(name);
  return tenant ? [tenant] : [];
}

function stateFrom(record: ShardRecord): ShardState {
  const { head, manifests, now } = record;
  const { going, tenants } = record.checkpoint === undefined ? record : readCheckpoint(record.checkpoint);
  const state: ShardState = {
    shard: record.shard,
    seq: head?.seq ?? 0,
    inbox: head?.inbox ?? '',
    now: head?.now ?? now,
    watermark: head?.watermark ?? { through: now, pass: now, cursor: '' },
    hash: head?.hash ?? '',
    said: Object.values(head?.body.counts ?? {}).reduce((sum, times) => sum + times, 0),
    applyWaits: head?.body.applyWaits === true,
    tenants: new Map(),
    order: [],
    pool: createCohortPool(),
    cohorts: createHeap(),
    wakes: createHeap(),
    touched: new Map(),
    plan: undefined,
  };
  for (const row of tenants) {
    const tenant = newTenant(row.tenant, nothingInForce, readNotes(row.memory), row.floor);
    if (row.manifest !== '') {
      const manifest = manifests.get(row.manifest);
      if (!manifest) throw new Error(`the manifest ${row.manifest} of \`${row.tenant}\` is missing`);
      const given = { digest: row.manifest, manifest };
      tenant.inForce = inForceOf(tenant, row.revision, given, state.pool, false);
      for (const job of tenant.inForce.jobs) join(job.cohort, job);
    }
    state.tenants.set(row.tenant, tenant);
  }
  rankTenants(state);
  for (const cohort of state.pool.all())
    state.cohorts.set(cohort, nextOrNow(cohort, state.watermark.through));
  for (const row of going) place(state, row);
  for (const tenant of state.order) {
    const { live, inForce } = tenant;
    if (live.size === 0) continue;
    const units = inForce.isCapped ? [whole] : [...live.keys()].sort();
    for (const unit of units) setWake(state, tenant, unit, state.now);
    // What the last entry left to be decided is written nowhere; deciding what it did not leave decides nothing.
    state.touched.set(tenant.name, new Set(units));
  }
  return state;
}

/** Puts a row among its job's. */
function place(state: ShardState, row: ShardRecord['going'][number]): void {
  const tenant = state.tenants.get(row.tenant);
  if (!tenant) throw new Error(`a row of \`${row.tenant}\`, which is no tenant of this shard`);
  const job = nameNow(tenant.notes.renamed, row);
  // Only here, before anybody has seen it, are these lists added to.
  const live = (tenant.live.get(job) ?? { fires: [], runs: [] }) as { fires: OpenState[]; runs: RunState[] };
  if (row.state === 'open') live.fires.push(openState(row, job));
  else live.runs.push(runState(row as RunRow, job, { was: row.state }));
  tenant.live.set(job, live);
}

function allRuns(state: ShardState) {
  return state.order.flatMap((tenant: Tenant) =>
    [...tenant.live]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .flatMap(([, { runs }]) => runs.map((run) => ({ tenant, run }))),
  );
}
