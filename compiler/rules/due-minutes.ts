import type { Instant, Seconds } from '../../schema/time.ts';
import { fires, type Schedule } from '../time/index.ts';
import { perKey } from './per-key.ts';
import type { RuleJob } from './rule.ts';

const minute: Seconds = 60;
const day: Seconds = 86_400;
/** Fires that are enumerated at once: memory must not grow with their number. */
const piece = 30 * day;

/** Jobs that are always due together: they share their fires and their place in a spread. */
export interface Due {
  readonly schedule: Schedule;
  /** From scheduled to due. */
  readonly offset: Seconds;
  readonly jobs: readonly RuleJob[];
}

/** Gathers jobs by when they are due. */
export function duesOf(jobs: readonly RuleJob[]): readonly Due[] {
  const bySchedule = new Map<Schedule, Map<Seconds, RuleJob[]>>();
  for (const job of jobs) {
    const offset = job.meaning.schedule.spread?.offset ?? 0;
    const byOffset = bySchedule.get(job.schedule) ?? new Map<Seconds, RuleJob[]>();
    bySchedule.set(job.schedule, byOffset);
    const together = byOffset.get(offset);
    if (together) together.push(job);
    else byOffset.set(offset, [job]);
  }
  return [...bySchedule].flatMap(([schedule, byOffset]) =>
    [...byOffset].map(([offset, together]) => ({ schedule, offset, jobs: together })),
  );
}

/** How many jobs are due in each minute of a stretch of time. */
export interface DueMinutes {
  readonly add: (due: Due) => void;
  readonly remove: (due: Due) => void;
  /**
   * Finds the start of a minute in which many jobs are due: as many as in `times` minutes at least, so that one
   * coincidence doesn't count. Undefined where those are fewer than `least`.
   */
  readonly crowded: (least: number, times: number) => { readonly at: Instant } | undefined;
  readonly isDueIn: (due: Due, minuteAt: Instant) => boolean;
  /** Counts the minutes in which at least so many jobs of these are due. */
  readonly meetings: (dues: readonly Due[], least: number) => number;
}

/**
 * Counts jobs by the minute in which they are due, one counter a minute. What fires in every minute is no member of
 * any herd, since no spread would change it, and is left out.
 */
export function dueMinutes(range: { readonly from: Instant; readonly until: Instant }): DueMinutes {
  const start = Math.floor(range.from / minute) * minute;
  const size = Math.ceil((range.until - start) / minute);
  const counts = new Uint32Array(size);
  const scratch = new Uint32Array(size);
  const isDense = perKey(
    (schedule: Schedule) => fires(schedule, range.from, range.from + day).count >= day / minute,
  );
  return {
    add: (due) => addTo(counts, due, 1),
    remove: (due) => addTo(counts, due, -1),
    crowded(least, times) {
      const level = levelOf(counts, times);
      return level < least ? undefined : { at: start + counts.indexOf(level) * minute };
    },
    isDueIn: ({ schedule, offset }, at) =>
      !isDense(schedule) && fires(schedule, at - offset, at + minute - offset).count > 0,
    meetings(dues, least) {
      scratch.fill(0);
      for (const due of dues) addTo(scratch, due, 1);
      return scratch.reduce((sum, jobs) => sum + (jobs >= least ? 1 : 0), 0);
    },
  };

  function addTo(target: Uint32Array, { schedule, offset, jobs }: Due, sign: 1 | -1): void {
    if (isDense(schedule)) return;
    const more = sign * jobs.length;
    let last = -1;
    for (let low = range.from; low < range.until; low += piece) {
      const found = fires(schedule, low - offset, Math.min(low + piece, range.until) - offset);
      for (let i = 0; i < found.count; i++) {
        const index = Math.floor((found.scheduled[i]! + offset - start) / minute);
        if (index !== last) target[index]! += more;
        last = index;
      }
    }
  }
}

/** The number of jobs that is reached in `times` minutes: that of the last of them, the fullest first. */
function levelOf(counts: Uint32Array, times: number): number {
  const most = counts.reduce((max, jobs) => Math.max(max, jobs), 0);
  const histogram = new Uint32Array(most + 1);
  for (const jobs of counts) histogram[jobs]!++;
  let level = most;
  for (let minutes = histogram[level]!; minutes < times && level > 0; minutes += histogram[level]!) level--;
  return level;
}
