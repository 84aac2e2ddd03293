import type { Instant, Seconds, WallTime, ZoneTable } from '../../schema/time.ts';
import { offsetAt } from './offset-at.ts';

const day = 86_400;
const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const;

/** Returns `YYYY-MM-DD` of a wall time. */
export function dateText(wall: WallTime): string {
  return new Date(Math.floor(wall / day) * day * 1000).toISOString().slice(0, 10);
}

/** Returns `HH:MM` of a wall time, with `:SS` where the seconds are not nought. */
export function clockText(wall: WallTime): string {
  const text = new Date(wall * 1000).toISOString().slice(11, 19);
  return text.endsWith(':00') ? text.slice(0, 5) : text;
}

/** Returns a wall time as `Sun 2027-03-28 02:30`. */
export function dayAndClockText(wall: WallTime): string {
  return `${weekdays[weekdayOf(wall)]} ${dateText(wall)} ${clockText(wall)}`;
}

/** Returns the weekday of a wall time, 0 being Sunday. 1970-01-01 was a Thursday. */
export function weekdayOf(wall: WallTime): number {
  return (((Math.floor(wall / day) + 4) % 7) + 7) % 7;
}

/** Returns an offset as `+01:00`, with seconds where it has some (Monrovia until 1972). */
export function offsetText(offset: Seconds): string {
  const size = Math.abs(offset);
  const parts = [size / 3600, (size % 3600) / 60, size % 60].map((part) =>
    String(Math.floor(part)).padStart(2, '0'),
  );
  return `${offset < 0 ? '-' : '+'}${size % 60 === 0 ? parts.slice(0, 2).join(':') : parts.join(':')}`;
}

/** Returns the offset that a zone has at an instant; UTC's where there is no zone. */
export function offsetIn(table: ZoneTable | undefined, instant: Instant): Seconds {
  return table ? offsetAt(table, instant) : 0;
}

/** Returns a set of weekdays as a person writes it: `daily`, `Mon-Fri`, `Mon, Wed`. */
export function weekdaysText(days: ReadonlySet<number>): string {
  if (days.size === 7) return 'daily';
  // Monday first, so that a weekend is one stretch.
  const order = [1, 2, 3, 4, 5, 6, 0].map((weekday) => ({ weekday, on: days.has(weekday) }));
  const stretches: number[][] = [];
  order.forEach(({ weekday, on }, index) => {
    if (!on) return;
    if (order[index - 1]?.on) stretches.at(-1)!.push(weekday);
    else stretches.push([weekday]);
  });
  return stretches
    .flatMap((stretch) => {
      const first = weekdays[stretch[0]!]!;
      const last = weekdays[stretch.at(-1)!]!;
      return stretch.length > 2 ? [`${first}-${last}`] : stretch.map((weekday) => weekdays[weekday]!);
    })
    .join(', ');
}
