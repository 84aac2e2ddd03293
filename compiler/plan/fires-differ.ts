import type { JobChange } from '../../schema/plan.ts';

/** Whether a job's fires, or the nominal times that give none, are others than before, and not only their outcome. */
export function firesDiffer({ counts, windows }: Pick<JobChange, 'counts' | 'windows'>): boolean {
  if (counts.added + counts.removed + counts.moved > 0) return true;
  return windows.some(({ omissions }) => omissions.some(({ before, after }) => before !== after));
}
