import type { Paint } from '../../compiler/cli/index.ts';
import { count, dayAndClockText, spanText } from '../../compiler/index.ts';
import type { FireRecord, HistoryPage, HistoryRow } from '../../schema/history.ts';
import { legendOf, nextPageLines, type Sign, type ToldLine, toldLines } from './told-lines.ts';
import { between, nowText, secondsOf, untilText, wallCells } from './told-times.ts';

/** Renders a page of history: a line a fire, and below it the sentence of each that did not simply run. */
export function historyText(page: HistoryPage, title: string, paint: Paint): string {
  const { rows, now, keptFrom, next, moreOmissions } = page;
  const named = new Set(rows.map(({ job }) => job)).size > 1;
  const lines = rows.map((row) => lineOf(row, now, named));
  const zones = [...new Set(rows.map((row) => (row.kind === 'omission' ? undefined : row.zone)))].filter(
    Boolean,
  );
  const head = ['wall time', 'offset', 'instant', ...(named ? ['job'] : []), 'what became of it'];
  return [
    paint.strong(
      `${title}, newest first${zones.length === 1 ? `, in ${zones[0]}` : ''}; now ${nowText(now)}`,
    ),
    '',
    ...(lines.length === 0 ? ['Nothing was to fire in this time.'] : toldLines(head, lines, paint)),
    ...(lines.length === 0 ? [] : ['', paint.faint(legendOf(lines))]),
    ...(keptFrom === undefined ? [] : [`Not kept before ${keptFrom}.`]),
    ...(moreOmissions ? ['There are more times without a fire than are shown.'] : []),
    ...nextPageLines(next),
    '',
  ].join('\n');
}

function lineOf(row: HistoryRow, now: string, named: boolean): ToldLine {
  const name = named ? [row.job.slice(row.job.indexOf('/') + 1)] : [];
  if (row.kind === 'omission') {
    const nominal = Date.parse(`${row.nominal}Z`) / 1000;
    return {
      sign: '.',
      cells: [dayAndClockText(nominal), '', row.at, ...name, row.cause],
      detail: row.sentence,
    };
  }
  const [reading, offset] = wallCells(row.wall);
  const detail = isPlain(row) ? {} : { detail: row.sentence };
  return {
    sign: signOf(row),
    cells: [reading, offset, row.scheduled, ...name, whatOf(row, now)],
    ...detail,
  };
}

function signOf({ run, state }: FireRecord): Sign {
  if (state === 'open') return '~';
  if (state === 'going') return '>';
  if (!run) return '-';
  return run.outcome === 'succeeded' || run.outcome === 'delivered' ? '+' : '!';
}

/** Ran, as it should: its line says all. */
function isPlain(row: FireRecord): boolean {
  return signOf(row) === '+' || (signOf(row) === '>' && row.run?.cancelAsked === undefined);
}

/** Says what became of a fire in some words. */
export function whatOf(row: FireRecord, now: string): string {
  const { word, order, run, due, kind } = row;
  const parts = [
    order === undefined ? word : `${word}, run again by ${order}`,
    ...(kind === 'stretch'
      ? [`${count(row.count, 'fire')} to ${untilText(row.lastWall ?? row.wall, row.wall)}`]
      : []),
  ];
  if (run) {
    const began = run.started ?? run.dispatched;
    const took = secondsOf(run.finished ?? now) - secondsOf(began);
    // Instants are whole seconds: of a run within one, how long it took is not known.
    if (took > 0) parts.push(`${run.finished === undefined ? 'for' : 'took'} ${spanText(took)}`);
    const isLate = order === undefined && secondsOf(run.dispatched) - secondsOf(due) >= 60;
    if (isLate) parts.push(`${between(due, run.dispatched)} late`);
    if (run.lateReports) parts.push(`${count(run.lateReports.length, 'report')} after its end`);
    if (run.attempts.length > 1) parts.push(`${run.attempts.length} attempts`);
  } else if (row.state === 'open') parts.push(`due ${between(due, now)} ago`);
  return parts.join(', ');
}
