import type { CronTiming } from '../../schema/manifest.ts';
import type { Instant, Seconds, ZoneTable } from '../../schema/time.ts';
import { type Cron, classOf, type ParsedCron } from '../time/index.ts';

/** More clock times than this are not worth comparing here. */
const mostTimes = 100;

/**
 * Returns a time that two fires of a cron schedule are surely apart in `[from, until)`, told from its fields
 * alone; undefined where fields don't tell. It may be less than the smallest spacing and is never more, and
 * spares most schedules the enumeration of a year.
 *
 * Consecutive nominal times are as far apart as the clock times of a day are, over midnight too; where
 * clocks go forward they come closer by as much.
 */
export function spacingFloor(
  { expressions, fold }: CronTiming,
  parse: (text: string) => ParsedCron,
  { transitions, offsets }: ZoneTable,
  { from, until }: { from: Instant; until: Instant },
): Seconds | undefined {
  const crons = expressions.flatMap((text): Cron[] => {
    const parsed = parse(text);
    return parsed.kind === 'cron' ? [parsed.cron] : [];
  });
  // What comes in both passes of a fold may come closer than the clock says.
  if (fold === 'both' || crons.some((cron) => classOf(cron) === 'elapsed')) return undefined;

  const times = clockTimes(crons);
  if (!times) return undefined;
  let apart = 86_400 - times.at(-1)! + times[0]!;
  for (let i = 1; i < times.length; i++) apart = Math.min(apart, times[i]! - times[i - 1]!);

  let forward = 0;
  for (const [i, at] of transitions.entries()) {
    // One at the edges may part a fire inside the range from its neighbour.
    if (at > from - 86_400 && at < until + 86_400) forward = Math.max(forward, offsets[i + 1]! - offsets[i]!);
  }
  return apart - forward;
}

function clockTimes(crons: readonly Cron[]): readonly Seconds[] | undefined {
  const times = new Set<Seconds>();
  for (const { hours, minutes, seconds } of crons) {
    if (times.size + hours.length * minutes.length * seconds.length > mostTimes) return undefined;
    for (const hour of hours) {
      for (const minute of minutes) {
        for (const second of seconds) times.add(hour * 3600 + minute * 60 + second);
      }
    }
  }
  return [...times].sort((a, b) => a - b);
}
