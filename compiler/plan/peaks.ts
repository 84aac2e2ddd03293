import type { Peak } from '../../schema/plan.ts';
import type { Instant } from '../../schema/time.ts';
import { fires, type Schedule } from '../time/index.ts';

const minute = 60;
const day = 86_400;
const week = 7 * day;

/** One distinct schedule, its offset after scheduled, and the jobs that have it on either side. */
export interface PeakEntry {
  readonly schedule: Schedule;
  /** Seconds from scheduled to due. */
  readonly offset: number;
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/**
 * Finds the UTC minute in which most fires are due, before and after. Work is done once per distinct schedule;
 * memory is two counters a minute of one week, whatever the range.
 */
export function findPeaks(
  entries: readonly PeakEntry[],
  range: { readonly from: Instant; readonly until: Instant },
): { readonly before: Peak; readonly after: Peak } {
  const counts = { before: new Uint32Array(week / minute), after: new Uint32Array(week / minute) };
  const best = { before: { count: 0, at: 0 }, after: { count: 0, at: 0 } };
  const start = Math.floor(range.from / minute) * minute;
  for (let from = start; from < range.until; from += week) {
    counts.before.fill(0);
    counts.after.fill(0);
    const until = Math.min(from + week, range.until);
    for (const { schedule, offset, before, after } of entries) {
      const found = fires(schedule, Math.max(from, range.from) - offset, until - offset);
      for (let i = 0; i < found.count; i++) {
        const index = Math.floor((found.scheduled[i]! + offset - from) / minute);
        counts.before[index]! += before.length;
        counts.after[index]! += after.length;
      }
    }
    for (const side of ['before', 'after'] as const) {
      for (let index = 0; index < counts[side].length; index++) {
        if (counts[side][index]! > best[side].count) {
          best[side] = { count: counts[side][index]!, at: from + index * minute };
        }
      }
    }
  }
  const peak = (side: 'before' | 'after'): Peak => {
    const { count, at } = best[side];
    if (count === 0) return { count, jobs: [] };
    const jobs = entries
      .filter(
        (entry) =>
          entry[side].length > 0 &&
          fires(entry.schedule, at - entry.offset, at + minute - entry.offset).count > 0,
      )
      .flatMap((entry) => entry[side]);
    return { count, at, jobs: jobs.sort().slice(0, 5) };
  };
  return { before: peak('before'), after: peak('after') };
}
