import type { Instant } from '../../schema/time.ts';
import { decideBackfills } from './decide-backfills.ts';
import { judgeJob } from './judge-job.ts';
import { type Because, type Decision, fireName } from './decision.ts';
import { newRun } from './new-run.ts';
import { settleRuns } from './settle-runs.ts';
import { countSlots } from './slots.ts';
import type { OpenFire, Run, TenantState } from './tenant-state.ts';

/**
 * Decides what becomes of a tenant's open fires at an instant: the procedure of design section 6.
 *
 * Reads no clock and does no I/O; the plan's scenarios, the replays and the runtime all call it. What it returns
 * depends on the state and `now` alone, not on the order in which fires and runs are presented; once its
 * decisions are carried out (see `advance`), deciding again at the same instant decides nothing.
 *
 * Decisions come in the order in which they were made: runs that end and attempts, then per job (by name) the
 * fates that need no cap, then dispatches and waits by due and job, the scheduled lane before the backfill lane,
 * so that a backfill takes only what no live fire wants.
 */
export function decide(state: TenantState, now: Instant): readonly Decision[] {
  const decisions: Decision[] = [];
  const runs = settleRuns(sortedBy(state.runs, runOrder), state.jobs, decisions, now);
  const going = groupByJob(runs);
  const candidates: OpenFire[] = [];
  /** Jobs with a live fire that stays open; their backfills wait. */
  const open = new Set<string>();
  for (const [job, fires] of openByJob(state.fires)) {
    const judged = judgeJob(job, fires, going.get(job) ?? [], state, now);
    decisions.push(...judged.decisions);
    candidates.push(...judged.free);
    if (judged.waits) open.add(job);
  }

  const slots = countSlots(state.caps, runs, state.minute, now);
  const dispatched: Run[] = [];
  for (const fire of sortedBy(candidates, fireOrder)) {
    const job = state.jobs[fire.job]!;
    const full = slots.room(job, 'scheduled');
    const key = { job: fire.job, scheduled: fire.scheduled };
    if (full) {
      open.add(fire.job);
      if (full.cause === 'waiting.group') slots.want(job.group!);
      if (fire.waiting === full.cause) continue;
      const because: Because = { due: fire.due, decided: now, ...(full.cap && { cap: full.cap }) };
      decisions.push({ kind: 'wait', fire: key, cause: full.cause, because });
      continue;
    }
    slots.take(job, 'scheduled');
    const run = newRun(fireName(key), 'scheduled', fire, job, now, fire.due);
    if (job.endsKnown) dispatched.push(run);
    decisions.push({ kind: 'dispatch', fire: key, run, ends: !job.endsKnown });
  }
  if (state.backfills.length > 0) {
    decisions.push(...decideBackfills(state, groupByJob([...runs, ...dispatched]), open, slots, now));
  }
  return decisions;
}

/** Groups the open fires by job, jobs by name, each job's fires oldest first. */
function openByJob(fires: readonly OpenFire[]): Iterable<readonly [string, readonly OpenFire[]]> {
  const [first] = fires;
  if (first && fires.length === 1) return [[first.job, fires]];
  const groups = [...groupByJob(fires)].sort(([a], [b]) => (a < b ? -1 : 1));
  return groups.map(([job, list]) => [job, sortedBy(list, fireOrder)] as const);
}

function groupByJob<T extends { readonly job: string }>(items: readonly T[]): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(item.job);
    if (group) group.push(item);
    else groups.set(item.job, [item]);
  }
  return groups;
}

function fireOrder(a: OpenFire, b: OpenFire): number {
  return a.due - b.due || a.scheduled - b.scheduled || (a.job < b.job ? -1 : a.job > b.job ? 1 : 0);
}

function runOrder(a: Run, b: Run): number {
  return a.dispatched - b.dispatched || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
}

/** Sorts a copy; lists of one are not worth one. */
function sortedBy<T>(items: readonly T[], order: (a: T, b: T) => number): readonly T[] {
  return items.length < 2 ? items : items.toSorted(order);
}
