import { dayAndClockText, distanceText, spanText } from '../../compiler/index.ts';
import type { OffsetText, UtcText } from '../../schema/fires.ts';

/** Reads `2026-11-30T01:30:00+00:00` as people do: `Mon 2026-11-30 01:30`, and the offset apart. */
export function wallCells(wall: OffsetText): readonly [reading: string, offset: string] {
  const seconds = Date.parse(`${wall.slice(0, 19)}Z`) / 1000;
  return [dayAndClockText(seconds), wall.slice(19)];
}

/** Returns seconds since 1970. */
export function secondsOf(instant: UtcText): number {
  return Date.parse(instant) / 1000;
}

/** Says how long it is from one instant to another: `7 h 10 min`. */
export function between(from: UtcText, until: UtcText): string {
  return spanText(Math.max(0, secondsOf(until) - secondsOf(from)));
}

/** Says how far off an instant is: `in 3h10m`. */
export function fromNow(instant: UtcText, now: UtcText): string {
  return distanceText(secondsOf(instant) - secondsOf(now));
}

/** Reads a runtime's clock for a headline: `Mon 2026-11-30 07:40Z`. */
export function nowText(now: UtcText): string {
  return `${dayAndClockText(secondsOf(now))}Z`;
}

/** Writes the end of a stretch beside its beginning: with its date only where that is another. */
export function untilText(wall: OffsetText, beside: OffsetText): string {
  const [reading] = wallCells(wall);
  return wall.slice(0, 10) === beside.slice(0, 10) ? reading.slice('Mon 2026-11-30 '.length) : reading;
}
