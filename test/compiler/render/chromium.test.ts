import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { renderPlanHtml } from '../../../compiler/render/html/render-plan-html.ts';
import { chromiumMissing, openChromium } from '../../support/open-chromium.ts';
import { hostileTexts } from './any-plan.ts';
import { lowestContrast } from './lowest-contrast.ts';
import { storyPage } from './story-page.ts';

const phone = { width: 360, height: 780 };
const stories = [
  '003-moved-across-gap-and-fold',
  '005-horizon-shortened',
  '007-around-the-apply',
  '014-spread-and-pause',
];

// Where there is none the tests are skipped and a line says how to get one; in CI that would hide a failure.
if (chromiumMissing !== undefined) {
  if (process.env['CI'] === 'true') throw new Error(chromiumMissing);
  console.warn(chromiumMissing);
}

describe.skipIf(chromiumMissing !== undefined)(
  `The page in Chromium${chromiumMissing ? ` (${chromiumMissing})` : ''}`,
  () => {
    let browser: Browser;
    beforeAll(async () => {
      browser = await openChromium();
    });
    afterAll(() => browser?.close());

    /** Opens a page and gives what it logs and asks for, both of which should be nothing. */
    const open = async (html: string, options: BrowserContextOptions = {}) => {
      const context = await browser.newContext({ viewport: phone, ...options });
      const page = await context.newPage();
      const noise: string[] = [];
      page.on('console', (message) => noise.push(`${message.type()}: ${message.text()}`));
      page.on('pageerror', (error) => noise.push(String(error)));
      page.on('dialog', (dialog) => noise.push(`dialog: ${dialog.message()}`));
      await page.route('**/*', (route) => {
        noise.push(`request: ${route.request().url()}`);
        return route.abort();
      });
      await page.setContent(html, { waitUntil: 'load' });
      return { page, noise };
    };

    test.each(stories)('%s fits a phone, logs nothing and asks for nothing', async (story) => {
      const { page, noise } = await open(storyPage(story).html);
      expect(await widthOf(page)).toBe(360);
      await page.evaluate('document.querySelectorAll("details").forEach((one) => { one.open = true; })');
      expect(await widthOf(page)).toBe(360);
      expect(noise).toEqual([]);
    });

    test('shows gap and fold, by name and by texture, where a finger can scroll to', async () => {
      const { page } = await open(storyPage('003-moved-across-gap-and-fold').html);
      for (const name of ['gap', 'fold, 1st', 'fold, 2nd']) {
        const label = page.locator('svg text.band', { hasText: new RegExp(`^${name}$`) }).first();
        expect(await label.isVisible()).toBe(true);
        const box = (await label.boundingBox())!;
        expect(box.width).toBeGreaterThan(10);
        expect(box.x).toBeGreaterThan(0);
        expect(box.x + box.width).toBeLessThan(360);
      }
      expect(await page.locator('figure.frame rect.texture').count()).toBe(3);
    });

    test('joins a moved fire from where it was to where it is', async () => {
      const { page } = await open(storyPage('003-moved-across-gap-and-fold').html);
      const frame = page.locator('figure.frame').first();
      const [before, after] = await Promise.all([
        frame.locator('g.move').nth(0).locator('use').boundingBox(),
        frame.locator('g.move').nth(1).locator('use').boundingBox(),
      ]);
      const join = (await frame.locator('line.join.move').boundingBox())!;
      const middle = (box: { x: number; width: number } | null) => box!.x + box!.width / 2;
      expect(middle(before)).toBeLessThan(middle(after));
      expect(Math.abs(join.x - middle(before))).toBeLessThan(2);
      expect(Math.abs(join.x + join.width - middle(after))).toBeLessThan(2);
      expect(await frame.locator('g.move title').first().textContent()).toContain('2026-11-30T01:30:00Z');
    });

    test('has the exact instants in a table that opens, and that print opens by itself', async () => {
      const { page } = await open(storyPage('003-moved-across-gap-and-fold').html);
      const cell = page.locator('details.exact time', { hasText: '2027-03-28T01:30:00Z' }).first();
      expect(await cell.isVisible()).toBe(false);
      await page.getByText('Exact instants of what is drawn').click();
      expect(await cell.isVisible()).toBe(true);
      await page.getByText('Exact instants of what is drawn').click();
      await page.emulateMedia({ media: 'print' });
      expect(await cell.isVisible()).toBe(true);
      expect(await page.locator('table thead th[scope=col]').count()).toBeGreaterThan(3);
    });

    test('has headings that lead down step by step, and names for its drawings', async () => {
      const { page } = await open(storyPage('007-around-the-apply').html);
      const levels = await page
        .locator('h1, h2, h3')
        .evaluateAll((all) => all.map((one) => Number(one.tagName[1])));
      expect(levels.filter((level) => level === 1)).toHaveLength(1);
      for (const [index, level] of levels.entries())
        expect(level - (levels[index - 1] ?? 0)).toBeLessThanOrEqual(1);
      for (const drawing of await page.locator('svg[role=img]').all())
        expect((await drawing.getAttribute('aria-label'))!.length).toBeGreaterThan(20);
    });

    test.each([
      ['light', 'no-preference'],
      ['dark', 'no-preference'],
      ['light', 'more'],
    ] as const)('reads well: %s scheme, contrast %s', async (colorScheme, contrast) => {
      for (const story of stories) {
        const { page } = await open(storyPage(story).html, { colorScheme, contrast });
        const { ratio, text } = await page.evaluate<{ ratio: number; text: string }>(lowestContrast);
        expect(ratio, text).toBeGreaterThanOrEqual(4.5);
      }
    });

    test('tells its marks apart without any colour', async () => {
      const { page } = await open(storyPage('003-moved-across-gap-and-fold').html, {
        forcedColors: 'active',
      });
      const marks = await page.evaluate<{ colour: string; shape: string }[]>(
        `[...document.querySelectorAll('.legend svg.mark')].map((mark) => ({
          colour: getComputedStyle(mark).color,
          shape: document.querySelector(mark.firstElementChild.getAttribute('href')).innerHTML,
        }))`,
      );
      expect(marks).toHaveLength(6);
      expect(new Set(marks.map(({ colour }) => colour)).size).toBe(1);
      expect(new Set(marks.map(({ shape }) => shape)).size).toBe(6);
      // As pixels, too: each drawn at one place in the one colour that is left.
      const pictures: string[] = [];
      for (const index of [0, 0, 1, 2, 3, 4, 5]) {
        await page.evaluate(`(() => {
          document.querySelector('#stage')?.remove();
          const stage = document.createElement('div');
          stage.id = 'stage';
          stage.style.cssText = 'position:fixed;inset:0;background:Canvas';
          stage.append(document.querySelectorAll('.legend svg.mark')[${index}].cloneNode(true));
          document.body.append(stage);
        })()`);
        pictures.push(
          (await page.screenshot({ clip: { x: 0, y: 0, width: 40, height: 40 } })).toString('base64'),
        );
      }
      expect(pictures[0]).toBe(pictures[1]);
      expect(new Set(pictures).size).toBe(6);
      expect(
        await page.evaluate(
          `[...document.querySelectorAll('.swatch rect')].map((one) => getComputedStyle(one).fill)`,
        ),
      ).toEqual(['url("#hatch")', 'url("#rows")']);
    });

    test('shows hostile texts as text: nothing runs, nothing is asked for, nothing is wider than the page', async () => {
      const { plan, timeline } = storyPage('003-moved-across-gap-and-fold');
      const jobs = hostileTexts.map((text) => ({
        ...plan.jobs[0]!,
        job: `${text}${'x'.repeat(80)}`,
        tenant: text,
        changes: [
          {
            path: text,
            before: text,
            after: `${text} ${'long'.repeat(60)}`,
            place: { file: text, line: 1, column: 1 },
          },
        ],
        altered: [{ kind: 'policy' as const, count: 1, message: text }],
      }));
      const findings = hostileTexts.map((message) => ({
        code: 'x',
        severity: 'warning' as const,
        message,
        help: message,
      }));
      const { page, noise } = await open(renderPlanHtml({ ...plan, jobs, findings }, timeline));
      expect(await page.locator('script, img, iframe, a[href]:not([href^="#"])').count()).toBe(0);
      expect(await page.locator('h2', { hasText: '<script>alert(1)</script>' }).count()).toBeGreaterThan(0);
      expect(await widthOf(page)).toBe(360);
      expect(noise).toEqual([]);
    });
  },
);

function widthOf(page: Page): Promise<number> {
  return page.evaluate<number>('document.documentElement.scrollWidth');
}
