import type { Instant } from '../../../schema/time.ts';
import { formatInstant } from '../../manifest/index.ts';
import {
  clockText,
  dateText,
  type TimelineFire,
  type TimelineFrame,
  type TimelineLane,
} from '../../plan/index.ts';
import { plural } from '../columns.ts';
import { dateWords, frameTitle } from './date-words.ts';
import { escaped } from './escaped.ts';
import { type FrameScale, frameScale, percentText as pc, ticksOf } from './frame-scale.ts';
import { markAt } from './marks.ts';

/** Heights in pixels. Widths are percents, so that text has one size on every screen. */
const axisHeight = 24;
const laneHeight = 58;
/** Between the clock and the lanes of a transition, for the names of gap and fold. */
const nameHeight = 15;
/** More fires in one lane than this are drawn small. */
const largeMost = 14;
/** Nearer to one another than this, in percent, readings are not written. */
const labelRoom = { tick: 14, mark: 14 } as const;

interface PlacedLane {
  readonly name: 'before' | 'after';
  readonly lane: TimelineLane;
  readonly y: number;
}

/** Draws one frame of a time line: a lane a side, its clock and UTC, gap or fold, and the fires of both sides. */
export function frameFigure(frame: TimelineFrame, apply: Instant): string {
  const scale = frameScale(frame);
  const lanes = placedLanes(frame);
  const [top] = lanes;
  if (!top) return '';
  const above = axisHeight + (frame.transition ? nameHeight : 0);
  const bottom = above + lanes.length * laneHeight;
  const other = lanes[1] && !sameClock(top.lane, lanes[1].lane) ? lanes[1].lane : undefined;
  const withUtc = [top.lane, other].every((lane) => !lane || lane.clock.some(({ offset }) => offset !== 0));
  const axes = [
    { y: 0, up: true, lane: top.lane, name: zoneName(top.lane) },
    ...(other ? [{ y: bottom, up: false, lane: other, name: zoneName(other) }] : []),
    ...(withUtc
      ? [{ y: bottom + (other ? axisHeight : 0), up: false, lane: utcOf(frame), name: 'UTC' }]
      : []),
  ];
  const height = bottom + axisHeight * (axes.length - 1) + 2;
  const drawing = [
    bandsOf(frame, scale, lanes),
    ...axes.map(({ y, up, lane }) => axisOf(frame, scale, lane, y, up, bottom)),
    ...lanes.map(({ y }) => `<line class="lane" x1="0" x2="100%" y1="${y}" y2="${y}"/>`),
    applyLine(frame, scale, apply, lanes),
    joins(frame, scale, lanes),
    ...lanes.map((placed) => laneMarks(frame, scale, placed)),
  ].join('');
  const gutter = [
    ...axes.map(({ y, name }) => gutterText(y + 3, escaped(name), 'zone')),
    ...lanes.map(({ name, y }) => gutterText(y - 9, name, 'side')),
  ].join('');
  const { title, detail } = frameTitle(frame);
  return `<figure class="frame"><figcaption><b>${title}</b> <span>${detail}</span></figcaption><div class="plot"><div class="gutter" aria-hidden="true">${gutter}</div><svg height="${height}" role="img" aria-label="${title}. ${summaryOf(lanes)}">${drawing}</svg></div></figure>`;
}

function placedLanes({ before, after, transition }: TimelineFrame): readonly PlacedLane[] {
  const sides = [
    ...(before ? [{ name: 'before', lane: before } as const] : []),
    ...(after ? [{ name: 'after', lane: after } as const] : []),
  ];
  const above = axisHeight + (transition ? nameHeight : 0);
  return sides.map((side, index) => ({ ...side, y: above + laneHeight * (index + 0.5) }));
}

function sameClock(a: TimelineLane, b: TimelineLane): boolean {
  return a.zone === b.zone && JSON.stringify(a.clock) === JSON.stringify(b.clock);
}

function utcOf({ from, until }: TimelineFrame): TimelineLane {
  return { clock: [{ from, until, offset: 0 }], fires: [], count: 0, omissions: [], omitted: 0, early: [] };
}

/** `Europe/London` as `London`: there is little room, and the title has the whole. */
function zoneName({ zone = 'UTC' }: TimelineLane): string {
  return zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ');
}

function gutterText(top: number, text: string, kind: 'zone' | 'side'): string {
  return `<span class="${kind}" style="top:${top}px">${text}</span>`;
}

/** Hatches a gap, and rules a fold's two passes, in the lanes whose clock has them, with their names above. */
function bandsOf({ transition }: TimelineFrame, scale: FrameScale, lanes: readonly PlacedLane[]): string {
  const has = lanes.filter(({ lane }) => lane.clock.some(({ from }) => from === transition?.at));
  const [first] = has;
  if (!transition || !first) return '';
  const top = first.y - laneHeight / 2;
  const height = has.length * laneHeight;
  const rect = (from: number, until: number, texture: string) =>
    `<rect class="texture" x="${pc(from)}" y="${top}" width="${pc(until - from)}" height="${height}" fill="url(#${texture})"/>`;
  const text = (from: number, until: number, name: string) =>
    `<text class="band" x="${pc((from + until) / 2)}" y="${top - 4}" text-anchor="middle">${name}</text>`;
  if (scale.gap) {
    const { from, until } = scale.gap;
    return rect(from, until, 'hatch') + text(from, until, 'gap');
  }
  const length = transition.wall.until - transition.wall.from;
  const [start = 0, middle = 0, end = 0] = [-length, 0, length].map((off) => scale.x(transition.at + off));
  const names =
    middle - start > 12
      ? text(start, middle, middle - start > 22 ? 'fold, 1st' : '1st') +
        text(middle, end, middle - start > 22 ? 'fold, 2nd' : '2nd')
      : text(start, end, 'fold');
  return rect(start, middle, 'rows') + rect(middle, end, 'rows') + names;
}

function axisOf(
  frame: TimelineFrame,
  scale: FrameScale,
  lane: TimelineLane,
  y: number,
  up: boolean,
  bottom: number,
): string {
  let last = Number.NEGATIVE_INFINITY;
  return ticksOf(lane.clock, frame, scale)
    .map(({ x, wall, unreal }) => {
      const line = up
        ? `<line class="grid" x1="${pc(x)}" x2="${pc(x)}" y1="${y + 17}" y2="${bottom}"/>`
        : `<line class="tick" x1="${pc(x)}" x2="${pc(x)}" y1="${y}" y2="${y + 5}"/>`;
      const anchor = anchorAt(x);
      const middle = middleAt(x);
      if (middle - last < labelRoom.tick) return line;
      last = middle;
      const text =
        wall % 86_400 === 0 && frame.until - frame.from > 86_400 ? dateWords(wall) : clockText(wall);
      return `${line}<text class="axis${unreal ? ' unreal' : ''}" x="${pc(x)}" y="${y + (up ? 12 : 17)}" text-anchor="${anchor}">${text}</text>`;
    })
    .join('');
}

/** A reading at an edge is kept inside of the drawing. */
function anchorAt(x: number): 'start' | 'middle' | 'end' {
  return x < 5 ? 'start' : x > 95 ? 'end' : 'middle';
}

/** Where the middle of a reading is, of which one takes some fourteen percent. */
function middleAt(x: number): number {
  const anchor = anchorAt(x);
  return anchor === 'start' ? x + 6 : anchor === 'end' ? x - 6 : x;
}

function applyLine(
  { from, until }: TimelineFrame,
  scale: FrameScale,
  apply: Instant,
  lanes: readonly PlacedLane[],
): string {
  const [first] = lanes;
  if (apply <= from || apply >= until || !first) return '';
  const x = scale.x(apply);
  const isRight = x > 60;
  const top = first.y - laneHeight / 2;
  // Where no reading is: between two lanes, or on the far side of the only one.
  const y =
    lanes.length > 1 ? top + laneHeight + 4 : first.name === 'before' ? top + laneHeight - 3 : top + 9;
  return `<g class="apply"><title>as if applied ${formatInstant(apply)}</title><line x1="${pc(x)}" x2="${pc(x)}" y1="${axisHeight - 6}" y2="${top + lanes.length * laneHeight}"/><text class="band" x="${pc(x + (isRight ? -1.5 : 1.5))}" y="${y}" text-anchor="${isRight ? 'end' : 'start'}">apply</text></g>`;
}

/** Joins a moved fire's places by a line, and one that stays by a faint one. */
function joins(
  { from, until }: TimelineFrame,
  scale: FrameScale,
  [before, after]: readonly PlacedLane[],
): string {
  if (!before || !after || isDense(before.lane) || isDense(after.lane)) return '';
  const line = (kind: string, was: Instant, is: Instant) =>
    `<line class="join ${kind}" x1="${pc(scale.x(was))}" y1="${before.y}" x2="${pc(scale.x(is))}" y2="${after.y}"/>`;
  const stays = new Set(after.lane.fires.map(({ scheduled }) => scheduled));
  const inside = (at: Instant) => from <= at && at < until;
  const lines = [
    ...before.lane.fires.flatMap(({ scheduled, action, other }) => {
      if (action === 'move') return [line('move', scheduled, other ?? scheduled)];
      return (action === 'keep' || action === 'alter') && stays.has(scheduled)
        ? [line('keep', scheduled, scheduled)]
        : [];
    }),
    // Those that come in from outside of the frame.
    ...after.lane.fires.flatMap(({ scheduled, other }) =>
      other !== undefined && !inside(other) ? [line('move', other, scheduled)] : [],
    ),
  ];
  // A drawing of its own, which cuts off what leads out of the frame.
  return `<svg width="100%" height="${after.y}">${lines.join('')}</svg>`;
}

function isDense({ count, fires }: TimelineLane): boolean {
  return count > fires.length;
}

function laneMarks(frame: TimelineFrame, scale: FrameScale, { name, lane, y }: PlacedLane): string {
  if (isDense(lane)) {
    return `<rect class="dense" x="0" width="100%" y="${y - 8}" height="16"/><text class="band" x="50%" y="${y + 4}" text-anchor="middle">${plural(lane.count, 'fire')}</text>`;
  }
  const small = lane.count + lane.omitted + lane.early.length > largeMost;
  const labelY = name === 'before' ? y - 14 : y + 22;
  let last = Number.NEGATIVE_INFINITY;
  const label = (x: number, words: string, kind: string) => {
    const anchor = anchorAt(x);
    const middle = middleAt(x);
    if (middle - last < labelRoom.mark) return '';
    last = middle;
    return `<text class="label ${kind}" x="${pc(x)}" y="${labelY}" text-anchor="${anchor}">${words}</text>`;
  };
  const omissions = lane.omissions.map((omission) => {
    const x = omission.cause === 'dst.gap' && scale.gap ? scale.gapX(omission.nominal) : scale.x(omission.at);
    const title = `${escaped(omission.text)} · ${omission.cause}`;
    return {
      x,
      draw: () => markAt('omit', pc(x), y, title, small) + label(x, causeWord(omission.cause), 'omit'),
    };
  });
  const early = lane.early.map(({ scheduled, text }) => {
    const x = scale.x(scheduled);
    const title = `up to the apply the old schedule rules: no fire ${escaped(text)}`;
    const clock = clockText(scheduled + offsetIn(lane, scheduled));
    return { x, draw: () => markAt('omit', pc(x), y, title, small) + label(x, `${clock} past`, 'omit') };
  });
  const fires = lane.fires.map((fire) => {
    const x = scale.x(fire.scheduled);
    return {
      x,
      draw: () =>
        ghostOf(frame, scale, lane, fire, y) +
        markAt(fire.action, pc(x), y, titleOf(name, fire), small) +
        label(x, clockText(fire.scheduled + offsetIn(lane, fire.scheduled)), fire.action),
    };
  });
  return [...fires, ...early, ...omissions]
    .sort((a, b) => a.x - b.x)
    .map(({ draw }) => draw())
    .join('');
}

/** A fire that the gap moved has its nominal time drawn in the gap, with the way to where it is. */
function ghostOf(
  frame: TimelineFrame,
  scale: FrameScale,
  lane: TimelineLane,
  fire: TimelineFire,
  y: number,
): string {
  const { transition } = frame;
  if (
    !scale.gap ||
    transition === undefined ||
    fire.nominal === fire.scheduled + offsetIn(lane, fire.scheduled)
  )
    return '';
  if (fire.nominal < transition.wall.from || fire.nominal >= transition.wall.until) return '';
  const [from, to] = [scale.gapX(fire.nominal), scale.x(fire.scheduled)];
  return `<g class="${fire.action}"><line class="way" x1="${pc(from)}" x2="${pc(to)}" y1="${y}" y2="${y}"/><use href="#ghost" x="${pc(from)}" y="${y}"/></g>`;
}

function offsetIn({ clock }: TimelineLane, at: Instant): number {
  return (clock.find(({ until }) => at < until) ?? clock.at(-1)!).offset;
}

const actionWords = {
  add: 'added',
  remove: 'removed',
  move: 'moved',
  alter: 'altered',
  keep: 'stays',
} as const;

function titleOf(side: string, { action, text, scheduled, other }: TimelineFire): string {
  const where = other === undefined ? '' : `, ${side === 'before' ? 'to' : 'from'} ${formatInstant(other)}`;
  return `${actionWords[action]}${where}: ${escaped(text)} · ${formatInstant(scheduled)}`;
}

/** `dst.gap` as `gap`. */
function causeWord(cause: string): string {
  return cause.slice(cause.indexOf('.') + 1);
}

function summaryOf(lanes: readonly PlacedLane[]): string {
  const texts = lanes.map(({ name, lane }) => {
    const clocks = lane.fires.slice(0, 6).map(({ action, scheduled }) => {
      const wall = scheduled + offsetIn(lane, scheduled);
      return `${dateText(wall)} ${clockText(wall)} ${actionWords[action]}`;
    });
    const more = lane.count - clocks.length;
    return `${name}: ${clocks.join(', ') || 'no fire'}${more > 0 ? `, and ${more} more` : ''}`;
  });
  return `${texts.join('; ')}.`;
}
