import type { Instant } from '../../schema/time.ts';
import type { WaitingCause } from './cause.ts';
import { type Because, type Decision, fireName } from './decision.ts';
import { newRun } from './new-run.ts';
import { pauseOf } from './pause-of.ts';
import type { Slots } from './slots.ts';
import type { BackfillFire, Run, TenantState } from './tenant-state.ts';

/**
 * Decides the backfill lane, after the scheduled lane (design section 6.4): a backfill fire waits while a run of
 * its job goes on or a live fire of it is open (under `allow` neither matters), takes no group slot that a live
 * fire waits for, and keeps to its lane's own caps. Expiry by horizon and catch-up do not apply; the order has
 * its own expiry. `minPerMinute` needs nothing here: only its own lane's caps hold a backfill up.
 */
export function decideBackfills(
  state: TenantState,
  going: ReadonlyMap<string, readonly Run[]>,
  open: ReadonlySet<string>,
  slots: Slots,
  now: Instant,
): readonly Decision[] {
  const decisions: Decision[] = [];
  const begun = new Map<string, string>();
  for (const fire of state.backfills.toSorted(backfillOrder)) {
    const { job, scheduled, order } = fire;
    const key = { job, scheduled, order };
    const rules = Object.hasOwn(state.jobs, job) ? state.jobs[job] : undefined;
    if (!rules) {
      decisions.push({ kind: 'backfill-ends', fire: key, word: 'revision-removed' });
      continue;
    }
    if (now > fire.expires) {
      decisions.push({ kind: 'backfill-ends', fire: key, word: 'order-expired' });
      continue;
    }
    const wait = (cause: WaitingCause, because: Partial<Because> = {}) => {
      if (fire.waiting !== cause) decisions.push({ kind: 'wait', fire: key, cause, because: { decided: now, ...because } });
    };
    const stop = pauseOf(job, rules, state.holds, now);
    if (stop) {
      wait('waiting.hold', { pause: { reason: stop.reason, until: stop.until } });
      continue;
    }
    if (rules.quarantined) continue;
    if (rules.policy.overlap !== 'allow') {
      const blocker = begun.get(job) ?? going.get(job)?.[0]?.id ?? (open.has(job) ? job : undefined);
      if (blocker !== undefined) {
        wait('waiting.overlap', { blocker });
        continue;
      }
    }
    const full = slots.room(rules, 'backfill');
    if (full) {
      wait(full.cause, full.cap ? { cap: full.cap } : {});
      continue;
    }
    slots.take(rules, 'backfill');
    const run = newRun(fireName(key), 'backfill', fire, rules, now, undefined);
    if (rules.endsKnown) begun.set(job, run.id);
    decisions.push({ kind: 'dispatch', fire: key, run, ends: !rules.endsKnown });
  }
  return decisions;
}

function backfillOrder(a: BackfillFire, b: BackfillFire): number {
  return (
    a.scheduled - b.scheduled ||
    (a.job < b.job ? -1 : a.job > b.job ? 1 : 0) ||
    (a.order < b.order ? -1 : a.order > b.order ? 1 : 0)
  );
}
