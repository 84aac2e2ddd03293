import type { JobChange } from '../../schema/plan.ts';
import { firesDiffer } from '../plan/index.ts';
import { alikeJobs } from './alike-jobs.ts';

/**
 * Returns the jobs of a plan, those that change alike as one group, in the order in which a reviewer must see them:
 * fires that are removed, or lost around the apply; then moved, or doubled around it; then other outcomes; then only added;
 * then what changes no fire. Within each, more changed fires first.
 */
export function reviewOrder(jobs: readonly JobChange[]): readonly (readonly JobChange[])[] {
  const ranked = alikeJobs(jobs).map((group, index) => ({
    group,
    index,
    rank: Math.min(...group.map(rankOf)),
    count: group.reduce((sum, job) => sum + changedCount(job), 0),
  }));
  return ranked
    .sort((a, b) => a.rank - b.rank || b.count - a.count || a.index - b.index)
    .map(({ group }) => group);
}

/** Returns how many fires of a job change: added, removed and moved ones, else those with another outcome. */
function changedCount({ counts }: JobChange): number {
  return counts.added + counts.removed + counts.moved || counts.altered;
}

function rankOf(job: JobChange): number {
  const { counts, applyDates, effects } = job;
  if (counts.removed > 0 || applyDates.some(({ kind }) => kind === 'none')) return 0;
  if (counts.moved > 0 || applyDates.length > 0) return 1;
  if (job.action === 'add') return 3;
  if (counts.altered > 0 || effects.length > 0) return 2;
  return firesDiffer(job) ? 3 : 4;
}
