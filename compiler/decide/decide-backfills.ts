import type { Instant } from '../../schema/time.ts';
import type { WaitingCause } from './cause.ts';
import type { Because, Decision } from './decision.ts';
import { fireKey, fireName } from './fire-name.ts';
import { newRun } from './new-run.ts';
import type { PauseOf } from './pause-of.ts';
import { capOf, type Slots } from './slots.ts';
import { type BackfillFire, type Run, rulesFor, type TenantState } from './tenant-state.ts';

/** What the scheduled lane has left, when the backfill lane's turn comes. */
export interface AfterScheduled {
  /** Runs going on, those dispatched just now among them, by job. */
  readonly going: ReadonlyMap<string, readonly Run[]>;
  /** Live fires that stay open: one of each job. */
  readonly open: ReadonlyMap<string, { readonly job: string; readonly scheduled: Instant }>;
  readonly slots: Slots;
  readonly pauseOf: PauseOf;
}

/**
 * Decides the backfill lane, after the scheduled lane (design section 6.4): a backfill fire waits while a run of
 * its job goes on or a live fire of it is open (under `allow` neither matters), takes no group slot that a live
 * fire waits for, and keeps to its lane's own caps. Expiry by horizon and catch-up do not apply; the order has
 * its own expiry. `minPerMinute` needs nothing here: only its own lane's caps hold a backfill up.
 */
export function decideBackfills(
  state: TenantState,
  { going, open, slots, pauseOf }: AfterScheduled,
  decisions: Decision[],
  now: Instant,
): void {
  const begun = new Map<string, Run>();
  for (const fire of state.backfills.toSorted(backfillOrder)) {
    const { job, scheduled, order } = fire;
    const key = { job, scheduled, order };
    const rules = rulesFor(state.jobs, job);
    const word = !rules
      ? 'revision-removed'
      : now > fire.expires
        ? 'order-expired'
        : rules.rejected === undefined
          ? undefined
          : 'target-rejected';
    if (word || !rules) {
      decisions.push({ kind: 'backfill-ends', fire: key, word: word ?? 'revision-removed' });
      continue;
    }
    const wait = (cause: WaitingCause, because: Partial<Because> = {}) => {
      if (fire.waiting === cause) return;
      decisions.push({ kind: 'wait', fire: key, cause, because: { decided: now, ...because } });
    };
    const stop = pauseOf(job, rules);
    if (stop) {
      const { reason, until } = stop;
      wait('waiting.hold', { pause: { reason, ...(until !== undefined && { until }) } });
      continue;
    }
    if (rules.policy.overlap !== 'allow') {
      const run = begun.get(job) ?? going.get(job)?.[0];
      const blocker = run ?? open.get(job);
      if (blocker) {
        const because = { kind: run ? 'run' : 'fire', fire: fireKey(blocker) } as const;
        wait('waiting.overlap', { blocker: because });
        continue;
      }
    }
    const full = slots.room(rules, 'backfill');
    if (full) {
      const cap = capOf(full, state.caps, rules, 'backfill');
      wait(full, cap ? { cap } : {});
      continue;
    }
    slots.take(rules, 'backfill');
    const id = fireName(key);
    const run = newRun({ id, lane: 'backfill', fire, rules, deadline: fire.expires }, now);
    if (rules.endsKnown) begun.set(job, run);
    decisions.push({ kind: 'dispatch', fire: key, run, ends: !rules.endsKnown });
  }
}

function backfillOrder(a: BackfillFire, b: BackfillFire): number {
  return (
    a.scheduled - b.scheduled ||
    (a.job < b.job ? -1 : a.job > b.job ? 1 : 0) ||
    (a.order < b.order ? -1 : a.order > b.order ? 1 : 0)
  );
}
