import type { FireAction, JobChange, OmissionCount, WindowChange } from '../../schema/plan.ts';
import { formatWall } from '../manifest/index.ts';
import { offsetText } from '../plan/index.ts';
import { alignRows, countText, plural } from './columns.ts';
import { actionSymbol } from './symbols.ts';

/** Patterns of one window that are shown; the others are counted. */
const patternsMost = 6;

/** One line of the table of windows, with what it tells of, so that it can be painted. */
export interface WindowRow {
  readonly action: FireAction;
  readonly text: string;
}

/**
 * Returns the table of a job's DST windows: what the window is, how many fires, and what changes in it.
 * Windows without fires and without changes are left out.
 */
export function windowRows(job: JobChange): readonly WindowRow[] {
  const windows = job.windows.filter(isTold);
  const twoZones = job.action === 'change' && job.zone.before !== job.zone.after;
  const rows = windows.flatMap((window) => {
    const zone = twoZones && window.zone ? `${window.zone} ` : '';
    const cells = windowCells(window, job.action);
    return cells.map((cell, index) => ({
      action: cell.action,
      cells: [
        index === 0 ? `${zone}${windowText(window)}` : '',
        index === 0 ? plural(firesOf(window, job), 'fire') : '',
        cell.sign,
        cell.count === undefined ? '' : countText(cell.count),
        cell.text,
      ],
    }));
  });
  const texts = alignRows(
    rows.map((row) => row.cells),
    new Set([1, 3]),
  );
  return rows.map(({ action }, index) => ({ action, text: texts[index]! }));
}

function isTold({ counts, omissions }: WindowChange): boolean {
  return counts.before + counts.after > 0 || omissions.some(omissionDiffers);
}

/** The fires that a reader of this job looks for: those that will be, or those that would have been. */
function firesOf({ counts, side }: WindowChange, job: JobChange): number {
  return job.action === 'remove' || side === 'before' ? counts.before : counts.after;
}

/** Returns `+00:00 until 2027-03-28 01:00`, `gap 2027-03-28 01:00 to 02:00`. */
export function windowText(window: WindowChange): string {
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

interface Cell {
  readonly action: FireAction;
  readonly sign: string;
  readonly count?: number;
  readonly text: string;
}

function windowCells(window: WindowChange, jobAction: JobChange['action']): readonly Cell[] {
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

function patternCells(window: WindowChange): readonly Cell[] {
  const shown = window.patterns
    .slice(0, patternsMost)
    .map(({ action, count, text }) => cell(action, count, text));
  const rest = window.patterns.slice(patternsMost);
  const more = rest.reduce((sum, { count }) => sum + count, 0);
  const left: Cell[] =
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
    ({ name, change }): Cell => ({ action: 'keep', sign: '', text: `${name} ${change.text}` }),
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

function omissionCell({ before, after, example }: OmissionCount, jobAction: JobChange['action']): Cell {
  const counts =
    before === after || jobAction !== 'change'
      ? ''
      : ` (omitted: ${countText(before)} -> ${countText(after)})`;
  return { action: 'keep', sign: 'o', count: after, text: `${example}${counts}` };
}

function cell(action: FireAction, count: number, text: string): Cell {
  return { action, sign: actionSymbol[action].trim(), count, text };
}
