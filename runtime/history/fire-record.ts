import { formatInstant, sentenceOf } from '../../compiler/index.ts';
import type { FireRecord, RecordedReport, RecordedRun } from '../../schema/history.ts';
import type { Instant } from '../../schema/time.ts';
import type { FinishReport, FireRow, RunRecord } from '../ledger/index.ts';
import type { Archive } from './archive.ts';
import { clauseOf } from './clause-of.ts';
import { clockOf, contextOf, type JobContext, wallIn, windowText, zoneNameOf } from './job-context.ts';
import { runSentence } from './run-sentence.ts';

/** Returns what the ledger has of a fire as a person or a program reads it. */
export async function fireRecord(archive: Archive, row: FireRow): Promise<FireRecord> {
  const { tenant, job, body } = row;
  const created = await contextOf(archive, tenant, job, body.createdBy);
  const decided =
    body.decidedBy === body.createdBy ? created : await contextOf(archive, tenant, job, body.decidedBy);
  return recordOf(row, created, decided);
}

/**
 * The same, of a row and its job as the revisions have it that created and that decided it. Readings are in the zone
 * of the one that created it.
 */
function recordOf(
  row: FireRow,
  created: JobContext | undefined,
  decided: JobContext | undefined,
): FireRecord {
  const { tenant, job, scheduled, last, count, order, due, state, hole, body } = row;
  const isStretch = count > 1;
  const zone = zoneNameOf(created);
  const deadline = deadlineOf(row, decided ?? created);
  return {
    kind: order !== '' ? 'run' : isStretch ? 'stretch' : 'fire',
    job: `${tenant}/${job}`,
    scheduled: formatInstant(scheduled),
    wall: wallIn(created, scheduled),
    ...(zone !== undefined && { zone }),
    ...(isStretch && { last: formatInstant(last), lastWall: wallIn(created, last) }),
    count,
    ...(order !== '' && { order }),
    due: formatInstant(due),
    ...(deadline !== undefined && { deadline: formatInstant(deadline) }),
    window: windowText(body.window),
    state,
    word: wordOf(row),
    sentence: sentenceOfRow(row, created, decided),
    hole,
    createdBy: body.createdBy,
    ...(body.decidedBy !== undefined && { decidedBy: body.decidedBy }),
    ...(body.decided !== undefined && { decided: formatInstant(body.decided) }),
    ...(body.run && { run: recordedRun(body.run) }),
  };
}

/** Returns in one word what became of a fire. */
function wordOf({ body }: Pick<FireRow, 'body'>): string {
  if (body.run) return body.run.outcome ?? 'going';
  return body.cause ?? 'undecided';
}

function sentenceOfRow(
  row: FireRow,
  created: JobContext | undefined,
  decided: JobContext | undefined,
): string {
  const { body, due } = row;
  const clock = clockOf(created);
  if (body.run) return runSentence(row, body.run, decided ?? created, clock);
  if (body.cause === undefined) return 'undecided: it was not looked at yet.';
  const because = body.because ?? { due, decided: body.decided ?? due };
  return sentenceOf(
    body.cause,
    because,
    clauseOf(body.cause, because, decided ?? created, body.decidedBy ?? body.createdBy),
    clock,
  );
}

/** As recorded at dispatch; of a fire that was not, by the horizon that decided or would decide. */
function deadlineOf({ due, body, order }: FireRow, context: JobContext | undefined): Instant | undefined {
  if (body.run) return body.run.deadline;
  const horizon = body.because?.horizon ?? context?.job.meaning.policy.horizon;
  return order !== '' || horizon === undefined || horizon === 'unlimited' ? undefined : due + horizon;
}

function recordedRun(run: RunRecord): RecordedRun {
  const { id, dispatched, startedAt, startedBy, heartbeatAt, endedAt, outcome, cancelAsked, lostAt } = run;
  const { attempts, report, late } = run;
  return {
    id,
    dispatched: formatInstant(dispatched),
    ...(startedAt !== undefined && { started: formatInstant(startedAt) }),
    ...(startedBy !== undefined && { startedBy }),
    ...(heartbeatAt !== undefined && { heartbeat: formatInstant(heartbeatAt) }),
    ...(endedAt !== undefined && { finished: formatInstant(endedAt) }),
    ...(outcome !== undefined && { outcome }),
    ...(cancelAsked !== undefined && { cancelAsked }),
    ...(lostAt !== undefined && outcome === undefined && { lostAt: formatInstant(lostAt) }),
    attempts: attempts.map(({ number, sentAt, deliveredAt, failedAt, error, note }) => ({
      number,
      sent: formatInstant(sentAt),
      ...(deliveredAt !== undefined && { delivered: formatInstant(deliveredAt) }),
      ...(failedAt !== undefined && { failed: formatInstant(failedAt) }),
      ...(error !== undefined && { error }),
      ...(note !== undefined && { note }),
    })),
    ...(report && { report: recordedReport(report) }),
    ...(late &&
      late.length > 0 && {
        lateReports: late.map(({ at, outcome: word, report: told }) => ({
          at: formatInstant(at),
          outcome: word,
          ...(told && { report: recordedReport(told) }),
        })),
      }),
  };
}

function recordedReport({ outputs, subjects, message, tail, status }: FinishReport): RecordedReport {
  return {
    ...(outputs && { outputs }),
    ...(subjects && { subjects }),
    ...(message !== undefined && { message }),
    ...(tail !== undefined && { tail }),
    ...(status !== undefined && { status }),
  };
}
