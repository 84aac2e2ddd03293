import { collectFires } from './collect-fires.ts';
import type { SimulatedFire } from './fate.ts';
import { partsOf } from './part.ts';
import { type RunOptions, runPart } from './run-part.ts';
import type { Timeline } from './timeline.ts';

/**
 * Simulates a timeline by `decide` alone and returns what became of each of its fires, by due and job.
 *
 * For nights: it keeps every fire. `simulateStretches` is for years.
 */
export function simulate(timeline: Timeline, options: RunOptions = {}): readonly SimulatedFire[] {
  const { sink, fires } = collectFires();
  for (const part of partsOf(timeline)) runPart(part, sink, options);
  return fires().toSorted(
    (a, b) => a.due - b.due || (a.job < b.job ? -1 : a.job > b.job ? 1 : 0) || a.scheduled - b.scheduled,
  );
}
