import { fact, spanText } from '../../compiler/index.ts';
import type { Fact } from '../../schema/explanation.ts';
import type { FireRecord, RecordedReport, RecordedRun } from '../../schema/history.ts';

/** Says what the ledger has of a fire, line by line. */
export function recordFacts(record: FireRecord): readonly Fact[] {
  const { run, order, sentence, decidedBy, decided } = record;
  return [
    fact(order === undefined ? 'fate' : `run ${order}`, sentence),
    ...(decided === undefined
      ? []
      : [fact('decided', `${decided}${decidedBy === undefined ? '' : `, by revision ${decidedBy}`}`)]),
    ...(run ? runFacts(run) : []),
  ];
}

function runFacts(run: RecordedRun): readonly Fact[] {
  const { report } = run;
  return [
    fact('run', run.id),
    fact('dispatched', run.dispatched),
    ...run.attempts.map((attempt) =>
      fact(
        `attempt ${attempt.number}`,
        [
          `sent ${attempt.sent}`,
          ...(attempt.delivered === undefined ? [] : [`taken ${attempt.delivered}`]),
          ...(attempt.failed === undefined ? [] : [`failed ${attempt.failed}`]),
          ...(attempt.error === undefined ? [] : [attempt.error]),
          ...(attempt.note === undefined ? [] : [attempt.note]),
        ].join(', '),
      ),
    ),
    ...(run.started === undefined
      ? []
      : [fact('started', `${run.started}${run.startedBy === undefined ? '' : `, by ${run.startedBy}`}`)]),
    ...(run.heartbeat === undefined ? [] : [fact('heard of', run.heartbeat)]),
    ...(run.finished === undefined ? [] : [fact('finished', `${run.finished}${took(run)}`)]),
    ...reportFacts(report),
    ...(run.lateReports ?? []).flatMap(({ at, outcome, report: late }) => [
      fact('reported', `${outcome} at ${at}, taken in after its end: kept, and changed nothing decided`),
      ...reportFacts(late, report),
    ]),
  ];
}

/** What a report leaves behind; of what `told` says as well, nothing. */
function reportFacts(report: RecordedReport | undefined, told?: RecordedReport): readonly Fact[] {
  const { message, outputs = {}, subjects = [], tail } = report ?? {};
  return [
    ...(message === undefined || message === told?.message ? [] : [fact('message', message)]),
    ...Object.entries(outputs).map(([name, { count, uri }]) =>
      fact(
        'output',
        `${name}${count === undefined ? '' : `: ${count}`}${uri === undefined ? '' : `, ${uri}`}`,
      ),
    ),
    ...(subjects.length > 0 ? [fact('subjects', subjectsText(subjects))] : []),
    ...(tail === undefined || tail === told?.tail ? [] : [fact('printed', lastLine(tail))]),
  ];
}

function took({ started, dispatched, finished }: RecordedRun): string {
  const seconds = (Date.parse(finished!) - Date.parse(started ?? dispatched)) / 1000;
  // Instants are whole seconds: of a run within one, how long it took is not known.
  return seconds <= 0 ? '' : `, after ${spanText(seconds)}`;
}

const subjectsShown = 5;

function subjectsText(subjects: readonly string[]): string {
  const more = subjects.length - subjectsShown;
  return `${subjects.slice(0, subjectsShown).join(', ')}${more > 0 ? `, and ${more} more` : ''}`;
}

/** Of what it printed; `--json` has all that was kept. */
function lastLine(tail: string): string {
  return tail.trimEnd().split('\n').at(-1) ?? '';
}
