import type { JobChange, Plan, WindowChange } from '../../../schema/plan.ts';
import type { Instant } from '../../../schema/time.ts';
import { offsetText } from '../../plan/index.ts';
import { countText, plural } from '../columns.ts';
import { countedSigns } from '../verdict.ts';
import { dateWords, monthWords } from './date-words.ts';
import { escaped } from './escaped.ts';
import { percentText as pc } from './frame-scale.ts';

/** Heights in pixels. */
const flagHeight = 18;
const bandHeight = 40;
const axisHeight = 20;
const rowHeight = flagHeight + bandHeight + 6;
const day = 86_400;

/**
 * Draws a job's whole range: each span of constant offset with what changes in it, gaps and folds as flags, months
 * below. Sides in two zones have a band each. Empty where the schedule has no zone or its clock never changes.
 */
export function rangeStrip(job: JobChange, { range }: Plan): string {
  const sides = (['both', 'before', 'after'] as const).filter((side) => windowsOf(job, side).length > 1);
  if (sides.length === 0) return '';
  const x = (at: Instant) => ((at - range.from) / (range.until - range.from)) * 100;
  const bands = sides.map((side, index) =>
    bandOf(
      windowsOf(job, side),
      x,
      index * rowHeight,
      side === 'both' || job.action !== 'change' ? '' : side,
    ),
  );
  const bottom = sides.length * rowHeight;
  const zones = [...new Set(sides.flatMap((side) => windowsOf(job, side).map(({ zone }) => zone ?? '')))];
  return `<figure class="strip"><svg height="${bottom + axisHeight}" role="img" aria-label="${escaped(`The whole range in ${zones.join(' and ')}; the table below says the same.`)}">${bands.join('')}${months(range, x, bottom)}</svg></figure>`;
}

function windowsOf({ windows }: JobChange, side: WindowChange['side']): readonly WindowChange[] {
  return windows.filter((window) => window.side === side && window.kind !== 'all');
}

function bandOf(
  windows: readonly WindowChange[],
  x: (at: Instant) => number,
  top: number,
  side: string,
): string {
  const flags: string[] = [];
  let lastFlag = Number.NEGATIVE_INFINITY;
  const y = top + flagHeight;
  const spans = windows.map((window) => {
    const offset = window.offset ?? 0;
    if (window.kind === 'offset') {
      const [from, until] = [
        Math.max(0, x((window.from ?? 0) - offset)),
        Math.min(100, x((window.until ?? 0) - offset)),
      ];
      return `<rect class="span" x="${pc(from)}" y="${y}" width="${pc(until - from)}" height="${bandHeight}"/>${spanText(window, from, until - from, y, side)}`;
    }
    // Of a gap the offset after it leads from its end to the transition; of a fold from its beginning.
    const at = (window.kind === 'gap' ? (window.until ?? 0) : (window.from ?? 0)) - offset;
    const place = x(at);
    const anchor = place < 10 ? 'start' : place > 90 ? 'end' : 'middle';
    const text = place - lastFlag < 20 ? '' : `${window.kind} ${dateWords(window.from ?? 0)}`;
    if (text) lastFlag = place;
    const changes = changeText(window);
    flags.push(
      `<g class="flag"><title>${window.kind}: ${changes || 'nothing changes'}</title><rect x="${pc(place)}" y="${y - 3}" width="7" height="${bandHeight + 6}" transform="translate(-3.5)" fill="url(#${window.kind === 'gap' ? 'hatch' : 'rows'})"/><text class="band" x="${pc(place)}" y="${top + 11}" text-anchor="${anchor}">${text}</text></g>`,
    );
    return '';
  });
  return spans.join('') + flags.join('');
}

/** What changes in a span, where there is room for it. */
function spanText(window: WindowChange, from: number, width: number, y: number, side: string): string {
  if (width < 13) return '';
  const middle = pc(from + width / 2);
  const head = `${side === '' ? '' : `${side} `}${offsetText(window.offset ?? 0)}`;
  const stay = window.counts.unchanged;
  const text = changeText(window) || (stay > 0 ? `${plural(stay, 'fire')}` : '');
  return `<text class="axis" x="${middle}" y="${y + 16}" text-anchor="middle">${head}</text><text class="label" x="${middle}" y="${y + 32}" text-anchor="middle">${text}</text>`;
}

function changeText({ counts }: WindowChange): string {
  return countedSigns(counts)
    .filter(({ action, count }) => count > 0 && action !== 'alter')
    .map(({ sign, count }) => `${sign === '-' ? '−' : sign} ${countText(count)}`)
    .join(', ');
}

/** The beginnings of months, every second or so where the range is long. */
function months({ from, until }: Plan['range'], x: (at: Instant) => number, top: number): string {
  const start = new Date(from * 1000);
  const count = Math.ceil((until - from) / (28 * day)) + 1;
  const every = Math.max(1, Math.ceil(count / 7));
  const found: string[] = [];
  for (let month = 1; month <= count; month += every) {
    const at = Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + month, 1) / 1000;
    if (at >= until) break;
    const anchor = x(at) > 95 ? 'end' : x(at) < 4 ? 'start' : 'middle';
    found.push(
      `<line class="tick" x1="${pc(x(at))}" x2="${pc(x(at))}" y1="${top}" y2="${top + 5}"/><text class="axis" x="${pc(x(at))}" y="${top + 17}" text-anchor="${anchor}">${monthWords(at)}</text>`,
    );
  }
  return found.join('');
}
