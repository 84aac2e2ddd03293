import type { JobMeaning } from '../../schema/manifest.ts';
import type { JobChange } from '../../schema/plan.ts';
import type { Instant, Seconds } from '../../schema/time.ts';
import { fires, nextFire, offsetIn, previousFire } from '../time/index.ts';
import { frameFires } from './frame-fires.ts';
import type { PlannedSchedule } from './plan-schedules.ts';
import type { TimelineLane, Transition } from './timeline.ts';

/** One side of a job that is drawn. */
export interface TimelineSide extends PlannedSchedule {
  readonly meaning: JobMeaning;
}

/** A stretch of real time that is worth drawing. */
export interface FrameSpan {
  readonly transition?: Transition;
  readonly from: Instant;
  readonly until: Instant;
}

type Sides = { readonly before?: TimelineSide; readonly after?: TimelineSide };
type Stretch = { readonly from: Instant; readonly until: Instant };

const minute: Seconds = 60;
const hour: Seconds = 3600;
const day: Seconds = 86_400;

/** Fires of one lane for which there is room. */
const roomFor = 24;
const transitionsMost = 6;
/** How far to either side of a transition is looked for a change, nearest first. */
const reaches: readonly Seconds[] = [2 * hour, 3 * hour, 6 * hour];

/**
 * Chooses the stretch around the first fire that changes: the whole date where the apply makes one lost or doubled;
 * a move large enough to be seen; else as far as the fires next to it. Undefined where no fire changes.
 */
export function firstSpan(
  sides: Sides,
  range: Stretch,
  { soon, applyDates }: JobChange,
): (FrameSpan & { readonly change: Instant }) | undefined {
  const table = sides.after?.table ?? sides.before?.table;
  const [date] = applyDates;
  if (date) {
    const midnight = Date.parse(`${date.date}T00:00:00Z`) / 1000;
    const from = midnight - offsetIn(table, midnight - offsetIn(table, midnight));
    return { from, until: from + day, change: Math.max(from, range.from) };
  }
  const [first] = soon;
  const instants = [first?.before, first?.after].filter((at) => at !== undefined);
  if (instants.length === 0) return undefined;
  const low = Math.min(...instants);
  const high = Math.max(...instants);
  const pad = low === high ? Math.max(hour, reachOf(sides, low)) : Math.max(hour, (high - low) * 1.5);
  return { ...narrowed(sides, { from: low - pad, until: high + pad }, low), change: low };
}

/** How far the nearest other fire is, on the nearer side of an instant; at most a day and a half. */
function reachOf(sides: Sides, at: Instant): Seconds {
  const distances = [sides.before, sides.after].flatMap((side) => {
    if (!side) return [];
    const [previous, next] = [previousFire(side.schedule, at), nextFire(side.schedule, at)];
    return [...(previous === undefined ? [] : [at - previous]), ...(next === undefined ? [] : [next - at])];
  });
  return Math.min(1.5 * day, 1.15 * Math.min(1.3 * day, ...distances));
}

/** Halves a stretch around an instant until its fires have room, and rounds it to what a clock shows. */
function narrowed(sides: Sides, stretch: Stretch, around: Instant): Stretch {
  let { from, until } = stretch;
  const crowded = () =>
    [sides.before, sides.after].some((side) => side && fires(side.schedule, from, until).count > roomFor);
  while (until - from > 4 * minute && crowded()) {
    from = around - (around - from) / 2;
    until = around + (until - around) / 2;
  }
  const span = until - from;
  const step = span <= hour ? minute : span <= 8 * hour ? 15 * minute : span <= 3 * day ? hour : 6 * hour;
  return { from: Math.floor(from / step) * step, until: Math.ceil(until / step) * step };
}

/** Chooses a stretch around every transition in the range near which something changes, and lists the others. */
export function transitionSpans(
  sides: Sides,
  range: Stretch,
  change: JobChange,
): { readonly near: readonly FrameSpan[]; readonly quiet: readonly Transition[] } {
  const near: FrameSpan[] = [];
  const quiet: Transition[] = [];
  for (const transition of transitionsIn(sides, range)) {
    const span = near.length < transitionsMost ? spanAround(sides, range, change, transition) : undefined;
    if (span) near.push(span);
    else quiet.push(transition);
  }
  return { near, quiet };
}

function spanAround(
  sides: Sides,
  range: Stretch,
  change: JobChange,
  transition: Transition,
): FrameSpan | undefined {
  const { at, wall } = transition;
  const length = wall.until - wall.from;
  for (const reach of reaches) {
    const stretch = narrowed(
      sides,
      { from: at - Math.max(reach, 2 * length), until: at + Math.max(reach, 2 * length) },
      at,
    );
    const { before, after } = frameFires(sides, stretch, range, change);
    const changes = [before, after].some(
      (lane) =>
        lane?.fires.some(({ action }) => action !== 'keep' && action !== 'alter') ||
        lane?.omissions.some(({ alone }) => alone),
    );
    if (changes) return { transition, ...withPairs(stretch, [before, after]) };
  }
  return undefined;
}

/** Widens a stretch so that both ends of what moves are in it, where they are not far. */
function withPairs(stretch: Stretch, lanes: readonly (TimelineLane | undefined)[]): Stretch {
  const step = 15 * minute;
  const far = lanes.flatMap((lane) => lane?.fires ?? []).flatMap(({ other }) => other ?? []);
  const near = far.filter((at) => at > stretch.from - 8 * hour && at < stretch.until + 8 * hour);
  return {
    from: Math.min(stretch.from, ...near.map((at) => Math.floor(at / step) * step - step)),
    until: Math.max(stretch.until, ...near.map((at) => Math.ceil(at / step) * step + step)),
  };
}

/** The transitions of both sides' zones, each once where the sides share it. */
function transitionsIn(sides: Sides, { from, until }: Stretch): readonly Transition[] {
  const found = new Map<string, Transition>();
  for (const side of [sides.before, sides.after]) {
    const table = side?.table;
    if (!table) continue;
    table.transitions.forEach((at, index) => {
      if (at <= from || at >= until) return;
      const walls = [at + table.offsets[index]!, at + table.offsets[index + 1]!] as const;
      const kind = walls[0] < walls[1] ? 'gap' : 'fold';
      const key = `${at} ${walls.join(' ')}`;
      if (found.has(key)) return;
      const wall = { from: Math.min(...walls), until: Math.max(...walls) };
      found.set(key, { kind, zone: table.zone, at, wall });
    });
  }
  return [...found.values()].sort((a, b) => a.at - b.at);
}
