import type { Fires } from './schedule.ts';

/** The most fires that one call enumerates: 320 MB. Ask for shorter ranges, one after the other. */
export const FIRES_MAX = 20_000_000;

/** Returns no fires. */
export function noFires(): Fires {
  return NONE;
}

const NONE: Fires = { count: 0, scheduled: new Float64Array(0), nominal: new Float64Array(0) };

/** Throws a RangeError where a range has more fires than one call may enumerate. */
export function refuseTooMany(count: number): void {
  if (count > FIRES_MAX) {
    throw new RangeError(`a range of ${count} fires; at most ${FIRES_MAX} are enumerated at once`);
  }
}

/** Returns the first `count` fires of two arrays. */
export function takeFires(scheduled: Float64Array, nominal: Float64Array, count: number): Fires {
  if (count === scheduled.length) return { count, scheduled, nominal };
  return { count, scheduled: scheduled.subarray(0, count), nominal: nominal.subarray(0, count) };
}

/**
 * Merges fires of one schedule that come from two places.
 * Of two nominal times on one instant the earlier one is the fire.
 */
export function mergeFires(a: Fires, b: Fires): Fires {
  if (a.count === 0) return b;
  if (b.count === 0) return a;
  refuseTooMany(a.count + b.count);
  const scheduled = new Float64Array(a.count + b.count);
  const nominal = new Float64Array(a.count + b.count);
  let i = 0;
  let j = 0;
  let count = 0;
  while (i < a.count || j < b.count) {
    const ofA = i < a.count ? a.scheduled[i]! : Number.POSITIVE_INFINITY;
    const ofB = j < b.count ? b.scheduled[j]! : Number.POSITIVE_INFINITY;
    scheduled[count] = Math.min(ofA, ofB);
    if (ofA === ofB) nominal[count] = Math.min(a.nominal[i++]!, b.nominal[j++]!);
    else nominal[count] = ofA < ofB ? a.nominal[i++]! : b.nominal[j++]!;
    count++;
  }
  return takeFires(scheduled, nominal, count);
}

/** Returns the fires of a list for which `isKept` holds. */
export function filterFires(fires: Fires, isKept: (scheduled: number) => boolean): Fires {
  const scheduled = new Float64Array(fires.count);
  const nominal = new Float64Array(fires.count);
  let count = 0;
  for (let i = 0; i < fires.count; i++) {
    if (!isKept(fires.scheduled[i]!)) continue;
    scheduled[count] = fires.scheduled[i]!;
    nominal[count] = fires.nominal[i]!;
    count++;
  }
  return takeFires(scheduled, nominal, count);
}
