import type { Instant } from '../../schema/time.ts';
import { decideBackfills } from './decide-backfills.ts';
import type { Decision } from './decision.ts';
import { fireName } from './fire-name.ts';
import { fireOrder, inOrder, runOrder } from './in-order.ts';
import { judgeJob, wait } from './judge-job.ts';
import { newRun } from './new-run.ts';
import { pausesAt } from './pause-of.ts';
import { endRuns, retryRuns } from './settle-runs.ts';
import { capOf, countSlots } from './slots.ts';
import { type OpenFire, type Run, rulesFor, type TenantState } from './tenant-state.ts';

/**
 * Decides what becomes of a tenant's open fires at an instant: the procedure of design section 6, drawn in this
 * folder's README.
 *
 * Reads no clock and does no I/O; the plan's scenarios, the replays and the runtime all call it. What it returns
 * depends on the state and `now` alone, not on the order in which fires and runs are presented; once its
 * decisions are carried out (see `advance`), deciding again at the same instant decides nothing. Its cost grows with
 * the open fires and the runs going on, and not with the jobs that exist.
 *
 * Decisions come in the order in which they were made: runs that end, then per job (by its oldest open fire) what
 * concerns the job alone, then attempts, then dispatches and waits by due and job, the scheduled lane before the
 * backfill lane, so that a backfill takes only what no live fire wants.
 */
export function decide(state: TenantState, now: Instant): readonly Decision[] {
  const decisions: Decision[] = [];
  let runs = endRuns(state.runs, decisions, now);
  const fires = byJob(inOrder(state.fires, fireOrder));
  const going = runsByJob(runs, fires);
  const pauseOf = pausesAt(state.holds, now);
  const free: OpenFire[] = [];
  /** A live fire that stays open, by job; its backfills wait. */
  const open = new Map<string, OpenFire>();
  const over = new Set<Run>();
  const widened = new Set<OpenFire>();
  for (const [job, own] of fires) {
    const rules = rulesFor(state.jobs, job);
    const stop = rules && pauseOf(job, rules);
    const judged = judgeJob({ fires: own, runs: going.get(job) ?? [], rules, stop }, decisions, now);
    for (const fire of judged.free) free.push(fire);
    if (judged.waits) open.set(job, judged.waits);
    for (const run of judged.over) over.add(run);
    if (judged.widened) widened.add(judged.widened);
  }
  if (over.size > 0) runs = runs.filter((run) => !over.has(run));
  retryRuns(runs, state.jobs, decisions, now);

  const slots = countSlots(state.caps, runs, state.minute, now);
  const begun: Run[] = [];
  for (const fire of inOrder(free, fireOrder)) {
    const { job, scheduled, due } = fire;
    const rules = state.jobs[job]!;
    const full = slots.room(rules, 'scheduled');
    if (full) {
      if (!open.has(job)) open.set(job, fire);
      // Nothing is kept for a fire whose target is down: that may be for hours.
      if (full !== 'waiting.target') slots.keep(rules);
      const how = { cause: full, isWidened: widened.has(fire) };
      const cap = capOf(full, state.caps, rules, 'scheduled');
      wait(decisions, fire, how, cap ? { cap } : {}, now);
      continue;
    }
    slots.take(rules, 'scheduled');
    const { horizon } = rules.policy;
    const deadline = horizon === 'unlimited' ? undefined : due + horizon;
    const run = newRun({ id: fireName({ job, scheduled }), lane: 'scheduled', fire, rules, deadline }, now);
    if (rules.endsKnown) begun.push(run);
    decisions.push({ kind: 'dispatch', fire: { job, scheduled }, run, ends: !rules.endsKnown });
  }
  if (state.backfills.length > 0) {
    const goingNow = runsByJob([...runs, ...begun], byJob(state.backfills));
    decideBackfills(state, { going: goingNow, open, slots, pauseOf }, decisions, now);
  }
  return decisions;
}

/** Groups by job, in the order of the items. */
function byJob<T extends { readonly job: string }>(items: readonly T[]): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(item.job);
    if (group) group.push(item);
    else groups.set(item.job, [item]);
  }
  return groups;
}

/** Groups the runs of the jobs asked for, oldest first. The others matter to caps only. */
function runsByJob(runs: readonly Run[], jobs: { has(job: string): boolean }): Map<string, readonly Run[]> {
  const groups: Map<string, readonly Run[]> = byJob(runs.filter(({ job }) => jobs.has(job)));
  for (const [job, group] of groups) groups.set(job, inOrder(group, runOrder));
  return groups;
}
