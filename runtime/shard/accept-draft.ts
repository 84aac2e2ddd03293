import { nextInstant } from '../../compiler/index.ts';
import type { Instant } from '../../schema/time.ts';
import { type Cohort, join, nextDue } from './cohort.ts';
import { stateOf } from './decide-tenant.ts';
import { findJob, type InForce } from './in-force.ts';
import type { Live } from './live.ts';
import type { Drafted } from './make-draft.ts';
import { isUnfinished, rankTenants, type ShardState, type Tenant, whole } from './shard-state.ts';
import { type TenantWork, type Work, workFor } from './work.ts';

/** Makes a draft's outcome the state. */
export function acceptDraft(state: ShardState, { draft, work }: Drafted, hash: string): void {
  const { entry } = draft;
  for (const [cell, { row }] of work.puts) cell.was = row.state;
  for (const own of work.tenants.values()) acceptTenant(state, own, entry.watermark.through, entry.now);
  if (work.created.size > 0) {
    for (const [name, tenant] of work.created) state.tenants.set(name, tenant);
    rankTenants(state);
  }
  const { watermark } = state;
  state.seq = entry.seq;
  state.inbox = entry.inbox;
  state.now = entry.now;
  state.watermark = entry.watermark;
  state.hash = hash;
  state.said = Object.values(entry.body.counts).reduce((sum, times) => sum + times, 0);
  state.applyWaits = entry.body.applyWaits === true;
  state.touched = new Map([...work.touched].map(([tenant, units]) => [tenant.name, units]));
  if (!isUnfinished(entry.watermark) && entry.watermark.through > watermark.through) passDone(state);
  settleWakes(state, work);
}

/** Lets every cohort that was due wait for its next fire. */
function passDone(state: ShardState): void {
  const { through } = state.watermark;
  for (const cohort of state.cohorts.due(through)) state.cohorts.set(cohort, nextOf(cohort, through));
  state.plan = undefined;
}

/** A schedule that throws has been found out, and its jobs are quarantined: they fall due no more. */
function nextOf(cohort: Cohort, after: Instant): Instant {
  try {
    return nextDue(cohort, after);
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

function acceptTenant(state: ShardState, own: TenantWork, through: Instant, now: Instant): void {
  const { tenant, inForce, notes, floor } = own;
  const mended = [...tenant.notes.quarantines.keys()].filter((job) => !notes.quarantines.has(job));
  for (const [job, live] of own.live) {
    if (live.fires.length + live.runs.length === 0) tenant.live.delete(job);
    else tenant.live.set(job, live);
  }
  tenant.notes = notes;
  tenant.floor = floor;
  if (inForce !== tenant.inForce) {
    replaceJobs(state, tenant.inForce, inForce, through);
    tenant.inForce = inForce;
    for (const wake of tenant.wakes.values()) state.wakes.set(wake, Number.POSITIVE_INFINITY);
    tenant.wakes.clear();
    for (const unit of inForce.isCapped ? [whole] : tenant.live.keys()) setWake(state, tenant, unit, now);
    state.plan = undefined;
  }
  for (const name of mended) {
    // What was mended may have a next fire again.
    const cohort = findJob(inForce.jobs, name)?.cohort;
    if (cohort) state.cohorts.set(cohort, nextOrNow(cohort, through));
  }
}

function replaceJobs(state: ShardState, before: InForce, after: InForce, through: Instant): void {
  for (const job of after.jobs) join(job.cohort, job);
  for (const { cohort } of after.jobs) {
    if (cohort.slot < 0) state.cohorts.set(cohort, nextOrNow(cohort, through));
  }
  for (const job of before.jobs) {
    if (state.pool.leave(job)) state.cohorts.set(job.cohort, Number.POSITIVE_INFINITY);
  }
}

/** A schedule that throws is due at once, so that the next draft finds it out. */
export function nextOrNow(cohort: Cohort, through: Instant): Instant {
  try {
    return nextDue(cohort, through);
  } catch {
    return through + 1;
  }
}

/** Looks again when the units that were decided have to be decided next. */
export function settleWakes(state: ShardState, { decided, now }: Pick<Work, 'decided' | 'now'>): void {
  for (const [tenant, units] of decided) for (const unit of units) setWake(state, tenant, unit, now);
}

/** Puts a unit at the instant at which deciding it again can decide something. */
export function setWake(state: ShardState, tenant: Tenant, unit: string, now: Instant): void {
  const next = nextOfUnit(tenant, unit, now);
  let wake = tenant.wakes.get(unit);
  if (next === Number.POSITIVE_INFINITY) {
    if (!wake) return;
    tenant.wakes.delete(unit);
  } else if (!wake) {
    wake = { at: next, slot: -1, tenant, unit };
    tenant.wakes.set(unit, wake);
  }
  state.wakes.set(wake, next);
}

function nextOfUnit(tenant: Tenant, unit: string, now: Instant): Instant {
  const names = unit === whole ? [...tenant.live.keys()] : [unit];
  if (names.every((name) => isQuiet(tenant.live.get(name)))) return Number.POSITIVE_INFINITY;
  const { state, posts } = stateOf(workFor(tenant), names, now);
  const next = nextInstant(state, now) ?? Number.POSITIVE_INFINITY;
  if (posts.length === 0) return next;
  // Runs whose end nobody can tell have attempts all the same.
  const later = nextInstant({ ...state, fires: [], runs: posts }, now);
  return Math.min(next, later ?? Number.POSITIVE_INFINITY);
}

/** Whether nothing can come of a job by itself: no fire is open, and its runs only wait for word of their end. */
function isQuiet(live: Live | undefined): boolean {
  if (!live) return true;
  if (live.fires.length > 0) return false;
  return live.runs.every(({ run }) => run.attempt.state === 'sent' && run.lostAt === undefined);
}
