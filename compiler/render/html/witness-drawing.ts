import type { PolicyEffect, Witness } from '../../../schema/plan.ts';
import { parseDuration } from '../../manifest/index.ts';
import { clip } from '../clip.ts';
import { escaped, told } from './escaped.ts';
import { percentText as pc } from './frame-scale.ts';
import { type MarkKind, markAt } from './marks.ts';

/** Heights in pixels. */
const troubleHeight = 22;
const laneHeight = 34;
/** A wait longer than the trouble by this much runs out of the drawing: what matters is at the trouble's end. */
const waitMost = 3;

/** Returns the mark of an outcome: that of a run, or of a fire that gets none. */
export function outcomeMark(outcome: string): MarkKind {
  return outcome.startsWith('dispatched') ? 'run' : outcome.startsWith('no fire') ? 'omit' : 'lost';
}

/**
 * Draws a witness: what goes wrong as a hatched band, and below it the fires of both sides with what becomes of them.
 * Of a horizon, the bars are how long each side lets a fire wait.
 */
export function witnessDrawing(
  witness: Witness,
  answer: PolicyEffect['answer'],
  before: string,
  after: string,
): string {
  const { from, until, fires, family, what } = witness;
  const length = until - from;
  const isWait = answer === 'horizon' || answer === 'lateAfter';
  const waits = [before, after].map((text) =>
    isWait ? (parseDuration(text) ?? Number.POSITIVE_INFINITY) : 0,
  );
  const last = Math.max(
    until,
    ...fires.map(({ scheduled }) => Math.min(scheduled, from + waitMost * length)),
  );
  const end = Math.max(
    from + 1.45 * length,
    last + 0.1 * length,
    ...waits.map((wait) => from + Math.min(wait * 1.12, waitMost * length)),
  );
  const start = from - (end - from) * 0.05;
  const x = (at: number) => Math.min(100, Math.max(0, ((at - start) / (end - start)) * 100));
  const height = troubleHeight + laneHeight * 2;
  const noun = { outage: 'outage', run: 'run', lane: 'lane full' }[family];
  const lanes = (['before', 'after'] as const).map((side, index) => {
    const y = troubleHeight + laneHeight * (index + 0.5);
    const name = index === 0 ? before : after;
    const bar = isWait ? waitBar(x(from), x(from + waits[index]!), from + waits[index]! > end, y, name) : '';
    const marks = fires
      .filter(({ scheduled }) => scheduled <= end)
      .map((fire) => {
        const at = isWait && family !== 'run' ? until : fire.scheduled;
        return markAt(outcomeMark(fire[side]), pc(x(at)), y, `${told(fire.wall)}: ${told(fire[side])}`);
      });
    const due = isWait ? markAt('keep', pc(x(from)), y, 'due') : '';
    return `<line class="lane" x1="0" x2="100%" y1="${y}" y2="${y}"/>${bar}${due}${marks.join('')}`;
  });
  const gutter = ['before', 'after'].map(
    (name, index) =>
      `<span class="side" style="top:${troubleHeight + laneHeight * (index + 0.5) - 9}px">${name}</span>`,
  );
  const trouble = `<rect class="texture" x="${pc(x(from))}" y="16" width="${pc(x(until) - x(from))}" height="${height - 18}" fill="url(#hatch)"/><text class="band" x="${pc((x(from) + x(until)) / 2)}" y="11" text-anchor="middle">${noun}</text>`;
  return `<div class="plot"><div class="gutter" aria-hidden="true">${gutter.join('')}</div><svg height="${height}" role="img" aria-label="${told(what)}; the table below has the outcomes.">${trouble}${lanes.join('')}</svg></div>`;
}

/** A bar from a fire's due to the end of its wait, with its length written after it, or in it where it has no end. */
function waitBar(from: number, until: number, isEndless: boolean, y: number, name: string): string {
  const arrow = isEndless ? ' →' : '';
  const [place, anchor] = until > 88 ? [until - 1, 'end'] : [until + 3, 'start'];
  return `<rect class="wait" x="${pc(from)}" y="${y - 6}" width="${pc(until - from)}" height="12"/><text class="label" x="${pc(place!)}" y="${y + 4}" text-anchor="${anchor}">${escaped(clip(name, 24))}${arrow}</text>`;
}
