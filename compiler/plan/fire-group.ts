import type { FireAction, FirePattern } from '../../schema/plan.ts';
import type { Seconds, WallTime } from '../../schema/time.ts';
import { formatDuration } from '../manifest/index.ts';
import { clockText, dateText, offsetText, weekdayOf, weekdaysText } from '../time/index.ts';

const day = 86_400;

/** A changed fire's clock readings: one side's, or both of a moved one. Offsets only where they tell something. */
export interface ClockChange {
  readonly action: FireAction;
  readonly before?: { readonly wall: WallTime; readonly offset?: Seconds };
  readonly after?: { readonly wall: WallTime; readonly offset?: Seconds };
  /** Sets apart what reads alike on the clock but stands in different windows of the other side. */
  readonly stretch?: number;
}

/** Changed fires of one window that read alike on the clock. */
interface FireGroup {
  readonly sample: ClockChange;
  count: number;
  /** A bit for each weekday, Sunday the lowest. */
  weekdays: number;
  first: WallTime;
  last: WallTime;
  /** The first few; a group of few is shown by its dates. */
  readonly dates: WallTime[];
}

/** Times of day kept apart in one window; a denser change is counted without its clock readings. */
const groupsMost = 3_000;

/** Groups by what they read, and one for each action that takes what is too much. */
export type FireGroups = Map<number | string, FireGroup>;

const actions: readonly FireAction[] = ['add', 'remove', 'move', 'alter', 'keep'];

/**
 * Returns the key under which a change is counted: action and times of day. A number, since a change can touch
 * millions of fires; a pair shares its date, so days need not be in it.
 */
export function clockKey(
  action: FireAction,
  before: WallTime | undefined,
  after: WallTime | undefined,
): number {
  const clock = (wall: WallTime | undefined) => (wall === undefined ? day : modulo(wall, day));
  return (actions.indexOf(action) * (day + 1) + clock(before)) * (day + 1) + clock(after);
}

/** Opens the group of a key, or, where there are too many, returns the one that takes the rest of an action. */
export function openGroup(
  groups: FireGroups,
  key: number | string,
  action: FireAction,
  wall: WallTime,
  sample: ClockChange,
): FireGroup {
  const taken = groups.size < groupsMost ? key : action;
  const group = groups.get(taken) ?? { sample, count: 0, weekdays: 0, first: wall, last: wall, dates: [] };
  groups.set(taken, group);
  return group;
}

/** Counts one changed fire into its group. */
export function countInGroup(group: FireGroup, wall: WallTime): void {
  group.count++;
  group.weekdays |= 1 << weekdayOf(wall);
  if (wall < group.first) group.first = wall;
  if (wall > group.last) group.last = wall;
  if (group.dates.length < 4) group.dates.push(wall);
}

/** Returns the groups as lines for a person, larger ones first, those that differ only in the clock as one. */
export function patternsOf(groups: FireGroups): readonly FirePattern[] {
  const buckets = new Map<string, FireGroup[]>();
  const crowds = actions.flatMap((action) => {
    const crowd = groups.get(action);
    if (!crowd) return [];
    const all = [...groups.values()].filter(({ sample }) => sample.action === action);
    const count = all.reduce((sum, group) => sum + group.count, 0);
    return [{ action, count, from: 0, text: `more than ${groupsMost} times of day, ${daysText(crowd)}` }];
  });
  const crowded = new Set(crowds.map(({ action }) => action));
  for (const group of groups.values()) {
    if (crowded.has(group.sample.action)) continue;
    const key = `${group.sample.action}|${daysText(group)}|${group.sample.stretch ?? ''}`;
    const bucket = buckets.get(key);
    if (bucket) bucket.push(group);
    else buckets.set(key, [group]);
  }
  const patterns = [...buckets.values()].flatMap((bucket) => {
    const action = bucket[0]!.sample.action;
    const days = daysText(bucket[0]!);
    const sorted = bucket.toSorted((a, b) => clockOf(a) - clockOf(b));
    if (action === 'move' && sorted.length <= 4) {
      return sorted.map((group) => ({
        action,
        count: group.count,
        from: group.sample.stretch ?? 0,
        text: `${changeText(group.sample)} ${days}${untilText(group)}`,
      }));
    }
    const count = sorted.reduce((sum, group) => sum + group.count, 0);
    return [{ action, count, from: sorted[0]!.sample.stretch ?? 0, text: `${clocksText(sorted)} ${days}` }];
  });
  return [...crowds, ...patterns]
    .sort((a, b) => a.from - b.from || b.count - a.count)
    .map(({ from: _, ...pattern }) => pattern);
}

/** Returns `01:30 -> 02:00`, with offsets where the change has them and days where they differ. */
function changeText({ before, after }: ClockChange): string {
  const origin = (before ?? after)!.wall;
  const texts = [before, after].flatMap((side) => (side ? [sideText(side, origin)] : []));
  return texts.join(' -> ');
}

function sideText(side: NonNullable<ClockChange['before']>, origin: WallTime): string {
  const days = Math.floor(side.wall / day) - Math.floor(origin / day);
  const offset = side.offset === undefined ? '' : ` ${offsetText(side.offset)}`;
  return `${clockText(side.wall)}${offset}${days === 0 ? '' : ` (${days > 0 ? '+' : ''}${days}d)`}`;
}

/**
 * Several times of day in one line: all of a few; else how many, from which to which, and by how much they move,
 * if that is the same for all.
 */
function clocksText(sorted: readonly FireGroup[]): string {
  if (sorted.length <= 6) return sorted.map((group) => changeText(group.sample)).join(', ');
  const samples = sorted.map((group) => group.sample);
  const spans = (['before', 'after'] as const).flatMap((side) => {
    const walls = samples.flatMap((sample) => (sample[side] ? [sample[side].wall] : []));
    return walls.length === 0 ? [] : [`${clockText(walls[0]!)} to ${clockText(walls.at(-1)!)}`];
  });
  const steps = new Set(samples.map(({ before, after }) => (before && after ? after.wall - before.wall : 0)));
  const [step] = steps;
  const move =
    steps.size === 1 && step
      ? `, each ${formatDuration(Math.abs(step))} ${step > 0 ? 'later' : 'earlier'}`
      : '';
  return `${sorted.length} times of day, ${spans.join(' -> ')}${move},`;
}

/** A stretch of several needs its end, or two lines read the same. */
function untilText(group: FireGroup): string {
  return group.sample.stretch === undefined || group.count <= 3 ? '' : ` until ${dateText(group.last)}`;
}

function clockOf(group: FireGroup): number {
  return modulo((group.sample.before ?? group.sample.after)!.wall, day);
}

/** The days of a group: a set of weekdays if it is on (nearly) all of those in its span, else its dates. */
function daysText(group: FireGroup): string {
  if (group.count <= 3) {
    // A time of day that a date has twice, before and after the clocks go back, is one date.
    const dates = [...new Set(group.dates.map(dateText))];
    const passes = group.count === 2 * dates.length ? 'in both passes ' : '';
    return `${passes}on ${dates.join(', ')}`;
  }
  const weekdays = new Set([0, 1, 2, 3, 4, 5, 6].filter((weekday) => group.weekdays & (1 << weekday)));
  const span = Math.floor(group.last / day) - Math.floor(group.first / day) + 1;
  // Every date of a few, which a set of weekdays would not say.
  if (span <= 7 && weekdays.size === span) return 'daily';
  const expected = (span / 7) * weekdays.size;
  if (group.count >= 0.8 * expected) return weekdaysText(weekdays);
  return `on ${group.count} dates, ${dateText(group.first)} to ${dateText(group.last)}`;
}

function modulo(value: number, by: number): number {
  return ((value % by) + by) % by;
}
