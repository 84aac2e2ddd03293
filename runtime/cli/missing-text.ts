import type { Paint } from '../../compiler/cli/index.ts';
import { count } from '../../compiler/index.ts';
import type { MissingJob, MissingReport, MissingWindow } from '../../schema/missing.ts';
import { legendOf, nextPageLines, type ToldLine, toldLines } from './told-lines.ts';
import { nowText, untilText, wallCells } from './told-times.ts';

/** Renders what no run has covered, job by job. */
export function missingText(report: MissingReport, title: string, paint: Paint): string {
  const { jobs, now, from, until, keptFrom, next } = report;
  const lines = jobs.map(({ windows }) => windows.map(lineOf));
  const missing = jobs.reduce((sum, job) => sum + job.count, 0);
  return [
    paint.strong(
      `${title}: ${missing === 0 ? 'no window' : count(missing, 'window')} without a successful run, ${from} to ${until}; now ${nowText(now)}`,
    ),
    '',
    ...jobs.flatMap((job, i) => [
      titleOf(job),
      ...toldLines(['wall time', 'offset', 'not covered', 'why'], lines[i]!, paint),
      '',
    ]),
    ...(jobs.length === 0 ? ['Every window is covered.', ''] : [paint.faint(legendOf(lines.flat()))]),
    ...(keptFrom === undefined ? [] : [`Not kept before ${keptFrom}: nothing is said of what was then.`]),
    ...nextPageLines(next),
    ...(jobs.length === 0 ? [] : ['']),
  ].join('\n');
}

function titleOf({ job, zone }: MissingJob): string {
  return `${job}${zone === undefined ? '' : `, in ${zone}`}`;
}

function lineOf(window: MissingWindow): ToldLine {
  const [reading, offset] = wallCells(window.wall);
  const several =
    window.count > 1 ? `, ${count(window.count, 'fire')} to ${untilText(window.lastWall!, window.wall)}` : '';
  return {
    sign: window.state === 'missing' ? '-' : window.state === 'undecided' ? '?' : '~',
    cells: [reading, offset, `${window.window.from} to ${window.window.to}`, `${window.word}${several}`],
    detail: window.sentence,
  };
}
