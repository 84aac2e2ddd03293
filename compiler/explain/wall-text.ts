import type { Seconds, WallTime } from '../../schema/time.ts';
import { dayAndClockText } from '../time/index.ts';

/** Returns the date of a wall time with its weekday: `Sun 2027-03-28`. */
export function dayText(wall: WallTime): string {
  return dayAndClockText(wall).slice(0, 'Sun 2027-03-28'.length);
}

/** Returns a wall time as RFC 3339 has it, to the second and without offset: `2027-03-28T02:30:00`. */
export function isoWall(wall: WallTime): string {
  return new Date(wall * 1000).toISOString().slice(0, -5);
}

/**
 * Returns how far off an instant is, by its two greatest units: `in 3h10m`, `2d4h ago`, `now`.
 */
export function distanceText(seconds: Seconds): string {
  if (seconds === 0) return 'now';
  const text = roughly(Math.abs(seconds));
  return seconds < 0 ? `${text} ago` : `in ${text}`;
}

/** Returns a length of time by its two greatest units: `3h10m`, `119d4h`. */
export function roughly(seconds: Seconds): string {
  const units = [
    ['d', 86_400],
    ['h', 3600],
    ['m', 60],
    ['s', 1],
  ] as const;
  const first = units.findIndex(([, size]) => seconds >= size);
  if (first === -1) return '0s';
  let rest = seconds;
  const parts: string[] = [];
  for (const [unit, size] of units.slice(first, first + 2)) {
    const count = Math.floor(rest / size);
    rest -= count * size;
    if (count > 0) parts.push(`${count}${unit}`);
  }
  return parts.join('');
}
