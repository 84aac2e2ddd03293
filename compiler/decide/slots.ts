import type { Instant } from '../../schema/time.ts';
import type { WaitingCause } from './cause.ts';
import { type Caps, type JobRules, type Lane, minuteOf, type Run, type TenantState } from './tenant-state.ts';

/** Why there is no room, and what is full. */
export interface NoRoom {
  readonly cause: WaitingCause;
  readonly cap?: { readonly name: string; readonly max: number };
}

/** Counts what goes on against the caps, while fires are dispatched one by one. */
export interface Slots {
  /** Step 4: what a fire of a job must wait for in a lane, if anything. */
  room(job: JobRules, lane: Lane): NoRoom | undefined;
  /** Takes the slots of a dispatched run. */
  take(job: JobRules, lane: Lane): void;
  /** Notes that a live fire waits for its group, so that no backfill takes that slot. */
  want(group: string): void;
}

/** Counts the runs going on and the dispatches of the current UTC minute. */
export function countSlots(
  caps: Caps,
  runs: readonly Run[],
  minute: TenantState['minute'],
  now: Instant,
): Slots {
  const groups = new Map<string, number>();
  const going = { scheduled: 0, backfill: 0 };
  for (const run of runs) {
    going[run.lane]++;
    if (run.group !== undefined) groups.set(run.group, (groups.get(run.group) ?? 0) + 1);
  }
  const current = minute.start === minuteOf(now);
  const dispatched = {
    scheduled: current ? minute.scheduled : 0,
    backfill: current ? minute.backfill : 0,
  };
  const wanted = new Set<string>();
  return {
    room(job, lane) {
      const { group } = job;
      const { maxConcurrent, maxPerMinute } = caps[lane];
      const max = group === undefined ? undefined : caps.groups[group];
      if (job.circuitOpen) return { cause: 'waiting.target' };
      if (group !== undefined && max !== undefined && job.endsKnown) {
        const full = (groups.get(group) ?? 0) >= max;
        if (full || (lane === 'backfill' && wanted.has(group))) {
          return { cause: 'waiting.group', cap: { name: `group ${group}`, max } };
        }
      }
      if (maxConcurrent !== undefined && job.endsKnown && going[lane] >= maxConcurrent) {
        return { cause: 'waiting.lane', cap: { name: `lanes.${lane}.maxConcurrent`, max: maxConcurrent } };
      }
      if (maxPerMinute !== undefined && dispatched[lane] >= maxPerMinute) {
        return { cause: 'waiting.rate', cap: { name: `lanes.${lane}.maxPerMinute`, max: maxPerMinute } };
      }
      return undefined;
    },
    take(job, lane) {
      dispatched[lane]++;
      // A run whose end nobody can tell is over with its delivery and holds nothing.
      if (!job.endsKnown) return;
      going[lane]++;
      if (job.group !== undefined) groups.set(job.group, (groups.get(job.group) ?? 0) + 1);
    },
    want(group) {
      wanted.add(group);
    },
  };
}
