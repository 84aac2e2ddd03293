import { type AttemptRecord, isReported, type RunLetter, type RunRecord } from '../ledger/index.ts';
import { retryAfterFailure } from './backoff.ts';
import { retryOf } from './in-force.ts';
import type { RunState } from './live.ts';
import type { Tenant } from './shard-state.ts';
import {
  count,
  endedHere,
  endRun,
  findRun,
  jobOf,
  put,
  type TenantWork,
  touch,
  type Work,
  workOn,
  writeRun,
} from './work.ts';

/**
 * Takes in a letter about a run. One about a run that is not going on, or about an attempt that is not its current one
 * where it matters, changes nothing decided: it comes late, and is counted.
 */
export function hearRun(work: Work, tenant: Tenant | undefined, letter: RunLetter): void {
  const own = tenant && workOn(work, tenant);
  const state = own && findRun(own, letter.run);
  if (own && state && isHeard(work, own, state, letter)) touch(work, own.tenant, state.run.job);
  else {
    count(work, 'late');
    if (own && letter.kind === 'finished') noteLate(work, own, letter);
  }
}

/** Most late reports that are kept of one run, and most characters of all of them, as JSON: a cell of Spanner has 2.6 million. */
const lateMost = 8;
const lateTextMost = 1_200_000;

/**
 * Keeps what a job said of a run that was over: it decides nothing, but may be all that is known of its outputs. Not of
 * one below the floor, whose row is being swept and may be gone or not, and not what the row says already.
 */
function noteLate(
  work: Work,
  { floor }: TenantWork,
  letter: RunLetter & { readonly kind: 'finished' },
): void {
  const key = `${letter.tenant}/${letter.run}`;
  const known = work.over.get(key) ?? endedHere(work, letter);
  const run = known?.row.body.run;
  if (!known || !run || known.row.state !== 'over' || known.row.last < floor) return;
  if (isReported(run, letter)) return;
  const { at, outcome, report } = letter;
  const late = [...(run.late ?? []), { seq: work.seq, at, outcome, ...(report && { report }) }];
  if (late.length > lateMost || JSON.stringify(late).length > lateTextMost) return;
  const { body } = known.row;
  const row = { ...known.row, seq: work.seq, body: { ...body, run: { ...run, late } } };
  work.over.set(key, { ...known, row });
  if (!work.puts.has(known.cell)) work.noted++;
  put(work, known.cell, row);
}

/** Takes in a letter about a run going on; returns whether it changed anything. */
function isHeard(work: Work, own: TenantWork, state: RunState, letter: RunLetter): boolean {
  const { run } = state.row.body;
  const isCurrent = letter.attempt === undefined || letter.attempt === run.attempt.number;
  switch (letter.kind) {
    case 'started': {
      if (!isCurrent || run.startedAt !== undefined) return false;
      const { at, by } = letter;
      writeRun(work, own, state, {
        started: true,
        startedAt: at,
        ...(by !== undefined && { startedBy: by }),
      });
      return true;
    }
    case 'heartbeat': {
      if (!isCurrent) return false;
      const { lostAfter } = run;
      const lostAt = lostAfter === undefined ? {} : { lostAt: work.now + lostAfter };
      writeRun(work, own, state, { heartbeatAt: letter.at, ...lostAt });
      return true;
    }
    case 'finished': {
      if (!isCurrent) return false;
      const { outcome, report } = letter;
      if (outcome === 'succeeded') endRun(work, own, state, outcome, report && { report });
      else fail(work, own, state, { ...letter, attempt: run.attempt.number });
      return true;
    }
    case 'delivered': {
      const { at, attempt, note } = letter;
      const attempts = withAttempt(run, attempt, { deliveredAt: at, ...(note !== undefined && { note }) });
      if (!attempts) return false;
      if (run.ends) endRun(work, own, state, 'delivered', { attempts });
      else writeRun(work, own, state, { attempts });
      return true;
    }
    case 'attempt-failed': {
      const { attempt, at, error, retryAt } = letter;
      const attempts = withAttempt(run, attempt, { failedAt: at, error });
      if (!isCurrent || run.attempt.state !== 'sent' || !attempts) return false;
      const failed = { number: attempt, state: 'failed', retryAt: Math.max(retryAt, work.now) } as const;
      writeRun(work, own, state, { attempt: failed, attempts });
      return true;
    }
    case 'ended': {
      const { outcome, report, attempt } = letter;
      // Whichever attempt succeeded or was stopped, the run has; a failure is the current one's to say.
      if (!isCurrent && (outcome === 'failed' || outcome === 'undelivered')) return false;
      // How this attempt ended is known, by the job's word or by an answer: what was planned upon that stands.
      if (outcome === 'undelivered' && run.attempt.state !== 'sent') return false;
      if (outcome === 'failed') fail(work, own, state, letter);
      else {
        const attempts = outcome === 'undelivered' && withAttempt(run, attempt, failure(letter));
        endRun(work, own, state, outcome, { ...(attempts && { attempts }), ...(report && { report }) });
      }
      return true;
    }
  }
}

/**
 * The current attempt failed by a word that counts: another one follows, if there may be one, or the run has failed. Of
 * one attempt two may say it, its exit and the job itself: the second word adds what it knows, and plans nothing.
 */
function fail(
  work: Work,
  own: TenantWork,
  state: RunState,
  letter: RunLetter & { readonly kind: 'finished' | 'ended'; readonly attempt: number },
): void {
  const { run } = state.row.body;
  const { report, attempt } = letter;
  const attempts = withAttempt(run, attempt, failure(letter)) ?? run.attempts;
  const change = { attempts, ...(report && { report }) };
  if (letter.final === true || attempt >= run.attemptCountMax || run.cancelAsked) {
    endRun(work, own, state, 'failed', change);
    return;
  }
  if (run.attempt.state !== 'sent') {
    writeRun(work, own, state, { attempts, report: { ...run.report, ...report } });
    return;
  }
  const job = jobOf(own, state.run.job);
  const retry = job ? retryOf(job.rules) : (own.notes.gone.get(state.run.job)?.retry ?? retryOf(undefined));
  const of = { tenant: own.tenant.name, run: run.id, attempt };
  const retryAt = retryAfterFailure(of, retry, work.now);
  writeRun(work, own, state, { ...change, attempt: { number: attempt, state: 'failed', retryAt } });
}

function failure({ at, report }: { at: number; report?: RunRecord['report'] }): Partial<AttemptRecord> {
  return { failedAt: at, ...(report?.message !== undefined && { error: report.message }) };
}

/** Returns the attempts with more known of one; undefined where there is no such attempt. */
function withAttempt(
  { attempts }: RunRecord,
  number: number,
  change: Partial<AttemptRecord>,
): RunRecord['attempts'] | undefined {
  if (!attempts.some((attempt) => attempt.number === number)) return undefined;
  return attempts.map((attempt) => (attempt.number === number ? { ...attempt, ...change } : attempt));
}
