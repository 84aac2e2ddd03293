import type { PolicyMeaning } from '../../schema/manifest.ts';
import type { Instant } from '../../schema/time.ts';
import { catchUp } from './catch-up.ts';
import type { FateCause, WaitingCause } from './cause.ts';
import type { Because, Decision } from './decision.ts';
import { expiryCause, isExpired } from './expire.ts';
import { fireKey, fireName } from './fire-name.ts';
import { overlap } from './overlap.ts';
import type { Stop } from './pause-of.ts';
import type { JobRules, OpenFire, Run } from './tenant-state.ts';

/** What is known of one job when its fires are judged. */
export interface JobSituation {
  /** Open fires, oldest first; at least one. */
  readonly fires: readonly OpenFire[];
  /** Runs going on, oldest first. */
  readonly runs: readonly Run[];
  /** Absent: the job is no longer in force. */
  readonly rules: JobRules | undefined;
  readonly stop: Stop | undefined;
}

/** What is left of one job once everything that concerns it alone is decided. */
export interface JudgedJob {
  /** Fires that only target and caps can hold up, oldest first. */
  readonly free: readonly OpenFire[];
  /** Another fire that stays open, if any. */
  readonly waits: OpenFire | undefined;
  /** Runs that were ended here. */
  readonly over: readonly Run[];
  /** The fire whose window was widened over others, if one was; it may have ended since. */
  readonly widened?: OpenFire | undefined;
}

const spread = { cause: 'waiting.spread', isWidened: false } as const;
const held = { cause: 'waiting.hold', isWidened: false } as const;
const settled: JudgedJob = { free: [], waits: undefined, over: [] };

/**
 * Judges one job's open fires by everything that concerns the job alone: whether it is in force, expiry, quarantine,
 * pause and hold, catch-up, overlap. Adds to `decisions`. Nothing here depends on other jobs, so one job cannot stall
 * another.
 */
export function judgeJob(
  { fires, runs, rules, stop }: JobSituation,
  decisions: Decision[],
  now: Instant,
): JudgedJob {
  if (!rules) {
    for (const fire of fires) end(decisions, fire, 'revision-removed', {}, now);
    return settled;
  }
  const { policy } = rules;
  const { horizon } = policy;
  const isDue = (fire: OpenFire) => fire.due <= now && !isExpired(fire.due, horizon, now);
  const due = fires.every(isDue) ? fires : fires.filter(isDue);
  const last = fires.at(-1)!;
  const early: JudgedJob = last.due > now ? { ...settled, waits: last } : settled;
  if (due !== fires) {
    for (const fire of fires) {
      if (isExpired(fire.due, horizon, now)) {
        const cause = rules.quarantined ? 'quarantined' : expiryCause(fire);
        end(decisions, fire, cause, { horizon: horizon as number }, now);
      } else if (fire.due > now) wait(decisions, fire, spread, {}, now);
    }
    if (due.length === 0) return early;
  }

  if (stop) {
    const { reason, until } = stop;
    const because = { pause: { reason, ...(until !== undefined && { until }) } };
    for (const fire of due) {
      if (stop.fires === 'skip') end(decisions, fire, 'paused', because, now);
      else wait(decisions, fire, held, because, now);
    }
    return stop.fires === 'hold' ? { ...settled, waits: due[0] } : early;
  }

  const caught = catchUp(due, policy, now);
  if (caught) {
    const { lateAfter } = policy;
    const into = caught.survivor && fireKey(caught.survivor);
    for (const fire of caught.dropped) end(decisions, fire, 'catch-up.none', { lateAfter }, now);
    for (const fire of caught.collapsed) end(decisions, fire, 'collapsed', { lateAfter, into: into! }, now);
  }
  const open = caught ? caught.stay : due;
  if (open.length === 0) return early;
  if (rules.rejected !== undefined) {
    for (const fire of open) end(decisions, fire, 'target-rejected', { rejected: rules.rejected }, now);
    return early;
  }

  // A run whose end nobody can tell is over with its delivery, so there is nothing to overlap with.
  const answer = rules.endsKnown || runs.length > 0 ? policy.overlap : 'allow';
  const beside = overlap({ answer, coalesces: policy.catchUp === 'coalesce' }, open, runs);
  const widened = beside.widened ?? (policy.catchUp === 'coalesce' ? caught?.survivor : undefined);
  const blocker = beside.blocker && blockerOf(beside.blocker);
  for (const fire of beside.ended) {
    end(decisions, fire, beside.cause!, endedBecause(policy, open, blocker), now);
  }
  for (const run of beside.over) decisions.push({ kind: 'run-ends', run: run.id, outcome: 'cancelled' });
  for (const run of beside.cancel) {
    decisions.push({ kind: 'cancel', run: run.id, replacedBy: fireName(open.at(-1)!) });
  }
  for (const fire of beside.waiting) {
    const how = { cause: 'waiting.overlap', isWidened: fire === widened } as const;
    wait(decisions, fire, how, { blocker: blocker! }, now);
  }
  return { free: beside.free, waits: beside.waiting[0] ?? early.waits, over: beside.over, widened };
}

function blockerOf(blocker: Run | OpenFire): NonNullable<Because['blocker']> {
  return { kind: 'id' in blocker ? 'run' : 'fire', fire: fireKey(blocker) };
}

/** What ended a fire beside others: the fire that replaces it, or what is in its way. */
function endedBecause(
  { overlap }: PolicyMeaning,
  open: readonly OpenFire[],
  blocker: Because['blocker'],
): Partial<Because> {
  if (overlap === 'replace') return { into: fireKey(open.at(-1)!) };
  if (typeof overlap === 'string') return { blocker: blocker! };
  return { blocker: blocker!, cap: { name: 'policy.overlap.queue', max: overlap.queue.max } };
}

function end(
  decisions: Decision[],
  { job, scheduled, due }: OpenFire,
  cause: FateCause,
  because: Partial<Because>,
  now: Instant,
): void {
  decisions.push({
    kind: 'fate',
    fire: { job, scheduled },
    cause,
    because: { due, decided: now, ...because },
  });
}

/**
 * Says what a fire waits for, where it did not wait for that already or its window was widened just now.
 */
export function wait(
  decisions: Decision[],
  fire: OpenFire,
  { cause, isWidened }: { readonly cause: WaitingCause; readonly isWidened: boolean },
  because: Partial<Because>,
  now: Instant,
): void {
  if (fire.waiting === cause && !isWidened) return;
  const { job, scheduled, due, window } = fire;
  decisions.push({
    kind: 'wait',
    fire: { job, scheduled },
    cause,
    because: { due, decided: now, ...because },
    ...(isWidened && { window }),
  });
}
