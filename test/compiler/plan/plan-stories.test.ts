import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { renderPlanText } from '../../../compiler/render/index.ts';
import type { FireCounts, Plan } from '../../../schema/plan.ts';
import { planStory, storyNow } from './plan-story.ts';

const folder = new URL('../../cases/plans/', import.meta.url);
const stories = readdirSync(folder).sort();

describe.each(stories)('plan of %s', (story) => {
  const text = (side: string) => readFileSync(new URL(`${story}/${side}.yaml`, folder));
  const plan = planStory({ before: text('before'), after: text('after') });

  test('reads as its golden text', async () => {
    await expect(renderPlanText(plan)).toMatchFileSnapshot(new URL(`${story}/plan.txt`, folder).pathname);
  });

  test('accounts for every fire', () => {
    for (const counts of allCounts(plan)) {
      expect(counts.before).toBe(counts.removed + counts.moved + counts.unchanged);
      expect(counts.after).toBe(counts.added + counts.moved + counts.unchanged);
    }
  });

  test('is empty from after to after', () => {
    const nothing = planStory({ before: text('after'), after: text('after') });
    expect(nothing.jobs).toEqual([]);
    expect(nothing.declarations).toEqual([]);
    expect(nothing.cost.enumeratedJobs).toBe(0);
  });

  test('has a digest that time does not change', () => {
    const later = planStory({ before: text('before'), after: text('after') }, storyNow + 5 * 86_400);
    expect(later.digest).toBe(plan.digest);
  });
});

function allCounts(plan: Plan): readonly FireCounts[] {
  return [
    plan.counts.fires,
    ...plan.jobs.flatMap((job) => [job.counts, ...job.windows.map(({ counts }) => counts)]),
  ];
}
