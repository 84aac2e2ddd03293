import { formatDate } from '../manifest/index.ts';
import { type Cron, civilOf, dayFromCivil } from '../time/index.ts';
import { listWords } from './list-words.ts';
import { perKey } from './per-key.ts';
import type { Rule } from './rule.ts';

/** More days than this in one field are a rhythm, and not a wish for the end of the month. */
const mostDays = 4;

/**
 * A job that means the end of the month does not name a day that some months lack.
 *
 * `0 0 31 * *` is silent in five months of the year, `30` and mostly `29` in February. Nobody misses the fire
 * until somebody misses its result.
 */
export const day3031: Rule = {
  name: 'day-30-31',
  severity: 'warning',
  title: 'a day of month is named that some months lack',
  *check({ jobs, now, until }) {
    const silentMonths = perKey((cron: Cron) =>
      monthsWithout(cron, civilOf(Math.floor(now / 86_400)), until),
    );
    for (const { document, expressions } of jobs) {
      for (const { text, cron, pointer } of expressions) {
        const last = lateDay(cron);
        if (last === undefined) continue;
        const months = silentMonths(cron);
        if (months.length === 0) continue;
        yield {
          document,
          pointer,
          message: `\`${text}\` has no day ${last} in ${listWords(months, 4)}, and does not fire then`,
          help: '`L` is the last day of every month, `LW` the last weekday, `L-1` the day before the last',
        };
      }
    }
  },
};

/** Returns the 29th, 30th or 31st where it is named by itself: its neighbour before it is not. */
function lateDay({ dayOfMonth, dayOfWeek, months }: Cron): number | undefined {
  const { any, days, beforeLast, lastWeekday } = dayOfMonth;
  const last = days.at(-1);
  if (any || last === undefined || last < 29 || days.length > mostDays || days.includes(last - 1))
    return undefined;
  // With `L` beside it the end of the month is covered; 29 February alone is meant; weekdays fill the days.
  if (beforeLast.length > 0 || lastWeekday || months.length === 1 || !dayOfWeek.any) return undefined;
  return last;
}

function monthsWithout(cron: Cron, first: { year: number; month: number }, until: number): readonly string[] {
  const last = lateDay(cron) ?? 31;
  const lacking: string[] = [];
  for (let month = first.month; dayFromCivil(first.year, month, 1) * 86_400 < until; month++) {
    const start = dayFromCivil(first.year + Math.floor((month - 1) / 12), ((month - 1) % 12) + 1, 1);
    const { year, month: ofYear } = civilOf(start);
    if (!cron.months.includes(ofYear)) continue;
    const length = dayFromCivil(year + Math.floor(ofYear / 12), (ofYear % 12) + 1, 1) - start;
    if (length < last) lacking.push(formatDate(start).slice(0, 7));
  }
  return lacking;
}
