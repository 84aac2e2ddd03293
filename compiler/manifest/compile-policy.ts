import type { PolicySpec } from '../../schema/index.ts';
import type { OverlapAnswer, PolicyMeaning } from '../../schema/manifest.ts';
import type { Seconds } from '../../schema/time.ts';
import { readDuration } from './read-scalar.ts';
import { refusePolicy } from './refuse-policy.ts';
import type { Remarks } from './remarks.ts';

/**
 * Compiles a policy, a document's or one written in place; `at` is the JSON pointer of its spec. Returns
 * undefined where it has an error.
 */
export function compilePolicy(remarks: Remarks, spec: PolicySpec, at: string): PolicyMeaning | undefined {
  let isComplete = true;
  const duration = (key: string, text: string, least?: Seconds): Seconds => {
    const seconds = readDuration(remarks, `${at}/${key}`, text, least);
    if (seconds === undefined) isComplete = false;
    return seconds ?? 0;
  };

  const meaning: PolicyMeaning = {
    // Below a minute nothing could be called late with any fairness: a decision itself takes up to a second.
    lateAfter: duration('lateAfter', spec.lateAfter, 60),
    horizon: spec.horizon === 'unlimited' ? 'unlimited' : duration('horizon', spec.horizon),
    overlap: overlapOf(spec.overlap),
    catchUp: spec.catchUp,
    dst: { gap: spec.dst.gap, fold: spec.dst.fold },
    ...(spec.report && Object.keys(spec.report).length > 0 && { report: reportOf(spec.report, duration) }),
    ...(spec.retry && {
      retry: {
        attempts: spec.retry.attempts,
        minBackoff: duration('retry/minBackoff', spec.retry.minBackoff),
        maxBackoff: duration('retry/maxBackoff', spec.retry.maxBackoff),
      },
    }),
  };
  if (!isComplete) return undefined;
  return refusePolicy(remarks, meaning, at) ? undefined : meaning;
}

function overlapOf(overlap: PolicySpec['overlap']): OverlapAnswer {
  if (overlap === 'queue-one') return { queue: { max: 1 } };
  return typeof overlap === 'string' ? overlap : { queue: { max: overlap.queue.max } };
}

function reportOf(
  report: NonNullable<PolicySpec['report']>,
  duration: (key: string, text: string) => Seconds,
): NonNullable<PolicyMeaning['report']> {
  return {
    ...(report.startWithin !== undefined && {
      startWithin: duration('report/startWithin', report.startWithin),
    }),
    ...(report.finishWithin !== undefined && {
      finishWithin: duration('report/finishWithin', report.finishWithin),
    }),
    ...(report.lostAfter !== undefined && { lostAfter: duration('report/lostAfter', report.lostAfter) }),
  };
}
