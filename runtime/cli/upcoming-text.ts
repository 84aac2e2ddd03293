import type { Paint } from '../../compiler/cli/index.ts';
import { clockText, dayAndClockText } from '../../compiler/index.ts';
import type { ListedFire, ListedOmission } from '../../schema/fires.ts';
import type { HoldRecord, UpcomingReport, WaitingFire } from '../../schema/upcoming.ts';
import { whatOf } from './history-text.ts';
import { legendOf, type ToldLine, toldLines } from './told-lines.ts';
import { fromNow, nowText, secondsOf, wallCells } from './told-times.ts';

/** Renders what waits, what is held, and what fires next. */
export function upcomingText(report: UpcomingReport, title: string, paint: Paint): string {
  const { now, revision, waiting, moreWaiting, fires, omissions, holds } = report;
  const named =
    new Set([...fires, ...omissions, ...waiting.map(({ fire }) => fire)].map(({ job }) => job)).size > 1;
  const waits = waiting.map((one) => waitingLine(one, now, named));
  const coming = comingLines(fires, omissions, now, named);
  const job = named ? ['job'] : [];
  return [
    paint.strong(`${title}, by revision ${revision}; now ${nowText(now)}`),
    '',
    ...(waits.length === 0
      ? []
      : [
          'Waits:',
          ...toldLines(['wall time', 'offset', 'instant', ...job, 'for'], waits, paint),
          ...(moreWaiting ? ['  and more'] : []),
          '',
        ]),
    ...(holds.length === 0 ? [] : ['Held:', ...holds.map((hold) => holdText(hold, now)), '']),
    ...(coming.length === 0
      ? ['Nothing fires any more.']
      : ['Next:', ...toldLines(['wall time', 'offset', 'instant', ...job, 'from now', ''], coming, paint)]),
    ...(waits.length === 0 ? [] : ['', paint.faint(legendOf([...waits, ...coming]))]),
    '',
  ].join('\n');
}

function waitingLine({ fire, estimate, basis }: WaitingFire, now: string, named: boolean): ToldLine {
  const [reading, offset] = wallCells(fire.wall);
  const when =
    estimate === undefined
      ? `It may go ${basis}.`
      : `It may go ${fromNow(estimate, now)}, at ${dayAndClockText(secondsOf(estimate))}Z: ${basis}.`;
  return {
    sign: '~',
    cells: [reading, offset, fire.scheduled, ...nameOf(fire.job, named), whatOf(fire, now)],
    detail: `${fire.sentence} ${when}`,
  };
}

function holdText({ hold, job, tenant, until, reason }: HoldRecord, now: string): string {
  return `  ${hold}  ${job ?? `all of ${tenant}`}, until ${until} (${fromNow(until, now)}): ${reason}`;
}

function comingLines(
  fires: readonly ListedFire[],
  omissions: readonly ListedOmission[],
  now: string,
  named: boolean,
): readonly ToldLine[] {
  const lines = [
    ...fires.map((fire) => ({ at: fire.scheduled, line: fireLine(fire, now, named) })),
    ...omissions.map((omission) => ({ at: omission.at, line: omissionLine(omission, named) })),
  ];
  return lines.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0)).map(({ line }) => line);
}

function fireLine(
  { job = '', scheduled, wall, nominal, due }: ListedFire,
  now: string,
  named: boolean,
): ToldLine {
  const [reading, offset] = wallCells(wall);
  const words = [
    ...(nominal === undefined
      ? []
      : [`${clockText(Date.parse(`${nominal}Z`) / 1000)} does not exist this day`]),
    ...(due === undefined || due === scheduled ? [] : [`due ${due} by its spread`]),
  ];
  return {
    sign: ' ',
    cells: [
      reading,
      offset,
      scheduled,
      ...nameOf(job, named),
      fromNow(due ?? scheduled, now),
      words.join('; '),
    ],
  };
}

function omissionLine({ job = '', at, nominal, cause, reason }: ListedOmission, named: boolean): ToldLine {
  const told = reason === undefined ? '' : `: ${reason}`;
  return {
    sign: '.',
    cells: [
      dayAndClockText(Date.parse(`${nominal}Z`) / 1000),
      '',
      at,
      ...nameOf(job, named),
      '',
      `no fire, ${cause}${told}`,
    ],
  };
}

function nameOf(job: string, named: boolean): readonly string[] {
  return named ? [job.slice(job.indexOf('/') + 1)] : [];
}
