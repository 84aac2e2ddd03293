import type { Instant, Seconds } from '../../schema/time.ts';
import { fires, type Schedule } from '../time/index.ts';
import type { RuleJob } from './rule.ts';

const minute: Seconds = 60;
const day: Seconds = 86_400;
/** Fires that are enumerated at once: memory must not grow with their number. */
const piece = 30 * day;
/** Fires that are counted in all: a fleet of dense schedules is looked at for fewer days. */
const countedMost = 30_000_000;
const daysLeast = 35;

/** Jobs that are always due together: they share their fires and their place in a spread. */
export interface Due {
  readonly schedule: Schedule;
  /** From scheduled to due. */
  readonly offset: Seconds;
  readonly jobs: readonly RuleJob[];
}

/** A minute in which many jobs are due. */
export interface Crowd {
  /** Its start. */
  readonly at: Instant;
  readonly members: readonly Due[];
  /** In how many minutes at least so many of the members are due as make a crowd. */
  readonly meetings: number;
}

export interface DueMinutes {
  /** How many days were looked at. */
  readonly days: number;
  /**
   * Takes out the members of the fullest minute, and returns it: as full as `times` minutes at least, so that one
   * coincidence doesn't count. Undefined where that is fewer than `least` jobs, or fewer than three times as many as in
   * the mean: where every minute is full, none is a crowd.
   */
  readonly takeCrowd: (least: number, times: number) => Crowd | undefined;
}

/**
 * Counts jobs by the minute in which they are due, one counter a minute, each distinct schedule enumerated once. What
 * fires in every minute is no member of any crowd, since no spread would change it, and is left out.
 */
export function dueMinutes(
  jobs: readonly RuleJob[],
  { from, until }: { readonly from: Instant; readonly until: Instant },
): DueMinutes {
  let dues = duesOf(jobs);
  let perDay = 0;
  for (const [schedule] of dues) {
    const { count } = fires(schedule, from, from + day);
    if (count >= day / minute) dues.delete(schedule);
    else perDay += count;
  }
  const days = Math.min((until - from) / day, Math.max(daysLeast, Math.floor(countedMost / perDay)));
  const end = from + days * day;
  const start = Math.floor(from / minute) * minute;
  const size = Math.ceil((end - start) / minute);
  const counts = new Uint32Array(size);
  const met = new Uint32Array(size);
  for (const [schedule, places] of dues) count(counts, schedule, places, 1);
  return {
    days,
    takeCrowd(least, times) {
      const mean = counts.reduce((sum, jobs) => sum + jobs, 0) / size;
      const level = levelOf(counts, times);
      if (level < Math.max(least, 3 * mean)) return undefined;
      const at = start + counts.indexOf(level) * minute;
      const members: Due[] = [];
      const left: Places = new Map();
      met.fill(0);
      for (const [schedule, places] of dues) {
        const [here, others] = partedAt(schedule, places, at);
        if (others.length > 0) left.set(schedule, others);
        if (here.length === 0) continue;
        members.push(...here);
        count(counts, schedule, here, -1);
        count(met, schedule, here, 1);
      }
      dues = left;
      return { at, members, meetings: met.reduce((sum, jobs) => sum + (jobs >= least ? 1 : 0), 0) };
    },
  };

  function count(target: Uint32Array, schedule: Schedule, places: readonly Due[], sign: 1 | -1): void {
    const furthest = Math.max(...places.map(({ offset }) => offset));
    const last = new Int32Array(places.length).fill(-1);
    for (let low = from - furthest; low < end; low += piece) {
      const found = fires(schedule, low, Math.min(low + piece, end));
      for (let i = 0; i < found.count; i++) {
        for (let p = 0; p < places.length; p++) {
          const { offset, jobs: together } = places[p]!;
          const index = Math.floor((found.scheduled[i]! + offset - start) / minute);
          if (index < 0 || index >= size || index === last[p]) continue;
          target[index]! += sign * together.length;
          last[p] = index;
        }
      }
    }
  }
}

type Places = Map<Schedule, Due[]>;

function duesOf(jobs: readonly RuleJob[]): Places {
  const bySchedule = new Map<Schedule, Map<Seconds, RuleJob[]>>();
  for (const job of jobs) {
    const offset = job.meaning.schedule.spread?.offset ?? 0;
    const byOffset = bySchedule.get(job.schedule) ?? new Map<Seconds, RuleJob[]>();
    bySchedule.set(job.schedule, byOffset);
    const together = byOffset.get(offset);
    if (together) together.push(job);
    else byOffset.set(offset, [job]);
  }
  return new Map(
    [...bySchedule].map(([schedule, byOffset]) => [
      schedule,
      [...byOffset].map(([offset, together]) => ({ schedule, offset, jobs: together })),
    ]),
  );
}

/** Parts those that are due in a minute from the others. */
function partedAt(schedule: Schedule, places: readonly Due[], at: Instant): readonly [Due[], Due[]] {
  const furthest = Math.max(...places.map(({ offset }) => offset));
  const { scheduled, count } = fires(schedule, at - furthest, at + minute);
  const [here, others]: [Due[], Due[]] = [[], []];
  for (const due of places) {
    const isHere = scheduled.subarray(0, count).some((instant) => {
      const seconds = instant + due.offset - at;
      return seconds >= 0 && seconds < minute;
    });
    (isHere ? here : others).push(due);
  }
  return [here, others];
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
