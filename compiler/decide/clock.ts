import type { Instant, Seconds, WallTime } from '../../schema/time.ts';

/** How instants are read out: in a zone's wall time, or as they are, in UTC. */
export interface Clock {
  readonly wallOf: (instant: Instant) => WallTime;
  /** What follows a reading, for instance `Z` or ` Europe/London`. */
  readonly suffix: string;
}

export const utcClock: Clock = { wallOf: (instant) => instant, suffix: 'Z' };

const day = 86_400;

/**
 * Reads out the instants of one sentence: without dates where all are of one day and none is asked for, otherwise each
 * with its date.
 */
export function readOut(instants: readonly Instant[], { wallOf, suffix }: Clock): readonly string[] {
  const walls = instants.map((instant) => wallOf(instant));
  const isOneDay = walls.every((wall) => Math.floor(wall / day) === Math.floor(walls[0]! / day));
  return walls.map((wall) => `${isOneDay ? '' : `${dateText(wall)} `}${timeText(wall)}${suffix}`);
}

/** Writes `2027-03-28 01:30`, with seconds where there are any. */
export function wallText(wall: WallTime): string {
  return `${dateText(wall)} ${timeText(wall)}`;
}

function dateText(wall: WallTime): string {
  return new Date(wall * 1000).toISOString().slice(0, 10);
}

function timeText(wall: WallTime): string {
  const text = new Date(wall * 1000).toISOString().slice(11, 19);
  return text.endsWith(':00') ? text.slice(0, 5) : text;
}

/** Writes a span as it is read: `7 h 10 min`, `2 d`, `45 s`. */
export function spanText(span: Seconds): string {
  const parts = [
    [Math.floor(span / day), 'd'],
    [Math.floor(span / 3600) % 24, 'h'],
    [Math.floor(span / 60) % 60, 'min'],
    [span % 60, 's'],
  ] as const;
  const written = parts.filter(([count]) => count > 0).map(([count, unit]) => `${count} ${unit}`);
  return written.length > 0 ? written.join(' ') : '0 s';
}
