import type { AttemptRecord, RunLetter, RunRecord } from '../ledger/index.ts';
import { retryAfterFailure } from './backoff.ts';
import { retryOf } from './in-force.ts';
import type { RunState } from './live.ts';
import type { Tenant } from './shard-state.ts';
import {
  count,
  endRun,
  findRun,
  jobOf,
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
  if (!own || !state) return count(work, 'late');
  const { run } = state.row.body;
  const isCurrent = letter.attempt === undefined || letter.attempt === run.attempt.number;
  switch (letter.kind) {
    case 'started': {
      if (!isCurrent || run.startedAt !== undefined) return count(work, 'late');
      const { at, by } = letter;
      writeRun(work, own, state, {
        started: true,
        startedAt: at,
        ...(by !== undefined && { startedBy: by }),
      });
      break;
    }
    case 'heartbeat': {
      if (!isCurrent) return count(work, 'late');
      const { lostAfter } = run;
      writeRun(work, own, state, {
        heartbeatAt: letter.at,
        ...(lostAfter !== undefined && { lostAt: work.now + lostAfter }),
      });
      break;
    }
    case 'finished': {
      if (!isCurrent) return count(work, 'late');
      const { outcome, report } = letter;
      if (outcome === 'succeeded') endRun(work, own, state, outcome, report && { report });
      else fail(work, own, state, { ...letter, attempt: run.attempt.number });
      break;
    }
    case 'delivered': {
      const { at, attempt, note } = letter;
      const attempts = withAttempt(run, attempt, { deliveredAt: at, ...(note !== undefined && { note }) });
      if (!attempts) return count(work, 'late');
      if (run.ends) endRun(work, own, state, 'delivered', { attempts });
      else writeRun(work, own, state, { attempts });
      break;
    }
    case 'attempt-failed': {
      if (!isCurrent || run.attempt.state !== 'sent') return count(work, 'late');
      const { attempt, at, error, retryAt } = letter;
      writeRun(work, own, state, {
        attempt: { number: attempt, state: 'failed', retryAt: Math.max(retryAt, work.now) },
        attempts: withAttempt(run, attempt, { failedAt: at, error })!,
      });
      break;
    }
    case 'ended': {
      const { outcome, report, attempt } = letter;
      if (outcome === 'failed') {
        if (!isCurrent) return count(work, 'late');
        fail(work, own, state, letter);
      } else if (outcome === 'undelivered' && !isCurrent) return count(work, 'late');
      else {
        const failed = outcome === 'undelivered' && {
          attempts: withAttempt(run, attempt, failure(letter)) ?? run.attempts,
        };
        endRun(work, own, state, outcome, { ...failed, ...(report && { report }) });
      }
      break;
    }
  }
  touch(work, own.tenant, state.run.job);
}

/** The current attempt failed by a word that counts: another one follows, if there may be one, or the run has failed. */
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
  const isFinal = letter.kind === 'ended' && letter.final === true;
  if (isFinal || attempt >= run.attemptCountMax || run.cancelAsked || run.attempt.state !== 'sent') {
    return endRun(work, own, state, 'failed', change);
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
