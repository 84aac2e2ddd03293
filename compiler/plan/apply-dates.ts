import type { ApplyDate } from '../../schema/plan.ts';
import type { DayNumber, Instant } from '../../schema/time.ts';
import { clockText, dateText, fires, type Schedule } from '../time/index.ts';

const day = 86_400;

/** A job that fires more often a day is not about dates, and one fire more or less is no news. */
const firesADayMost = 24;

/**
 * Finds the wall dates around the moment of apply on which a job fires once more than either schedule says,
 * or not at all although both would: up to `at` the old schedule rules, after it the new one, and a fire that
 * jumps over that moment is doubled or lost.
 */
export function applyDates(before: Schedule, after: Schedule, at: Instant): readonly ApplyDate[] {
  const were = firesByDate(before, at);
  const are = firesByDate(after, at);
  const dates = [...new Set([...were.keys(), ...are.keys()])].sort((a, b) => a - b);
  return dates.flatMap((date): ApplyDate[] => {
    const old = were.get(date) ?? [];
    const young = are.get(date) ?? [];
    const done = old.filter((fire) => fire.scheduled <= at);
    const coming = young.filter((fire) => fire.scheduled > at);
    const count = done.length + coming.length;
    const text = dateText(date * day);
    if (Math.max(old.length, young.length) > firesADayMost) return [];
    const clocks = (list: readonly { nominal: number }[]) =>
      list.map(({ nominal }) => clockText(nominal)).join(', ');
    if (count > Math.max(old.length, young.length)) {
      const message = `${text} has ${count} fires: ${clocks(done)} before the change and ${clocks(coming)} after it`;
      return [{ date: text, kind: 'second', message }];
    }
    if (count === 0 && old.length > 0 && young.length > 0) {
      const message = `${text} has no fire: ${clocks(old)} is still to come before the change and ${clocks(young)} is past after it`;
      return [{ date: text, kind: 'none', message }];
    }
    return [];
  });
}

/** The fires of the dates that reach two days to either side of an instant, by nominal wall date. */
function firesByDate(schedule: Schedule, at: Instant) {
  const dates = new Map<DayNumber, { scheduled: Instant; nominal: number }[]>();
  const found = fires(schedule, at - 3 * day, at + 3 * day);
  for (let i = 0; i < found.count; i++) {
    const nominal = found.nominal[i]!;
    const date = Math.floor(nominal / day);
    // The outermost dates are cut by the range.
    if (Math.abs(date - Math.floor(at / day)) > 2) continue;
    const entry = { scheduled: found.scheduled[i]!, nominal };
    const list = dates.get(date);
    if (list) list.push(entry);
    else dates.set(date, [entry]);
  }
  return dates;
}
