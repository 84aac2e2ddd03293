import type { JobChange, Plan } from '../../../schema/plan.ts';
import type { Timeline } from '../../plan/index.ts';
import { countText, plural } from '../columns.ts';
import { fitGroups } from '../fit-groups.ts';
import { headRows, peaksText } from '../head-rows.ts';
import { playedBacklog, playedReplays, playedScenarios } from '../played.ts';
import { reviewOrder } from '../review-order.ts';
import { countedSigns, findingsVerdict, jobsVerdict } from '../verdict.ts';
import { escaped, told } from './escaped.ts';
import { countBadges, groupCounts, groupMark, groupName, jobSection } from './job-section.ts';
import { inlineMark, markDefinitions, markWords } from './marks.ts';
import { declarationsSection, driftSection, findingsSection, playedSection } from './other-sections.ts';
import { style } from './style.ts';

export interface HtmlOptions {
  /** Room for the jobs in UTF-8 bytes; beyond it they are told in a line each, then counted. @default 3_000_000 */
  readonly bytesMost?: number;
}

/** Nothing is fetched and nothing runs, whatever a tenant wrote. */
const policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:";

/**
 * Renders a plan as one HTML file that needs nothing else: no script, no request. Jobs in the order of
 * `reviewOrder`, with the fires of `timeline` drawn; reads on a phone, in print and without colour.
 */
export function renderPlanHtml(
  plan: Plan,
  timeline: Timeline = { jobs: [] },
  options: HtmlOptions = {},
): string {
  const groups = reviewOrder(plan.jobs);
  const timelines = new Map(timeline.jobs.map((job) => [`${job.tenant}/${job.job}`, job]));
  const { full, brief, left } = fitGroups(groups, options.bytesMost ?? 3_000_000, {
    full: (group, index) => jobSection(group, `job-${index + 1}`, { plan, timelines }),
    brief: (group) => `<li>${groupMark(group)} ${groupName(group)}: ${countBadges(groupCounts(group))}</li>`,
  });
  const title = `Almanac plan: ${jobsVerdict(plan)}`;
  const body = [
    headSection(plan),
    findingsSection(plan.findings),
    driftSection(plan),
    indexSection(groups.slice(0, full.length)),
    full.length > 0 ? legend() : '',
    ...full,
    briefSection(brief),
    leftSection(left),
    playedSection('Scenarios', playedScenarios(plan)),
    playedSection('Replayed', playedReplays(plan)),
    playedSection('Waiting now', playedBacklog(plan)),
    declarationsSection(plan.declarations),
    comparedSection(plan),
  ];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(title)}</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
${markDefinitions}
<main>
${body.filter(Boolean).join('\n')}
</main>
</body>
</html>
`;
}

/** Returns the jobs of a plan of which `renderPlanHtml` draws a time line, the most serious first. */
export function drawnJobs(plan: Plan): readonly JobChange[] {
  return reviewOrder(plan.jobs).flatMap(([job]) => job ?? []);
}

function headSection(plan: Plan): string {
  const { fires } = plan.counts;
  const tiles = countedSigns(fires).map(
    ({ action, count, word }) =>
      `<li class="${action}${count === 0 ? ' none' : ''}">${inlineMark(action)}<b>${countText(count)}</b><span>${word}</span></li>`,
  );
  const findings = findingsVerdict(plan.findings);
  const notes = [
    ...(findings === '' ? [] : [`<a href="#findings"><b>${findings}</b></a> by the rules.`]),
    ...(fires.unchanged === 0
      ? []
      : [
          `${plural(fires.unchanged, 'fire')} of these jobs ${fires.unchanged === 1 ? 'stays' : 'stay'} in place.`,
        ]),
    ...(plan.jobs.length === 0 ? [] : [`Peak: ${told(peaksText(plan.peaks))}.`]),
  ];
  const list = plan.jobs.length > 0 ? `<ul class="tiles">${tiles.join('')}</ul>` : '';
  return `<header class="top"><p class="eyebrow">Almanac plan</p><h1>${jobsVerdict(plan)}</h1>${list}<p class="soft">${notes.join(' ')}</p></header>`;
}

/** Jobs that the index names. */
const indexMost = 100;

function indexSection(groups: readonly (readonly JobChange[])[]): string {
  if (groups.length < 2) return '';
  const items = groups
    .slice(0, indexMost)
    .map(
      (group, index) =>
        `<li>${groupMark(group)} <a href="#job-${index + 1}">${groupName(group)}</a>: ${countBadges(groupCounts(group))}</li>`,
    );
  const more = groups.length - items.length;
  return `<nav aria-label="Jobs"><h2>Jobs, the most serious first</h2><ol class="index">${items.join('')}</ol>${more > 0 ? `<p class="soft">and ${countText(more)} more below</p>` : ''}</nav>`;
}

function legend(): string {
  const items = (Object.keys(markWords) as (keyof typeof markWords)[]).map(
    (kind) => `<li>${inlineMark(kind)} ${markWords[kind]}</li>`,
  );
  return `<ul class="legend" aria-label="Marks of the drawings">${items.join('')}<li>${swatch('hatch')} gap: times that do not exist</li><li>${swatch('rows')} fold: times that occur twice</li></ul>`;
}

function swatch(texture: 'hatch' | 'rows'): string {
  return `<svg class="swatch" aria-hidden="true" focusable="false"><rect class="texture" width="100%" height="100%" fill="url(#${texture})"/></svg>`;
}

function briefSection(lines: readonly string[]): string {
  if (lines.length === 0) return '';
  return `<section id="brief"><h2>In a line each, for want of room</h2><ol class="index">${lines.join('')}</ol></section>`;
}

function leftSection(left: readonly (readonly JobChange[])[]): string {
  if (left.length === 0) return '';
  const jobs = left.flat();
  const named = jobs.slice(0, 5).map(({ tenant, job }) => escaped(`${tenant}/${job}`));
  const more = jobs.length - named.length;
  return `<section id="left-out"><h2>Left out, for want of room</h2><p>${plural(jobs.length, 'job')} with ${countBadges(groupCounts(jobs))}: ${named.join(', ')}${more > 0 ? `, and ${countText(more)} more` : ''}. <code>almanac plan</code> over the same base prints them all.</p></section>`;
}

function comparedSection(plan: Plan): string {
  const rows = [...headRows(plan), ['plan', plan.digest] as const].map(
    ([name, text]) => `<tr><th scope="row">${name}</th><td>${told(text)}</td></tr>`,
  );
  return `<section id="compared"><h2>What was compared</h2><table class="facts"><tbody>${rows.join('')}</tbody></table></section>`;
}
