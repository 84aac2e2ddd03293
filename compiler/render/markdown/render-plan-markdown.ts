import type { JobChange, Plan } from '../../../schema/plan.ts';
import { byteLength } from '../byte-length.ts';
import { clip } from '../clip.ts';
import { countText, plural } from '../columns.ts';
import { fitGroups } from '../fit-groups.ts';
import { peaksText } from '../head-rows.ts';
import { playedBacklog, playedReplays, playedScenarios } from '../played.ts';
import { reviewOrder } from '../review-order.ts';
import { countedSigns, findingsVerdict, jobsVerdict } from '../verdict.ts';
import { code, inert } from './inert.ts';
import { countsText, jobLine, jobSection } from './job-section.ts';
import {
  comparedSection,
  declarationsSection,
  driftSection,
  findingsSection,
  playedSection,
} from './other-sections.ts';

export interface MarkdownOptions {
  /** Size of the whole in UTF-8 bytes, at least 12,000. @default 60_000, which fits a comment on GitHub */
  readonly bytesMost?: number;
  /** The heading. @default 'Almanac plan' */
  readonly title?: string;
  /** Where the rest is, for a plan that does not fit: markdown, trusted, at most 500 characters of it. */
  readonly rest?: string;
}

/** By which a bot finds its own comment, to write it anew. */
const marker = '<!-- almanac-plan -->';
/** Sections that are not folded away. */
const openMost = 3;
/** Longest text of a tenant in the head. */
const headMost = 300;
const bytesLeast = 12_000;

/**
 * Renders a plan as GitHub-flavoured markdown, for a comment on a pull request: a verdict, the findings, then the
 * jobs in the order of `reviewOrder`. Never longer than `bytesMost`; says what it left out and where that is.
 *
 * @throws {RangeError} where `bytesMost` is less than 12,000.
 */
export function renderPlanMarkdown(plan: Plan, options: MarkdownOptions = {}): string {
  const { bytesMost = 60_000, title = 'Almanac plan' } = options;
  const rest = (options.rest ?? '`almanac plan` over the same base prints them all').slice(0, 500);
  if (bytesMost < bytesLeast) throw new RangeError(`bytesMost is ${bytesMost}; it is at least ${bytesLeast}`);
  const head = headSection(plan, title);
  const tail = comparedSection(plan);
  const room = bytesMost - byteLength(head + tail + rest) - noteMost;
  const findings = findingsSection(plan.findings, room * 0.2);
  const scenarios = playedSection('Scenarios', playedScenarios(plan), room * 0.15);
  const replays = playedSection('Replayed', playedReplays(plan), room * 0.15);
  const backlog = playedSection('Waiting now', playedBacklog(plan), room * 0.1);
  const drift = driftSection(plan, room * 0.1);
  const declarations = declarationsSection(plan.declarations, room * 0.15);
  const others = byteLength(findings + scenarios + replays + backlog + drift + declarations);
  const groups = reviewOrder(plan.jobs);
  const { full, brief, left } = fitGroups(groups, room - others, {
    full: (group, index) => jobSection(group, index < openMost),
    brief: jobLine,
  });
  return [
    head,
    findings,
    drift,
    ...full,
    ...(brief.length > 0 ? [`\n#### In a line each, for want of room\n\n`, ...brief] : []),
    leftOutNote(left, rest),
    scenarios,
    replays,
    backlog,
    declarations,
    tail,
  ].join('');
}

/** Bytes kept for headings and for the note on what was left out. */
const noteMost = 3_200;

function headSection(plan: Plan, title: string): string {
  const findings = findingsVerdict(plan.findings);
  const lines = [
    `${marker}\n### ${inert(clip(title, 120))}: ${jobsVerdict(plan)}`,
    ...(plan.jobs.length > 0 ? [firesLine(plan)] : []),
    ...(findings === '' ? [] : [`**${findings}** by the rules.`]),
    ...(plan.jobs.length > 0 ? [`Peak: ${inert(clip(peaksText(plan.peaks), headMost))}.`] : []),
  ];
  return `${lines.join('\n\n')}\n`;
}

function firesLine({ counts }: Plan): string {
  const signs = countedSigns(counts.fires)
    .filter(({ count }) => count > 0)
    .map(({ sign, count, word }) => `\`${sign} ${countText(count)}\` ${word}`);
  const changes = signs.length > 0 ? `Fires: ${signs.join(' · ')}` : 'No fire changes';
  return `${changes}; ${countText(counts.fires.unchanged)} stay at their instant.`;
}

function leftOutNote(left: readonly (readonly JobChange[])[], rest: string): string {
  if (left.length === 0) return '';
  const jobs = left.flat();
  const named = jobs.slice(0, 5).map(({ tenant, job }) => code(clip(`${tenant}/${job}`, 40)));
  const more = jobs.length - named.length;
  const names = `${named.join(', ')}${more > 0 ? `, and ${countText(more)} more` : ''}`;
  return `\n> [!NOTE]\n> Left out for want of room: ${plural(jobs.length, 'job')} (${countsText(jobs)}): ${names}. For the rest: ${rest}.\n`;
}
