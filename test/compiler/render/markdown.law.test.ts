import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { renderPlanMarkdown } from '../../../compiler/render/markdown/render-plan-markdown.ts';
import { reviewOrder } from '../../../compiler/render/review-order.ts';
import { anyPlan } from './any-plan.ts';

const bytes = (text: string) => new TextEncoder().encode(text).length;

/** What markdown reads as text: code is taken out, in both of its spellings, and our own tags. */
function outsideCode(markdown: string): string {
  return markdown
    .replace('<!-- almanac-plan -->', '')
    .replace(/<code>[^<>`@|[\]*_~$]*<\/code>/g, 'C')
    .replace(/`[^`\n]*`/g, 'C')
    .replace(/<\/?(?:details|summary)>|<br>|^> \[!(?:WARNING|NOTE)\]$/gm, '');
}

describe('Markdown of any plan', () => {
  test('fits a comment, and any smaller size that is asked for', () => {
    fc.assert(
      fc.property(anyPlan(400), fc.integer({ min: 12_000, max: 60_000 }), (plan, bytesMost) => {
        expect(bytes(renderPlanMarkdown(plan))).toBeLessThanOrEqual(60_000);
        expect(bytes(renderPlanMarkdown(plan, { bytesMost }))).toBeLessThanOrEqual(bytesMost);
      }),
      { numRuns: 30 },
    );
  });

  test('says of every job, or of how many it does not', () => {
    fc.assert(
      fc.property(anyPlan(400), (plan) => {
        const markdown = renderPlanMarkdown(plan);
        const left = Number(
          /Left out for want of room: ([\d,]+) jobs?/.exec(markdown)?.[1]?.replace(/,/g, '') ?? 0,
        );
        const told = [
          ...markdown.matchAll(
            /^(?:#### |<details><summary>|- )(?:`[~+-]`|<code>.*?<\/code>) (?:new |removed )?(?:job |(\d+) jobs of )/gm,
          ),
        ];
        const groups = told.reduce((sum, [, many]) => sum + Number(many ?? 1), 0);
        expect(groups + left).toBe(plan.jobs.length);
      }),
      { numRuns: 30 },
    );
  });

  test('lets nothing of a tenant break out: no tag, link, mention, cell or row', () => {
    fc.assert(
      fc.property(anyPlan(12), (plan) => {
        const text = outsideCode(renderPlanMarkdown(plan));
        expect(text).not.toMatch(/[<@[\]_$\\`]|https?:|www\.|javascript:(?!alert)/i);
        expect(text).not.toMatch(/(?<![*\w])\*(?!\*)|#\d|\p{Cc}(?<!\n)|\p{Cf}/u);
      }),
      { numRuns: 60 },
    );
  });

  test('has tables whose rows have as many cells as their heads', () => {
    fc.assert(
      fc.property(anyPlan(12), (plan) => {
        let cells = 0;
        for (const line of renderPlanMarkdown(plan).split('\n')) {
          const count = line.startsWith('|') ? line.split('|').length : 0;
          if (cells > 0 && count > 0) expect(count).toBe(cells);
          cells = count;
        }
      }),
      { numRuns: 60 },
    );
  });

  test('is the same twice, and begins with what a bot looks for', () => {
    fc.assert(
      fc.property(anyPlan(40), (plan) => {
        const markdown = renderPlanMarkdown(plan);
        expect(renderPlanMarkdown(structuredClone(plan))).toBe(markdown);
        expect(markdown.startsWith('<!-- almanac-plan -->\n### ')).toBe(true);
      }),
      { numRuns: 30 },
    );
  });
});

describe('The order of a review', () => {
  test('has every job once, and fires that go before fires that come', () => {
    fc.assert(
      fc.property(anyPlan(40), ({ jobs }) => {
        const order = reviewOrder(jobs).flat();
        expect(order.toSorted(byName)).toEqual(jobs.toSorted(byName));
        const removes = order.map(({ counts }) => counts.removed > 0);
        const addsOnly = order.map(
          ({ action, counts }) => action === 'add' && counts.removed + counts.moved === 0,
        );
        expect(removes.lastIndexOf(true) < addsOnly.indexOf(true) || !addsOnly.includes(true)).toBe(true);
      }),
    );
  });
});

function byName(a: { job: string }, b: { job: string }): number {
  return a.job < b.job ? -1 : a.job > b.job ? 1 : 0;
}
