import type { Instant } from '../../schema/time.ts';
import type { FinishReport, Letter } from '../ledger/index.ts';
import type { Delivery } from '../shard/index.ts';
import type { DeliveryResult } from './dispatcher.ts';
import { retryAt } from './retry-at.ts';

/** What a letter says of an attempt beside its result. */
export type Attempted = Pick<Delivery, 'tenant' | 'run' | 'attempt' | 'retry'>;

/**
 * Returns the letter about an attempt's result. What may be tried again and has attempts left is `attempt-failed`; else
 * the run ends: `failed` by the target's own word, `cancelled` where it was ended from here, `undelivered` where nobody
 * knows that it arrived.
 *
 * What most letters are has its members in the order of their names, in which an entry is hashed.
 */
export function letterOf(of: Attempted, result: DeliveryResult, now: Instant): Letter {
  const { tenant, attempt } = of;
  const run = of.run.id;
  if (result.kind === 'delivered') {
    const { note } = result;
    return note === undefined
      ? { at: now, attempt, kind: 'delivered', run, tenant }
      : { at: now, attempt, kind: 'delivered', note, run, tenant };
  }
  if (mayFollow(result) && attempt < of.run.attemptCountMax) {
    return {
      kind: 'attempt-failed',
      tenant,
      run,
      attempt,
      at: now,
      retryAt: retryAt(
        { tenant, run, attempt },
        of.retry,
        result.kind === 'not-delivered' ? result.retryAfter : undefined,
        now,
      ),
      error: result.kind === 'not-delivered' ? result.error : (result.message ?? 'it failed'),
    };
  }
  if (result.kind === 'not-delivered') {
    const report = { message: result.error };
    return { kind: 'ended', tenant, run, attempt, at: now, outcome: 'undelivered', final: true, report };
  }
  const { outcome } = result;
  const report = reportOf(result);
  if (outcome === 'failed') {
    return {
      kind: 'ended',
      tenant,
      run,
      attempt,
      at: now,
      outcome,
      final: true,
      ...(report && { report }),
    };
  }
  return report
    ? { at: now, attempt, kind: 'ended', outcome, report, run, tenant }
    : { at: now, attempt, kind: 'ended', outcome, run, tenant };
}

/** Whether another attempt may follow, if there are any left. */
function mayFollow(result: Exclude<DeliveryResult, { kind: 'delivered' }>): boolean {
  return result.retryable === true && (result.kind === 'not-delivered' || result.outcome !== 'succeeded');
}

function reportOf(result: DeliveryResult & { readonly kind: 'ended' }): FinishReport | undefined {
  const { status, message, tail } = result;
  if (status === undefined && message === undefined && tail === undefined) return undefined;
  return {
    ...(status !== undefined && { status }),
    ...(message !== undefined && { message }),
    ...(tail !== undefined && { tail }),
  };
}
