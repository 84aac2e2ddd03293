import type { FireAction, JobChange, OmissionCount, WindowChange } from '../../schema/plan.ts';
import { formatWall } from '../manifest/index.ts';
import { offsetText } from '../plan/index.ts';
import { countText, plural } from './columns.ts';
import { actionSymbol } from './symbols.ts';

/** Patterns of one window that are shown; the others are counted. */
const patternsMost = 6;

/** One thing that is told of a DST window: how many fires, by their sign, and which. */
export interface WindowCell {
  readonly action: FireAction;
  /** `+`, `-`, `±`, or `o` for nominal times that give no fire; empty for fires that stay. */
  readonly sign: string;
  readonly count?: number;
  readonly text: string;
}

/** One DST window of a job as it is told, in every format alike. */
export interface ToldWindow {
  readonly window: WindowChange;
  /** For instance `gap  2027-03-28 01:00 to 02:00`; with its zone where the sides are in two. */
  readonly name: string;
  /** Those that will be, or those that would have been. */
  readonly fires: number;
  readonly cells: readonly WindowCell[];
}

/** Returns what is told of a job's DST windows. Windows without fires and without changes are left out. */
export function toldWindows(job: JobChange): readonly ToldWindow[] {
  const twoZones = job.action === 'change' && job.zone.before !== job.zone.after;
  return job.windows.filter(isTold).map((window) => ({
    window,
    name: `${twoZones && window.zone ? `${window.zone} ` : ''}${windowText(window)}`,
    fires: firesOf(window, job),
    cells: windowCells(window, job.action),
  }));
}

/** One thing told of a window, with the lines that belong to it. */
export type WindowLine = Omit<WindowCell, 'text'> & { readonly texts: readonly string[] };

/** Joins what is told of a window: lines without a count of their own belong to the one above. */
export function windowLines(cells: readonly WindowCell[]): readonly WindowLine[] {
  const lines: (Omit<WindowCell, 'text'> & { readonly texts: string[] })[] = [];
  for (const { text, ...cell } of cells) {
    const last = lines.at(-1);
    if (last && cell.count === undefined && cell.sign === '') last.texts.push(text);
    else lines.push({ ...cell, texts: [text] });
  }
  return lines;
}

function isTold({ counts, omissions }: WindowChange): boolean {
  return counts.before + counts.after > 0 || omissions.some(omissionDiffers);
}

/** The fires that a reader of this job looks for. */
function firesOf({ counts, side }: WindowChange, job: JobChange): number {
  return job.action === 'remove' || side === 'before' ? counts.before : counts.after;
}

/** Returns `+00:00 until 2027-03-28 01:00`, `gap 2027-03-28 01:00 to 02:00`. */
function windowText(window: WindowChange): string {
  const { kind, offset, from, until } = window;
  if (kind === 'all') return 'whole range';
  if (kind === 'offset') {
    const name = offsetText(offset ?? 0);
    return until === undefined ? `${name} to the end` : `${name} until ${formatWall(until)}`;
  }
  const start = formatWall(from ?? 0);
  const end = formatWall(until ?? 0);
  const [date, clock] = end.split(' ');
  return `${kind.padEnd(4)} ${start} to ${start.startsWith(date!) ? clock : end}`;
}

function windowCells(window: WindowChange, jobAction: JobChange['action']): readonly WindowCell[] {
  const special = window.kind === 'gap' || window.kind === 'fold';
  const { counts } = window;
  const changed = counts.added + counts.removed + counts.moved;
  const told =
    special && changed > 0 && changed === window.exact.length
      ? window.exact.map(({ action, text }) => cell(action, 1, text))
      : patternCells(window);
  const staying = counts.unchanged > 0 ? [cell('keep', counts.unchanged, stayingText(counts))] : [];
  const omitted = window.omissions
    .filter((omission) => (special || omissionDiffers(omission)) && jobAction !== 'remove')
    .map((omission) => omissionCell(omission, jobAction));
  const cells = [...told, ...staying, ...omitted];
  return cells.length > 0 ? cells : [{ action: 'keep', sign: '', text: '' }];
}

function patternCells(window: WindowChange): readonly WindowCell[] {
  const shown = window.patterns
    .slice(0, patternsMost)
    .map(({ action, count, text }) => cell(action, count, text));
  const rest = window.patterns.slice(patternsMost);
  const more = rest.reduce((sum, { count }) => sum + count, 0);
  const left: WindowCell[] =
    more > 0
      ? [{ action: 'keep', sign: '', count: more, text: `more in ${plural(rest.length, 'pattern')}` }]
      : [];
  if (window.kind === 'all' || window.exact.length < 3) return [...shown, ...left];
  // A stretch of many is told by its pattern, and its ends exactly: that is where transitions are.
  const edges = [
    { name: 'first', change: window.exact[0]! },
    { name: 'last', change: window.exact.at(-1)! },
  ];
  const ends = edges.map(
    ({ name, change }): WindowCell => ({ action: 'keep', sign: '', text: `${name} ${change.text}` }),
  );
  return [...shown, ...left, ...ends];
}

function stayingText({ unchanged, altered }: WindowChange['counts']): string {
  return altered > 0
    ? `stay, ${altered >= unchanged ? '' : `${countText(altered)} of them `}altered`
    : 'stay';
}

function omissionDiffers({ before, after }: OmissionCount): boolean {
  return before !== after;
}

function omissionCell({ before, after, example }: OmissionCount, jobAction: JobChange['action']): WindowCell {
  if (before === after || jobAction !== 'change')
    return { action: 'keep', sign: 'o', count: after, text: example };
  return {
    action: 'keep',
    sign: 'o',
    text: `omitted ${countText(before)} -> ${countText(after)}: ${example}`,
  };
}

function cell(action: FireAction, count: number, text: string): WindowCell {
  return { action, sign: actionSymbol[action].trim(), count, text };
}
