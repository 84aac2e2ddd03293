import type { Instant, Seconds } from '../../schema/time.ts';
import type { OpenFire } from '../decide/index.ts';
import type { FireRef } from './events.ts';
import type { SimulatedJob } from './timeline.ts';

/** One job's fires still to come, as far as they are enumerated. */
export interface FireSource {
  readonly job: string;
  readonly simulated: SimulatedJob;
  readonly spread: Seconds;
  readonly scheduled: Float64Array;
  readonly count: number;
  /** Index of the next fire. */
  cursor: number;
  /** Ordinal of the fire at index 0. */
  readonly firstOrdinal: number;
  /** The job's last fire before index 0. */
  readonly before: Instant | undefined;
}

/** The fires of several jobs, one queue by due. */
export interface FireSources {
  readonly list: readonly FireSource[];
  /** Infinity where no more are enumerated. */
  readonly nextDue: () => Instant;
  /** Takes out the fires due at `now` or before it, oldest first. */
  readonly takeDue: (now: Instant) => readonly TakenFire[];
  /** Takes out the fires scheduled at `now` or before it that are not due yet. */
  readonly takeScheduled: (now: Instant) => readonly TakenFire[];
  /** Goes on to enumerate `[from, until)`; what is left of the fires before stays. */
  readonly enumerate: (from: Instant, until: Instant) => void;
  /** Puts other jobs in force; fires not yet taken are gone. Follow with `enumerate`. */
  readonly replace: (jobs: Readonly<Record<string, SimulatedJob>>, now: Instant) => void;
  /** To be called after cursors were moved. */
  readonly reorder: () => void;
}

export interface TakenFire {
  readonly ref: FireRef;
  readonly fire: OpenFire;
}

export function fireSources(jobs: Readonly<Record<string, SimulatedJob>>): FireSources {
  let list: FireSource[] = Object.entries(jobs).map(([job, simulated]) =>
    emptySource(job, simulated, undefined, 0),
  );
  /** Sources with fires left, as a heap by next due. */
  let heap: FireSource[] = [];

  const reorder = () => {
    heap = list.filter((source) => source.cursor < source.count);
    for (let index = (heap.length >> 1) - 1; index >= 0; index--) sink(heap, index);
  };
  return {
    get list() {
      return list;
    },
    nextDue: () => (heap.length === 0 ? Number.POSITIVE_INFINITY : dueOf(heap[0]!)),
    takeDue(now) {
      const taken: TakenFire[] = [];
      while (heap.length > 0 && dueOf(heap[0]!) <= now) {
        const source = heap[0]!;
        taken.push(take(source));
        if (source.cursor >= source.count) {
          const last = heap.pop()!;
          if (heap.length === 0) break;
          heap[0] = last;
        }
        sink(heap, 0);
      }
      return taken;
    },
    takeScheduled(now) {
      const taken: TakenFire[] = [];
      for (const source of list) {
        while (source.cursor < source.count && source.scheduled[source.cursor]! <= now)
          taken.push(take(source));
      }
      reorder();
      return taken;
    },
    enumerate(from, until) {
      list = list.map((source) => moreOf(source, from, until));
      reorder();
    },
    replace(next, now) {
      const known = new Map(list.map((source) => [source.job, source]));
      list = Object.entries(next).map(([job, simulated]) => {
        const source = known.get(job);
        if (!source) return emptySource(job, simulated, undefined, 0);
        const begins = lastBefore(source, source.cursor) ?? source.simulated.windowFrom?.(now + 1);
        // What has nothing before it begins with itself, which says nothing about the fires to come.
        const last = begins !== undefined && begins <= now ? begins : undefined;
        return emptySource(job, simulated, last, source.firstOrdinal + source.cursor);
      });
      reorder();
    },
    reorder,
  };
}

const none = new Float64Array(0);

function emptySource(
  job: string,
  simulated: SimulatedJob,
  before: Instant | undefined,
  firstOrdinal: number,
): FireSource {
  return {
    job,
    simulated,
    spread: simulated.spread ?? 0,
    scheduled: none,
    count: 0,
    cursor: 0,
    firstOrdinal,
    before,
  };
}

/** Enumerates a source's next piece; fires that are scheduled and not due yet go before it. */
function moreOf(source: FireSource, from: Instant, until: Instant): FireSource {
  const { job, simulated, cursor, count, scheduled } = source;
  const more = simulated.fires(from, until);
  const left = count - cursor;
  const before = lastBefore(source, cursor);
  const moved = emptySource(job, simulated, before, source.firstOrdinal + cursor);
  if (left === 0) {
    const instants = more.scheduled;
    return {
      ...moved,
      scheduled: instants instanceof Float64Array ? instants : Float64Array.from(instants),
      count: more.count,
    };
  }
  const joined = new Float64Array(left + more.count);
  for (let index = 0; index < left; index++) joined[index] = scheduled[cursor + index]!;
  for (let index = 0; index < more.count; index++) joined[left + index] = more.scheduled[index]!;
  return { ...moved, scheduled: joined, count: joined.length };
}

function take(source: FireSource): TakenFire {
  const { job, spread, simulated } = source;
  const index = source.cursor++;
  const scheduled = source.scheduled[index]!;
  const due = scheduled + spread;
  const from = lastBefore(source, index) ?? simulated.windowFrom?.(scheduled) ?? scheduled;
  return {
    ref: { job, scheduled, due, ordinal: source.firstOrdinal + index },
    fire: { job, scheduled, due, window: { from, to: scheduled } },
  };
}

function lastBefore({ scheduled, before }: FireSource, index: number): Instant | undefined {
  return index > 0 ? scheduled[index - 1]! : before;
}

function dueOf({ scheduled, cursor, spread }: FireSource): Instant {
  return scheduled[cursor]! + spread;
}

/** Lets the source at an index sink to its place in the heap. */
function sink(heap: FireSource[], index: number): void {
  const source = heap[index]!;
  const due = dueOf(source);
  for (;;) {
    let child = 2 * index + 1;
    if (child >= heap.length) break;
    if (child + 1 < heap.length && dueOf(heap[child + 1]!) < dueOf(heap[child]!)) child++;
    if (dueOf(heap[child]!) >= due) break;
    heap[index] = heap[child]!;
    index = child;
  }
  heap[index] = source;
}
