import { readFileSync } from 'node:fs';
import { type Timeline, timelineOf } from '../../../compiler/plan/index.ts';
import { drawnJobs, renderPlanHtml } from '../../../compiler/render/html/render-plan-html.ts';
import type { Manifest } from '../../../schema/manifest.ts';
import type { Plan } from '../../../schema/plan.ts';
import { manifestOf, planStory } from '../plan/plan-story.ts';

export const storyFolder = new URL('../../cases/plans/', import.meta.url);

export interface PlannedStory {
  readonly plan: Plan;
  readonly sides: { readonly before: Manifest; readonly after: Manifest };
  readonly timeline: Timeline;
  readonly html: string;
}

/** Plans a golden story and renders its page, as the command line would. */
export function storyPage(story: string): PlannedStory {
  const text = (side: string) => readFileSync(new URL(`${story}/${side}.yaml`, storyFolder));
  const texts = { before: text('before'), after: text('after') };
  const plan = planStory(texts);
  const sides = {
    before: manifestOf('before.yaml', texts.before),
    after: manifestOf('after.yaml', texts.after),
  };
  const timeline = timelineOf(sides, plan, drawnJobs(plan));
  return { plan, sides, timeline, html: renderPlanHtml(plan, timeline) };
}
