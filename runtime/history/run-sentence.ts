import { type Clock, formatDuration, spanText } from '../../compiler/index.ts';
import type { Instant } from '../../schema/time.ts';
import type { FireRow, RunRecord } from '../ledger/index.ts';
import type { JobContext } from './job-context.ts';

/**
 * Says to a tenant what became of a fire that was dispatched: when, how late, how its run ended or what is heard of it.
 * Its first word is the outcome, or `going`.
 */
export function runSentence(
  { due, order }: Pick<FireRow, 'due' | 'order'>,
  run: RunRecord,
  context: JobContext | undefined,
  clock: Clock,
): string {
  const late = run.dispatched - due;
  const lateness = order === '' && late > 0 ? `, ${spanText(late)} late` : '';
  const dispatched = `Dispatched ${read(run.dispatched, due, clock)}${lateness}`;
  return `${endOf(run, context, clock)} ${dispatched}${triesText(run)}.`;
}

function endOf(run: RunRecord, context: JobContext | undefined, clock: Clock): string {
  const ended = run.endedAt === undefined ? '' : ` ${read(run.endedAt, run.dispatched, clock)}`;
  const began = run.startedAt ?? run.dispatched;
  const took =
    run.endedAt === undefined || run.endedAt <= began ? '' : `, after ${spanText(run.endedAt - began)}`;
  const { outcome } = run;
  if (outcome === undefined) return `going: ${heard(run, clock)}.`;
  switch (outcome) {
    case 'succeeded':
      return `succeeded:${ended}${took}${messageText(run)}.`;
    case 'failed':
      return `failed:${ended}${took}${reasonText(run)}.`;
    case 'cancelled':
      return `cancelled:${ended}${took}${messageText(run)}.`;
    case 'lost':
      return `lost: nothing was heard of it until${ended || ' its end'}${lostClause(context)}.`;
    case 'undelivered':
      return `undelivered: its target never took it, as far as is known${reasonText(run)}.`;
    case 'delivered':
      return 'delivered: its target took it, and nobody can tell its end.';
  }
}

function heard(run: RunRecord, clock: Clock): string {
  if (run.cancelAsked) return 'it was asked to stop, and its end is not known yet';
  if (run.heartbeatAt !== undefined) return `last heard of ${read(run.heartbeatAt, run.dispatched, clock)}`;
  if (run.startedAt !== undefined) return `started ${read(run.startedAt, run.dispatched, clock)}`;
  if (run.attempt.state === 'failed')
    return `attempt ${run.attempt.number} failed${reasonText(run)}; the next is not before ${read(run.attempt.retryAt, run.dispatched, clock)}`;
  const delivered = run.attempts.at(-1)?.deliveredAt;
  if (delivered !== undefined)
    return `its target took it ${read(delivered, run.dispatched, clock)}, and has not said that it ended`;
  return 'it was sent, and nothing is heard of it yet';
}

/** `lostAfter` as declared where it was dispatched. */
function lostClause(context: JobContext | undefined): string {
  const lostAfter = context?.job.meaning.policy.report?.lostAfter;
  if (!context || lostAfter === undefined) return '';
  const place = context.places.inPolicy('/spec/report/lostAfter');
  const written = place === undefined ? '' : `, written at ${place}`;
  return `; lostAfter is ${formatDuration(lostAfter)}${written}, reviewed in revision ${context.revision}`;
}

function triesText({ attempts }: RunRecord): string {
  return attempts.length > 1 ? `, ${attempts.length} attempts` : '';
}

function messageText({ report }: RunRecord): string {
  return report?.message === undefined ? '' : ` (${report.message})`;
}

function reasonText({ report, attempts }: RunRecord): string {
  const error = report?.message ?? attempts.findLast((attempt) => attempt.error !== undefined)?.error;
  if (error !== undefined) return `, ${error}`;
  return report?.status === undefined ? '' : `, status ${report.status}`;
}

/** Reads the clock, with the date where it is another day than that of what it is told beside. */
function read(instant: Instant, beside: Instant, { wallOf, suffix }: Clock): string {
  const text = new Date(wallOf(instant) * 1000).toISOString();
  const isSameDay = text.slice(0, 10) === new Date(wallOf(beside) * 1000).toISOString().slice(0, 10);
  const clock = text.slice(11, instant % 60 === 0 ? 16 : 19);
  return `${isSameDay ? '' : `${text.slice(0, 10)} `}${clock}${suffix}`;
}
