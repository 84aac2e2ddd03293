import type { WallTime } from '../../../schema/time.ts';
import {
  clockText,
  dateText,
  dayAndClockText,
  offsetText,
  type TimelineFrame,
  type Transition,
} from '../../plan/index.ts';
import { escaped } from './escaped.ts';

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;

/** Returns the date of a wall time as a drawing has room for: `28 Mar`. */
export function dateWords(wall: WallTime): string {
  const date = new Date(wall * 1000);
  return `${date.getUTCDate()} ${months[date.getUTCMonth()]!}`;
}

/** Returns the month of a wall time, with its year in January. */
export function monthWords(wall: WallTime): string {
  const date = new Date(wall * 1000);
  return date.getUTCMonth() === 0 ? `${date.getUTCFullYear()}` : months[date.getUTCMonth()]!;
}

/** Returns what a frame shows, as HTML: its name, and what happens there. */
export function frameTitle({ transition, from, until, after, before }: TimelineFrame): {
  readonly title: string;
  readonly detail: string;
} {
  if (transition) return { title: transitionTitle(transition), detail: transitionDetail(transition) };
  const offset = (after ?? before)?.clock[0]?.offset ?? 0;
  const [start, end] = [dayAndClockText(from + offset), dayAndClockText(until + offset)];
  const sameDay = dateText(from + offset) === dateText(until + offset - 1);
  return {
    title: 'First change',
    detail: `${start} to ${sameDay ? clockText(until + offset) : end}`,
  };
}

/** `Gap, Sun 2027-03-28`. */
export function transitionTitle({ kind, wall }: Transition): string {
  const [day, date] = dayAndClockText(wall.from).split(' ');
  return `${kind === 'gap' ? 'Gap' : 'Fold'}, ${day} ${date}`;
}

function transitionDetail({ kind, zone, at, wall }: Transition): string {
  const [low, high] = [clockText(wall.from), clockText(wall.until)];
  const change = kind === 'gap' ? `${low} becomes ${high}` : `${high} becomes ${low}`;
  const [first, second] =
    kind === 'gap' ? [wall.from - at, wall.until - at] : [wall.until - at, wall.from - at];
  return `${change} in ${escaped(zone)}, ${offsetText(first)} → ${offsetText(second)}`;
}
