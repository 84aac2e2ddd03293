import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { renderPlanHtml } from '../../../compiler/render/html/render-plan-html.ts';
import { anyPlan } from './any-plan.ts';
import { storyPage } from './story-page.ts';

/** All elements and attributes that a page may have: none that runs, fetches or leads away. */
const elements = new Set(
  'html head meta title link style body main header section nav figure figcaption details summary div p span b s br h1 h2 h3 ul ol li a table thead tbody tr th td code time wbr svg defs pattern g path circle rect line text use'.split(
    ' ',
  ),
);

/** What runs is an attribute `on...`; what fetches or leads away is an address that is not of this page. */
function isHarmless(name: string, value: string): boolean {
  return !/^on|^src|^action$|^xlink/i.test(name) && (name !== 'href' || /^#[\w-]+$|^data:,$/.test(value));
}

describe('The page of any plan', () => {
  test('has no element that runs or fetches anything, whatever tenants wrote', () => {
    fc.assert(
      fc.property(anyPlan(12), (plan) => {
        const html = renderPlanHtml(plan);
        for (const [, name, attributes = ''] of html.matchAll(/<([a-z][a-z0-9]*)((?:[^>"]|"[^"]*")*)>/gi)) {
          expect(elements.has(name!.toLowerCase()), name).toBe(true);
          for (const [, key, value = ''] of attributes.matchAll(/([^\s="]+)(?:="([^"]*)")?/g)) {
            expect(isHarmless(key!, value), `${key}="${value}"`).toBe(true);
          }
        }
      }),
      { numRuns: 20 },
    );
  });

  test('has room for so many bytes of jobs, tells the next in a line each, and counts the rest', () => {
    fc.assert(
      fc.property(anyPlan(150), fc.integer({ min: 20_000, max: 400_000 }), (plan, bytesMost) => {
        const html = renderPlanHtml(plan, { jobs: [] }, { bytesMost });
        const sections = [...html.matchAll(/<section class="job"/g)].length;
        const jobs = html.slice(html.indexOf('<section class="job"'), html.indexOf('<section id="left-out"'));
        if (html.includes('id="left-out"') && sections > 0)
          expect(new TextEncoder().encode(jobs).length).toBeLessThan(bytesMost + 1_000);
      }),
      { numRuns: 20 },
    );
  });

  test('does not grow with the fires: ten thousand jobs are some three megabytes', () => {
    const { plan, timeline } = storyPage('003-moved-across-gap-and-fold');
    const many = {
      ...plan,
      jobs: Array.from({ length: 10_000 }, (_, index) => ({ ...plan.jobs[0]!, job: `job-${index}` })),
    };
    const html = renderPlanHtml(many, timeline);
    expect(html.length).toBeLessThan(3_300_000);
    const brief = html.slice(html.indexOf('<section id="brief"'), html.indexOf('<section id="left-out"'));
    const lines = [...brief.matchAll(/<li>/g)].length;
    const left = Number(/want of room<\/h2><p>([\d,]+) jobs/.exec(html)?.[1]?.replace(',', ''));
    const sections = [...html.matchAll(/<section class="job"/g)].length;
    expect(sections + lines + left).toBe(10_000);
  });
});
