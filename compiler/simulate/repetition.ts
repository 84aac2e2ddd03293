import type { Instant, Seconds } from '../../schema/time.ts';
import type { Course } from './course.ts';
import type { SimulationEvent, Step } from './events.ts';
import type { FireSource, FireSources } from './fire-sources.ts';
import { signatureOf } from './signature.ts';

/** How many moments are remembered: enough for a night of a job that falls due every minute. */
const momentCountMax = 1024;
/** How many of them that look alike are tried: most days of most tenants have fewer. */
const alikeCountMax = 64;
/** How many events are remembered with them. */
const eventCountMax = 100_000;

interface Moment {
  readonly at: Instant;
  readonly signature: string;
  readonly cursors: readonly number[];
  /** What came about from here to the next moment. */
  readonly events: SimulationEvent[];
}

/** What will come about again as it did, and how often. */
export interface Repetition {
  readonly block: readonly SimulationEvent[];
  readonly step: Step;
  readonly times: number;
}

/** Remembers how a simulation went, and finds where it is about to go the same way again. */
export interface Repetitions {
  readonly note: (event: SimulationEvent) => void;
  /**
   * Asks at a moment at which fires are due, none of them taken yet; nothing changes from outside before `limit`.
   * Moves the cursors of the sources past the fires of the repetition it finds.
   */
  readonly find: (
    course: Course,
    sources: FireSources,
    limit: Instant,
    now: Instant,
  ) => Repetition | undefined;
  /** To be called when something changes from outside. */
  readonly forget: () => void;
}

/**
 * Looks for a moment before this one at which everything stood as it stands now, relative to it (`signatureOf`), and
 * counts how often the fires from there to here come again at the same distance. All that was decided from there to
 * here will then be decided again, as often, by translation: this is what makes a year of `*\/5` a few steps.
 */
export function repetitions(): Repetitions {
  let moments: Moment[] = [];
  /** Number of the first moment in `moments`; they are counted from the last time that all was forgotten. */
  let firstNumber = 0;
  let eventCount = 0;
  let alike = new Map<string, number[]>();
  const forget = () => {
    if (moments.length === 0) return;
    moments = [];
    firstNumber = 0;
    eventCount = 0;
    alike = new Map();
  };
  const remember = (moment: Moment) => {
    if (moments.length >= momentCountMax || eventCount > eventCountMax) {
      const gone = moments.splice(0, Math.ceil(moments.length / 2));
      firstNumber += gone.length;
      for (const { events } of gone) eventCount -= events.length;
    }
    moments.push(moment);
    const number = firstNumber + moments.length - 1;
    const numbers = alike.get(moment.signature);
    if (!numbers) alike.set(moment.signature, [number]);
    else if (numbers.push(number) > alikeCountMax) numbers.shift();
  };
  return {
    note(event) {
      if (moments.length === 0) return;
      moments.at(-1)!.events.push(event);
      eventCount++;
    },
    find(course, { list, reorder }, limit, now) {
      const signature = signatureOf(course, now);
      if (signature === undefined) {
        forget();
        return undefined;
      }
      for (const number of alike.get(signature)?.toReversed() ?? []) {
        const moment = moments[number - firstNumber];
        const times = moment ? timesAgain(list, moment, limit, now) : 0;
        if (!moment || times === 0) continue;
        const firesOf = new Map(
          list.map((source, at) => [source.job, source.cursor - moment.cursors[at]!] as const),
        );
        for (const source of list) source.cursor += times * firesOf.get(source.job)!;
        reorder();
        const block = moments.slice(number - firstNumber).flatMap(({ events }) => events);
        forget();
        return { block, step: { seconds: now - moment.at, firesOf: (job) => firesOf.get(job) ?? 0 }, times };
      }
      remember({ at: now, signature, cursors: list.map(({ cursor }) => cursor), events: [] });
      return undefined;
    },
    forget,
  };
}

/** Counts how often what happened since a moment fits in before `limit`, by the distances of the fires. */
function timesAgain(list: readonly FireSource[], moment: Moment, limit: Instant, now: Instant): number {
  const period = now - moment.at;
  let times = Math.floor((limit - now) / period);
  for (let at = 0; at < list.length && times > 0; at++) {
    times = timesOf(list[at]!, moment.cursors[at]!, period, times, now);
  }
  return times;
}

/** The same for one source whose cursor was at `since`: at most `most` times. */
function timesOf(source: FireSource, since: number, period: Seconds, most: number, now: Instant): number {
  const { scheduled, cursor, count, spread, simulated } = source;
  const { duration } = simulated;
  const fires = cursor - since;
  let times = most;
  if (fires > 0) {
    // The fire before the first counts too: the window of the first begins there.
    if (since === 0 || scheduled[cursor - 1]! - scheduled[since - 1]! !== period) return 0;
    const end = Math.min(count, cursor + most * fires);
    let next = cursor;
    if (typeof duration === 'function') {
      while (
        next < end &&
        scheduled[next]! - scheduled[next - fires]! === period &&
        duration(scheduled[next]!) === duration(scheduled[next - fires]!)
      ) {
        next++;
      }
    } else next = matchUntil(scheduled, { next, end, fires, period });
    times = Math.floor((next - cursor) / fires);
  }
  // The fire after the last must not come before the last repetition is over.
  while (times > 0) {
    const following = cursor + times * fires;
    if (following >= count || scheduled[following]! + spread >= now + times * period) break;
    times = fires === 0 ? Math.floor((scheduled[following]! + spread - now) / period) : times - 1;
  }
  return times;
}

/** Returns the first index from `next` on whose fire is not `period` later than the one `fires` before it. */
function matchUntil(
  scheduled: Float64Array,
  { next, end, fires, period }: { next: number; end: number; fires: number; period: Seconds },
): number {
  while (next < end && scheduled[next]! - scheduled[next - fires]! === period) next++;
  return next;
}
