import type { FireAction, JobChange } from '../../schema/plan.ts';
import { alignRows, countText, plural } from './columns.ts';
import { toldWindows } from './told-windows.ts';

/** One line of the table of windows, with what it tells of, so that it can be painted. */
export interface WindowRow {
  readonly action: FireAction;
  readonly text: string;
}

/** Returns the table of a job's DST windows: what the window is, how many fires, and what changes in it. */
export function windowRows(job: JobChange): readonly WindowRow[] {
  const rows = toldWindows(job).flatMap(({ name, fires, cells }) =>
    cells.map((cell, index) => ({
      action: cell.action,
      cells: [
        index === 0 ? name : '',
        index === 0 ? plural(fires, 'fire') : '',
        cell.sign,
        cell.count === undefined ? '' : countText(cell.count),
        cell.text,
      ],
    })),
  );
  const texts = alignRows(
    rows.map((row) => row.cells),
    new Set([1, 3]),
  );
  return rows.map(({ action }, index) => ({ action, text: texts[index]! }));
}
