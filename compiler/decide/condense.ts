import type { Instant, Seconds } from '../../schema/time.ts';
import type { FateCause } from './cause.ts';
import type { Because } from './decision.ts';
import { isExpired } from './expire.ts';
import { pausesAt } from './pause-of.ts';
import type { Hold, JobRules, OpenFire } from './tenant-state.ts';

/** Consecutive fires of one job that nobody has seen yet: a range of a list of scheduled instants, ascending. */
export interface UnseenFires {
  readonly job: string;
  readonly scheduled: ArrayLike<Instant>;
  /** Indexes into `scheduled`, `[from, until)`. */
  readonly from: number;
  readonly until: number;
  /** From scheduled to due, the same for all. */
  readonly spread: Seconds;
}

/** What condensing needs to know of the job beside its unseen fires. */
export interface CondenseSituation {
  readonly rules: JobRules;
  readonly holds: readonly Hold[];
  /** The job's other open fires. */
  readonly open: readonly OpenFire[];
}

/** Unseen fires with one fate: indexes `[from, until)`. `because.due` is the first one's. */
export interface CertainFates {
  readonly from: number;
  readonly until: number;
  readonly cause: FateCause;
  readonly because: Because;
}

export interface Condensed {
  /** Oldest first, from the first unseen fire on. */
  readonly certain: readonly CertainFates[];
  /** From this index on `decide` has to see the fires. */
  readonly rest: number;
  /**
   * How many of them can come to more than an end that all share: each may wait or be dispatched. Under `skip` and
   * `replace` that is one, unless the job is stopped.
   */
  readonly live: number;
  /** Up to this index they have to be seen together: one of them stands for the others. */
  readonly together: number;
  /** Under `coalesce`: the window of the fire at `rest` begins with the window of the fire at this index. */
  readonly widenedOver?: number;
}

/**
 * Splits off of a job's unseen fires those whose fate is certain before `decide` sees any of them: the expired ones,
 * and the missed ones that catch-up drops or collapses. What is left, opened and decided as ever, gets the fates,
 * causes and windows that it would get if `decide` had seen all of them (a law).
 *
 * A day's outage of a five-minute job is 288 fires of which one is left; without this they would all be objects.
 *
 * All of them are due at `now` or before it. Of a job whose other open fires are asked about catch-up now too (they
 * come out of a hold, or were opened before they were due) only the expired ones are split off.
 */
export function condense(
  { job, scheduled, from, until, spread }: UnseenFires,
  { rules, holds, open }: CondenseSituation,
  now: Instant,
): Condensed {
  const { horizon, lateAfter, catchUp, overlap } = rules.policy;
  const dueAt = (index: number) => scheduled[index]! + spread;
  const because = (index: number): Because => ({ due: dueAt(index), decided: now });
  const certain: CertainFates[] = [];
  const rest = firstIndex(from, until, (index) => !isExpired(dueAt(index), horizon, now));
  if (rest > from) {
    certain.push({
      from,
      until: rest,
      cause: rules.quarantined ? 'quarantined' : 'expired.outage',
      because: { ...because(from), horizon: horizon as number },
    });
  }
  const stop = pausesAt(holds, now)(job, rules);
  const isOne = rules.endsKnown && (overlap === 'skip' || overlap === 'replace') && !stop;
  const live = (index: number) => (isOne ? Math.min(1, until - index) : until - index);
  const left = (index: number, together = index) => ({ certain, rest: index, live: live(index), together });
  if (catchUp === 'all' || rest === until || stop) return left(rest);
  const onTime = firstIndex(rest, until, (index) => now - dueAt(index) <= lateAfter);
  if (catchUp === 'none') {
    if (onTime > rest) {
      certain.push({
        from: rest,
        until: onTime,
        cause: 'catch-up.none',
        because: { ...because(rest), lateAfter },
      });
    }
    return left(onTime);
  }
  // The survivor may be one of those, or they may collapse with the others.
  if (open.some(({ waiting }) => waiting === 'waiting.hold' || waiting === 'waiting.spread'))
    return left(rest, Math.min(onTime + 1, until));
  const survivor = Math.min(onTime, until - 1);
  if (survivor === rest) return left(rest);
  const into = { job, scheduled: scheduled[survivor]! };
  certain.push({
    from: rest,
    until: survivor,
    cause: 'collapsed',
    because: { ...because(rest), lateAfter, into },
  });
  return { ...left(survivor), ...(catchUp === 'coalesce' && { widenedOver: rest }) };
}

/** Returns the first index in `[from, until)` for which something holds that holds for all after it, else `until`. */
function firstIndex(from: number, until: number, holds: (index: number) => boolean): number {
  while (from < until) {
    const middle = (from + until) >> 1;
    if (holds(middle)) until = middle;
    else from = middle + 1;
  }
  return from;
}
