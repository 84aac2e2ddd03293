import { formatInstant } from '../../compiler/index.ts';
import type { Diagnostic } from '../../schema/diagnostic.ts';
import type { FireChange, JobChange, Plan } from '../../schema/plan.ts';
import { findingName } from './finding-name.ts';

/** Jobs, dates and findings that are told of one kind; the others are counted. */
const toldMost = 5;

/**
 * Says what a plan made again, later, has that the reviewed one had not, and the other way round: one line each, for a
 * person. The change itself is the same, as the digest says; what differs is what time has made of it.
 */
export function planDifferences(reviewed: Plan, again: Plan): readonly string[] {
  return [
    ...passedLines(reviewed, again),
    ...told(newDates(reviewed, again), 'more date'),
    ...told(
      newFindings(reviewed, again).map(
        ({ message, ...of }) => `new finding ${findingName(of as Diagnostic)}: ${message}`,
      ),
      'more new finding',
    ),
    ...told(
      newFindings(again, reviewed).map((finding) => `no finding any more: ${findingName(finding)}`),
      'more finding that is gone',
    ),
    ...backlogLines(reviewed, again),
  ];
}

/** Changed fires of the reviewed plan that have come meanwhile: they were decided by what was in force. */
function passedLines(reviewed: Plan, again: Plan): readonly string[] {
  const passed = reviewed.jobs.flatMap((job) => {
    const fires = job.soon.filter((fire) => isPassed(fire, again.now));
    return fires.length === 0 ? [] : [`${nameOf(job)}: ${passedText(fires, again.now)}`];
  });
  return told(passed, 'more job with such fires');
}

function isPassed({ before, after }: FireChange, now: number): boolean {
  const instants = [before, after].filter((instant) => instant !== undefined);
  return instants.length > 0 && instants.some((instant) => instant <= now);
}

function passedText(fires: readonly FireChange[], now: number): string {
  const [first] = fires;
  const text = `${first!.text}${fires.length === 1 ? '' : `, and ${fires.length - 1} more of those shown`}`;
  return `no longer to come at ${formatInstant(now)}: ${text}`;
}

function newDates(reviewed: Plan, again: Plan): readonly string[] {
  const known = new Set(reviewed.jobs.flatMap((job) => job.applyDates.map((date) => dateKey(job, date))));
  return again.jobs.flatMap((job) =>
    job.applyDates
      .filter((date) => !known.has(dateKey(job, date)))
      .map(({ message }) => `${nameOf(job)}: ${message}`),
  );
}

function dateKey(job: JobChange, { date, kind }: JobChange['applyDates'][number]): string {
  return `${nameOf(job)} ${date} ${kind}`;
}

function newFindings(known: Plan, plan: Plan): readonly Diagnostic[] {
  const names = new Set(known.findings.map(findingName));
  return plan.findings.filter((finding) => finding.severity !== 'info' && !names.has(findingName(finding)));
}

/** What waits otherwise than when the plan was made, where the change decides it otherwise. */
function backlogLines(reviewed: Plan, again: Plan): readonly string[] {
  const known = new Map(reviewed.backlog.map((backlog) => [backlog.tenant, backlog]));
  return again.backlog.flatMap((backlog) => {
    const { tenant, waiting, differ } = backlog;
    const was = known.get(tenant);
    if (differ === 0 || JSON.stringify(was?.fires) === JSON.stringify(backlog.fires)) return [];
    return [
      `${tenant}: ${waiting} ${waiting === 1 ? 'fire waits' : 'fires wait'} now, ${was?.waiting ?? 0} did: ${differ} will have another outcome`,
    ];
  });
}

function told(lines: readonly string[], more: string): readonly string[] {
  const left = lines.length - toldMost;
  return left > 0 ? [...lines.slice(0, toldMost), `and ${left} ${more}${left === 1 ? '' : 's'}`] : lines;
}

function nameOf({ tenant, job }: JobChange): string {
  return `${tenant}/${job}`;
}
