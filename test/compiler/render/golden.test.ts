import { describe, expect, test } from 'vitest';
import { renderPlanMarkdown } from '../../../compiler/render/markdown/render-plan-markdown.ts';
import { storyFolder, storyPage } from './story-page.ts';

/** Both formats of a few stories, beside their text: what moves over gap and fold, a policy, an apply, many alike. */
const markdownStories = [
  '002-removed-job',
  '003-moved-across-gap-and-fold',
  '005-horizon-shortened',
  '007-around-the-apply',
  '012-spelt-otherwise',
  '013-one-policy-many-jobs',
];
const htmlStories = ['003-moved-across-gap-and-fold', '005-horizon-shortened', '007-around-the-apply'];

describe.each(markdownStories)('%s', (story) => {
  test('reads as its golden markdown', async () => {
    const { plan } = storyPage(story);
    await expect(renderPlanMarkdown(plan)).toMatchFileSnapshot(
      new URL(`${story}/plan.md`, storyFolder).pathname,
    );
  });
});

describe.each(htmlStories)('%s', (story) => {
  test('looks as its golden page', async () => {
    await expect(storyPage(story).html).toMatchFileSnapshot(
      new URL(`${story}/plan.html`, storyFolder).pathname,
    );
  });
});

describe('Markdown', () => {
  const { plan } = storyPage('007-around-the-apply');

  test('takes a title and says where the rest is', () => {
    const markdown = renderPlanMarkdown(plan, { title: 'Plan of @ops <now>' });
    expect(markdown).toContain('### Plan of `@ops <now>`: 2 jobs change.');
    const many = {
      ...plan,
      jobs: Array.from({ length: 400 }, (_, index) => ({ ...plan.jobs[0]!, job: `job-${index}` })),
    };
    const cut = renderPlanMarkdown(many, {
      bytesMost: 12_000,
      rest: 'the artifact [plan](https://ci.example/1)',
    });
    expect(cut).toMatch(
      /Left out for want of room: \d+ jobs \(.*\): .* For the rest: the artifact \[plan\]\(https:\/\/ci\.example\/1\)\.\n/,
    );
  });

  test('refuses a size in which it could say nothing', () => {
    expect(() => renderPlanMarkdown(plan, { bytesMost: 5_000 })).toThrow(RangeError);
  });

  test('has what is lost around the apply before what is moved', () => {
    const markdown = renderPlanMarkdown(plan);
    expect(markdown.indexOf('No fire around the apply')).toBeGreaterThan(0);
    expect(markdown.indexOf('acme/report')).toBeLessThan(markdown.lastIndexOf('acme/digest'));
  });
});
