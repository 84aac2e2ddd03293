import type { Seconds, WallTime } from '../../schema/time.ts';
import { formatWall } from '../manifest/index.ts';

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const;

/** Returns the date of a wall time with its weekday: `Sun 2027-03-28`. */
export function dayText(wall: WallTime): string {
  return `${weekdays[new Date(wall * 1000).getUTCDay()]} ${formatWall(wall).slice(0, 10)}`;
}

/** Returns the clock's reading: `02:30`, with seconds where there are any. */
export function clockText(wall: WallTime): string {
  return formatWall(wall).slice(11);
}

/** Returns an offset as RFC 3339 has it: `+01:00`; with seconds where it has some, as before 1972 in Monrovia. */
export function offsetText(offset: Seconds): string {
  const size = Math.abs(offset);
  const parts = [Math.floor(size / 3600), Math.floor((size % 3600) / 60), ...(size % 60 ? [size % 60] : [])];
  return (offset < 0 ? '-' : '+') + parts.map((part) => String(part).padStart(2, '0')).join(':');
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
