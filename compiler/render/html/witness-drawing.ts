import type { OutcomeChange, PolicyEffect, Witness } from '../../../schema/plan.ts';
import type { Instant } from '../../../schema/time.ts';
import { parseDuration, parseWall } from '../../manifest/index.ts';
import { clip } from '../clip.ts';
import { escaped, told } from './escaped.ts';
import { percentText as pc } from './frame-scale.ts';
import { type MarkKind, markAt } from './marks.ts';

/** Heights in pixels. */
const troubleHeight = 22;
const rowHeight = 20;
const lanePadding = 12;
/** What reaches further than so many times the trouble runs out of the drawing: what matters is near its end. */
const reachMost = 3;

/** Returns the mark of an outcome: of a run, of a fire that gets none, of one that waits, of no fire at all. */
export function outcomeMark(outcome: string): MarkKind {
  if (outcome.startsWith('dispatched')) return 'run';
  if (outcome.startsWith('no fire')) return 'omit';
  return /^(?:waiting|not decided)/.test(outcome) ? 'keep' : 'lost';
}

/**
 * Draws a witness: what goes wrong as a hatched band, and in a lane a side each fire from its due to where it was
 * decided, with what became of it. Of a horizon, the bars are how long each side lets a fire wait.
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
  const decided = fires.flatMap((fire) => [
    decidedAt(witness, fire, fire.before),
    decidedAt(witness, fire, fire.after),
  ]);
  const furthest = Math.max(until - from, ...decided.map((at) => at - from), ...waits);
  const end = from + Math.max(1.45 * length, Math.min(1.12 * furthest, reachMost * length));
  const start = from - (end - from) * 0.05;
  const x = (at: Instant) => Math.min(100, Math.max(0, ((at - start) / (end - start)) * 100));
  const laneHeight = rowHeight * Math.max(1, fires.length) + lanePadding;
  const height = troubleHeight + laneHeight * 2;
  const noun = { outage: 'outage', run: 'run', lane: 'lane full' }[family];
  const lanes = (['before', 'after'] as const).map((side, index) => {
    const top = troubleHeight + laneHeight * index + lanePadding / 2;
    const wait = from + waits[index]!;
    // A row a fire, for several may be decided at one instant.
    return fires.map((fire, row) => {
      const y = top + rowHeight * (row + 0.5);
      const [due, place] = [x(Math.max(fire.scheduled, start)), x(decidedAt(witness, fire, fire[side]))];
      const mark = markAt(outcomeMark(fire[side]), pc(place), y, `${told(fire.wall)}: ${told(fire[side])}`);
      const bar =
        isWait && row === 0 ? waitBar(x(from), x(wait), wait > end, y, index === 0 ? before : after) : '';
      const way = `<line class="way" x1="${pc(due)}" x2="${pc(place)}" y1="${y}" y2="${y}"/>`;
      const origin = place - due > 1 ? `${isWait ? '' : way}${markAt('keep', pc(due), y, 'due')}` : '';
      return `<line class="lane" x1="0" x2="100%" y1="${y}" y2="${y}"/>${bar}${origin}${mark}`;
    });
  });
  const gutter = ['before', 'after'].map(
    (name, index) =>
      `<span class="side" style="top:${troubleHeight + laneHeight * index + lanePadding / 2 + rowHeight / 2 - 9}px">${name}</span>`,
  );
  const trouble = `<rect class="texture" x="${pc(x(from))}" y="16" width="${pc(x(until) - x(from))}" height="${height - 18}" fill="url(#hatch)"/><text class="band" x="${pc((x(from) + x(until)) / 2)}" y="11" text-anchor="middle">${noun}</text>`;
  return `<div class="plot"><div class="gutter" aria-hidden="true">${gutter.join('')}</div><svg height="${height}" role="img" aria-label="${told(what)}; the table below has the outcomes.">${trouble}${lanes.flat().join('')}</svg></div>`;
}

/**
 * Returns where an outcome stands in the drawing: of a run when it is dispatched, by the clock that the outcome names;
 * of a fire that gets none the end of an outage, in which nothing is decided, else its due.
 */
function decidedAt({ family, until }: Witness, { scheduled, wall }: OutcomeChange, outcome: string): Instant {
  const [, date, clock] = /^dispatched (?:(\d{4}-\d\d-\d\d) )?(\d\d:\d\d(?::\d\d)?)/.exec(outcome) ?? [];
  const due = parseWall(wall.slice(wall.indexOf(' ') + 1));
  if (clock !== undefined && due !== undefined) {
    const at = parseWall(`${date ?? wall.split(' ')[1]} ${clock}`);
    if (at !== undefined) return scheduled + at - due;
  }
  const isLost = outcomeMark(outcome) === 'lost';
  return family !== 'run' && isLost ? Math.max(scheduled, until) : scheduled;
}

/** A bar from a fire's due to the end of its wait, with its length written after it, or in it where it has no end. */
function waitBar(from: number, until: number, isEndless: boolean, y: number, name: string): string {
  const arrow = isEndless ? ' →' : '';
  const [place, anchor] = until > 88 ? [until - 1, 'end'] : [until + 3, 'start'];
  return `<rect class="wait" x="${pc(from)}" y="${y - 6}" width="${pc(until - from)}" height="12"/><text class="label" x="${pc(place!)}" y="${y + 4}" text-anchor="${anchor}">${escaped(clip(name, 24))}${arrow}</text>`;
}
