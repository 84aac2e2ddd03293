import type { PolicyMeaning } from '../../schema/manifest.ts';
import type { Instant, ZoneTable } from '../../schema/time.ts';
import type { SimulatedFire } from '../simulate/index.ts';
import { clockText, dateText, offsetIn } from '../time/index.ts';

/** One fire's outcome, as far as two outcomes can differ for its tenant. */
export interface Outcome {
  /** Equal keys are equal outcomes. */
  readonly key: string;
  /** For instance `dispatched 03:00:01`, `expired.outage`. */
  readonly text: string;
  /** For a run: from when on its window reaches, told where that is all that differs. */
  readonly covers?: string;
}

/**
 * Returns what a fire's tenant sees: the cause, or when it was dispatched, whether it was told as late, and whether
 * its run covers more than its own window.
 */
export function outcomeOf(fire: SimulatedFire, policy: PolicyMeaning, table: ZoneTable | undefined): Outcome {
  const { fate, due } = fire;
  if (fate.kind === 'undecided') return { key: 'undecided', text: 'not decided yet' };
  if (fate.kind !== 'dispatched') return { key: fate.cause, text: fate.cause };
  const late = fate.at - due > policy.lateAfter;
  const when = fate.at === due ? 'dispatched on time' : `dispatched ${readingAfter(due, fate.at, table)}`;
  return {
    key: `dispatched ${fate.at} ${fate.window.from} ${late}`,
    text: `${when}${late ? ', told as late' : ''}`,
    covers: `covering ${readingAfter(due, fate.window.from, table)} on`,
  };
}

/** The clock of an instant in a zone; with its date where that is another than the due's. */
export function readingAfter(due: Instant, at: Instant, table: ZoneTable | undefined): string {
  const wall = at + offsetIn(table, at);
  const sameDate = dateText(wall) === dateText(due + offsetIn(table, due));
  return sameDate ? clockText(wall) : `${dateText(wall)} ${clockText(wall)}`;
}
