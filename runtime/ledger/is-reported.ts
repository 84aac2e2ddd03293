import { canonicalJson } from '../../compiler/index.ts';
import type { LateReport, RunRecord } from './fire-row.ts';

/**
 * Whether the record of a run that is over says already what its job reports now: the same report again, since an answer
 * got lost, or the bare word of an end that is known. Clocks do not count: whoever sends it again may read another time.
 */
export function isReported(
  { outcome, report, late = [] }: RunRecord,
  said: Pick<LateReport, 'outcome' | 'report'>,
): boolean {
  const isSame = (known: RunRecord['report']) =>
    said.report === known || canonicalJson(said.report ?? null) === canonicalJson(known ?? null);
  if (outcome === said.outcome && (said.report === undefined || isSame(report))) return true;
  return late.some((one) => one.outcome === said.outcome && isSame(one.report));
}
