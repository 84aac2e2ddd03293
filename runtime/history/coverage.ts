import type { FireKey } from '../../compiler/index.ts';
import type { Instant } from '../../schema/time.ts';
import type { FireRow, Ledger } from '../ledger/index.ts';

/** Whether the window of a fire without a successful run of its own was covered by another run all the same. */
export interface Coverage {
  /** `open`: a run or fire that would cover it has not ended. */
  readonly state: 'covered' | 'open' | 'missing';
  /** What is to be added to the sentence of its cause. */
  readonly note?: string;
}

/** A survivor may itself be missed, and collapse into a later one. */
const followedMost = 20;

/**
 * Looks at the runs that may have covered a fire: those of orders for the same fire, and the run of the fire into which
 * it collapsed or by which it was replaced, where that run's window reaches back over it.
 */
export async function coverageOf(ledger: Ledger, row: FireRow): Promise<Coverage> {
  const own = best(otherRuns(await ledger.fire(row.tenant, row.job, row.scheduled), row.scheduled));
  if (own.state !== 'missing') return own;
  let into: FireKey | undefined = row.body.because?.into;
  for (let steps = 0; into && into.order === undefined && steps < followedMost; steps++) {
    const rows = await ledger.fire(row.tenant, into.job, into.scheduled);
    const next: FireRow | undefined = rows.find(({ order }) => order === '');
    if (!next) return { state: 'missing' };
    const reaches = next.body.window.from <= row.body.window.from;
    if (!next.hole) {
      if (next.state === 'over' && !reaches)
        return { state: 'missing', note: 'The window of that run does not reach back to it.' };
      if (reaches) return { state: next.state === 'over' ? 'covered' : 'open' };
      return { state: 'missing', note: 'The window of that run will not reach back to it.' };
    }
    if (reaches) {
      const another = best(otherRuns(rows, into.scheduled));
      if (another.state !== 'missing') return another;
    }
    into = next.body.because?.into;
  }
  return { state: 'missing' };
}

/** Returns the other runs of the fire at an instant. */
export function otherRuns(rows: readonly FireRow[], scheduled: Instant): readonly FireRow[] {
  return rows.filter((row) => row.order !== '' && row.scheduled === scheduled);
}

/** What the best of some runs makes of the window of their fire. */
export function best(runs: readonly FireRow[]): Coverage {
  if (runs.some(({ state, hole, body }) => state === 'over' && !hole && body.run))
    return { state: 'covered' };
  return { state: runs.some(({ state }) => state !== 'over') ? 'open' : 'missing' };
}
