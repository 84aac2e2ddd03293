import type { Instant, Seconds } from '../../schema/time.ts';
import { fires, type Schedule, spreadOffset } from '../time/index.ts';
import type { Due } from './due-minutes.ts';

const minute: Seconds = 60;

/** Widths that somebody would write. */
const widths = [5, 10, 15, 20, 30, 45, 60, 90, 120, 180, 240].map((minutes) => minutes * minute);

/** Few enough a minute, however few they are. */
const few = 3;

/** A spread that thins a herd. */
export interface SuggestedSpread {
  readonly within: Seconds;
  /** How many of the jobs can have it: it must not reach to their next fire. */
  readonly jobs: number;
  /** The most of them, those without it too, that are then due in one minute. */
  readonly most: number;
}

/**
 * Finds the narrowest spread that thins jobs of one minute well, by giving each the very place that it will have: to a
 * tenth of them a minute and half of what is a herd, or to a few. Where none does it is the one that thins most, and
 * undefined where that is not much.
 */
export function suggestSpread(
  members: readonly Due[],
  at: Instant,
  herd: number,
  spacing: (schedule: Schedule) => Seconds | undefined,
): SuggestedSpread | undefined {
  const jobs = members.flatMap(({ schedule, offset, jobs: together }) => {
    const { scheduled } = fires(schedule, at - offset, at + minute - offset);
    const apart = spacing(schedule) ?? Number.POSITIVE_INFINITY;
    return together.map(({ tenant, name }) => ({
      id: `${tenant}/${name}`,
      // From the minute's start to where it is now, and to where it would be without a spread.
      now: scheduled[0]! + offset - at,
      own: scheduled[0]! - at,
      apart,
    }));
  });
  const target = Math.max(few, Math.min(Math.floor(jobs.length / 10), Math.floor(herd / 2)));
  const tried = widths.map((within): SuggestedSpread => {
    const counts = new Map<number, number>();
    let spread = 0;
    for (const { id, now, own, apart } of jobs) {
      const fits = within <= apart;
      if (fits) spread++;
      const index = Math.floor((fits ? own + spreadOffset(id, within) : now) / minute);
      counts.set(index, (counts.get(index) ?? 0) + 1);
    }
    return { within, jobs: spread, most: Math.max(...counts.values()) };
  });
  const best = tried.find(({ most }) => most <= target) ?? tried.reduce((a, b) => (b.most < a.most ? b : a));
  return best.most <= jobs.length / 2 ? best : undefined;
}
