import type { Instant, Seconds, WallTime } from '../../../schema/time.ts';
import type { TimelineFrame, TimelineLane } from '../../plan/index.ts';

/**
 * Where instants stand in a drawing, in percent of its width.
 *
 * Real time, evenly; but where the clock jumps over a gap the drawing is opened by the gap's length, so that times
 * that do not exist have a place, too, and the clock on the wall reads evenly from left to right.
 */
export interface FrameScale {
  /** Of an instant: its place after the gap, if it is the transition itself. Beyond the edges for what is outside. */
  readonly x: (instant: Instant) => number;
  /** Of a wall time inside the gap. */
  readonly gapX: (wall: WallTime) => number;
  /** Both edges of the gap; undefined in other frames. */
  readonly gap?: { readonly from: number; readonly until: number };
  /** Seconds from edge to edge, the gap among them. */
  readonly length: Seconds;
}

export function frameScale({ from, until, transition }: TimelineFrame): FrameScale {
  const gap = transition?.kind === 'gap' ? transition : undefined;
  const opened = gap ? gap.wall.until - gap.wall.from : 0;
  const length = until - from + opened;
  const percent = (seconds: Seconds) => (seconds / length) * 100;
  const x = (instant: Instant) => percent(instant - from + (gap && instant >= gap.at ? opened : 0));
  const gapX = (wall: WallTime) => (gap ? percent(gap.at - from + wall - gap.wall.from) : 0);
  return {
    x,
    gapX,
    length,
    ...(gap && { gap: { from: gapX(gap.wall.from), until: gapX(gap.wall.until) } }),
  };
}

/** Writes a place as an attribute. */
export function percentText(x: number): string {
  return `${Math.round(x * 100) / 100}%`;
}

export interface Tick {
  readonly x: number;
  /** What the clock shows there. */
  readonly wall: WallTime;
  /** Whether it lies in the gap, where no clock ever shows it. */
  readonly unreal: boolean;
}

const minute = 60;
const hour = 3600;
const day = 86_400;
const steps = [
  ...[1, 2, 5, 10, 15, 30].map((count) => count * minute),
  ...[1, 2, 3, 6, 12].map((count) => count * hour),
  ...[1, 2, 7, 14, 28].map((count) => count * day),
];

/** Places the readings of a clock, at most about six. */
export function ticksOf(
  clock: TimelineLane['clock'],
  frame: TimelineFrame,
  scale: FrameScale,
): readonly Tick[] {
  const step = steps.find((seconds) => scale.length / seconds <= 6.5) ?? 56 * day;
  const ticks: Tick[] = [];
  for (const { from, until, offset } of clock) {
    for (let wall = Math.ceil((from + offset) / step) * step; wall - offset < until; wall += step) {
      ticks.push({ x: scale.x(wall - offset), wall, unreal: false });
    }
  }
  const { transition } = frame;
  // Of another zone's clock the transition is no jump.
  if (transition?.kind === 'gap' && clock.some(({ from }) => from === transition.at)) {
    const { from, until } = transition.wall;
    for (let wall = Math.ceil(from / step) * step; wall < until; wall += step) {
      ticks.push({ x: scale.gapX(wall), wall, unreal: true });
    }
  }
  return ticks.sort((a, b) => a.x - b.x);
}
