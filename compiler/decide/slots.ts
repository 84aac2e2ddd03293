import type { Instant } from '../../schema/time.ts';
import type { WaitingCause } from './cause.ts';
import type { Because } from './decision.ts';
import { type Caps, type JobRules, type Lane, minuteOf, type Run, type TenantState } from './tenant-state.ts';

/** Counts what goes on against the caps, while fires are dispatched one by one. */
export interface Slots {
  /** Step 4: what a fire of a job must wait for in a lane, if anything. */
  readonly room: (job: JobRules, lane: Lane) => WaitingCause | undefined;
  /** Takes the slots of a dispatched run. */
  readonly take: (job: JobRules, lane: Lane) => void;
  /** Keeps a slot of its group for a live fire that waits, so that no backfill takes it. */
  readonly keep: (job: JobRules) => void;
}

/**
 * Counts the runs going on and the dispatches of the current UTC minute.
 *
 * A run whose end nobody can tell takes no slot of group or lane and needs none; a rate counts dispatches and not
 * runs, so it counts it too.
 */
export function countSlots(
  caps: Caps,
  runs: readonly Run[],
  minute: TenantState['minute'],
  now: Instant,
): Slots {
  const groups = new Map<string, number>();
  const going = { scheduled: 0, backfill: 0 };
  const add = (counts: Map<string, number>, group: string) => counts.set(group, (counts.get(group) ?? 0) + 1);
  for (const run of runs) {
    going[run.lane]++;
    if (run.group !== undefined) add(groups, run.group);
  }
  const isCurrent = minute.start === minuteOf(now);
  const dispatched = {
    scheduled: isCurrent ? minute.scheduled : 0,
    backfill: isCurrent ? minute.backfill : 0,
  };
  const kept = new Map<string, number>();
  return {
    room({ circuitOpen, group, endsKnown }, lane) {
      if (circuitOpen) return 'waiting.target';
      const { maxConcurrent, maxPerMinute } = caps[lane];
      if (endsKnown) {
        const groupMax = group === undefined ? undefined : groupCap(caps, group);
        if (groupMax !== undefined) {
          const taken = (groups.get(group!) ?? 0) + (lane === 'backfill' ? (kept.get(group!) ?? 0) : 0);
          if (taken >= groupMax) return 'waiting.group';
        }
        if (maxConcurrent !== undefined && going[lane] >= maxConcurrent) return 'waiting.lane';
      }
      return maxPerMinute !== undefined && dispatched[lane] >= maxPerMinute ? 'waiting.rate' : undefined;
    },
    take({ endsKnown, group }, lane) {
      dispatched[lane]++;
      if (!endsKnown) return;
      going[lane]++;
      if (group !== undefined) add(groups, group);
    },
    keep({ endsKnown, group }) {
      if (endsKnown && group !== undefined) add(kept, group);
    },
  };
}

/** Names the cap for which a fire waits, and how many it allows. */
export function capOf(cause: WaitingCause, caps: Caps, { group }: JobRules, lane: Lane): Because['cap'] {
  const { maxConcurrent, maxPerMinute } = caps[lane];
  if (cause === 'waiting.group')
    return { name: `groups.${group}.maxConcurrent`, max: groupCap(caps, group!)! };
  if (cause === 'waiting.lane') return { name: `lanes.${lane}.maxConcurrent`, max: maxConcurrent! };
  if (cause === 'waiting.rate') return { name: `lanes.${lane}.maxPerMinute`, max: maxPerMinute! };
  return undefined;
}

function groupCap(caps: Caps, group: string): number | undefined {
  return Object.hasOwn(caps.groups, group) ? caps.groups[group] : undefined;
}
