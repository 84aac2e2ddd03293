import type { ScheduleMeaning } from '../../schema/manifest.ts';
import type { Instant, WallTime } from '../../schema/time.ts';
import { fires, type Schedule } from '../time/index.ts';

const day = 86_400;

/** A fire on one side of a plan, and where its run window begins (it ends at the fire). */
export interface SideFire {
  readonly scheduled: Instant;
  readonly nominal: WallTime;
  readonly windowFrom: Instant;
}

/** One side's schedule, and the last fire of the job at or before the range, where its first window begins. */
export interface ComparedSide {
  readonly schedule: Schedule;
  readonly lastFire: Instant;
}

/** Receives every fire of both sides exactly once, roughly in order: pairs may lag behind by some days. */
export interface FireSink {
  /** By numbers and not as two objects: most fires of most changed jobs stay. */
  keep(
    scheduled: Instant,
    nominalBefore: WallTime,
    windowFromBefore: Instant,
    windowFromAfter: Instant,
  ): void;
  move(before: SideFire, after: SideFire): void;
  remove(before: SideFire): void;
  add(after: SideFire): void;
}

/**
 * Compares the fires of two schedules in `[from, until)` and hands each to the sink.
 *
 * A fire is its instant, so equal instants are one fire that stays. Of the others the k-th that is removed
 * from a nominal wall date pairs with the k-th that is added to it, as moved, unless `pairs` is false
 * (an interval has no wall dates). Both sides are walked in steps of `step` seconds, so that memory does not
 * grow with the range; a date is paired once no later step can add to it.
 */
export function compareFires(
  sides: { readonly before?: ComparedSide; readonly after?: ComparedSide },
  range: { readonly from: Instant; readonly until: Instant; readonly step: number },
  pairs: boolean,
  sink: FireSink,
): void {
  const waiting = new Map<number, { removed: SideFire[]; added: SideFire[] }>();
  let dateOfLast = Number.NaN;
  let last: { removed: SideFire[]; added: SideFire[] } = { removed: [], added: [] };
  const at = (fire: SideFire) => {
    const date = Math.floor(fire.nominal / day);
    if (date === dateOfLast) return last;
    last = waiting.get(date) ?? { removed: [], added: [] };
    waiting.set(date, last);
    dateOfLast = date;
    return last;
  };
  const settle = (beforeDate: number) => {
    for (const [date, { removed, added }] of waiting) {
      if (date >= beforeDate) continue;
      waiting.delete(date);
      if (date === dateOfLast) dateOfLast = Number.NaN;
      const paired = Math.min(removed.length, added.length);
      for (let k = 0; k < paired; k++) sink.move(removed[k]!, added[k]!);
      for (let k = paired; k < removed.length; k++) sink.remove(removed[k]!);
      for (let k = paired; k < added.length; k++) sink.add(added[k]!);
    }
  };

  let lastBefore = sides.before?.lastFire ?? range.from;
  let lastAfter = sides.after?.lastFire ?? range.from;
  for (let from = range.from; from < range.until; from += range.step) {
    const until = Math.min(from + range.step, range.until);
    const were = sides.before ? fires(sides.before.schedule, from, until) : noFires;
    const are = sides.after ? fires(sides.after.schedule, from, until) : noFires;
    let i = 0;
    let j = 0;
    while (i < were.count || j < are.count) {
      const b = i < were.count ? were.scheduled[i]! : Number.POSITIVE_INFINITY;
      const a = j < are.count ? are.scheduled[j]! : Number.POSITIVE_INFINITY;
      if (b === a) {
        sink.keep(b, were.nominal[i]!, lastBefore, lastAfter);
        lastBefore = lastAfter = b;
        i++;
        j++;
      } else if (b < a) {
        const fire = { scheduled: b, nominal: were.nominal[i]!, windowFrom: lastBefore };
        lastBefore = b;
        i++;
        if (pairs) at(fire).removed.push(fire);
        else sink.remove(fire);
      } else {
        const fire = { scheduled: a, nominal: are.nominal[j]!, windowFrom: lastAfter };
        lastAfter = a;
        j++;
        if (pairs) at(fire).added.push(fire);
        else sink.add(fire);
      }
    }
    // A nominal time and its instant differ by an offset (up to 15 h) and a gap (up to 24 h).
    settle(Math.floor(until / day) - 3);
  }
  settle(Number.POSITIVE_INFINITY);
}

const noFires = { count: 0, scheduled: new Float64Array(0), nominal: new Float64Array(0) } as const;

/** Returns a step in seconds for `compareFires` that keeps one step's fires to some tens of thousands. */
export function stepFor(schedules: readonly ScheduleMeaning[]): number {
  return schedules.some(firesWithinMinute) ? day : 30 * day;
}

function firesWithinMinute({ timing }: ScheduleMeaning): boolean {
  if (timing.kind === 'every') return timing.every < 60;
  return timing.kind === 'cron' && timing.expressions.some((text) => text.split(' ').length === 6);
}
