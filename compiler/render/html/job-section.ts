import type { FieldChange, FireCounts, JobChange, Place, Plan } from '../../../schema/plan.ts';
import { firesDiffer, type JobTimeline, type Transition } from '../../plan/index.ts';
import { tellAlike } from '../alike-jobs.ts';
import { countText, plural } from '../columns.ts';
import { sentence, zoneText } from '../job-block.ts';
import { applyDateText, nextFireText } from '../next-fire-text.ts';
import { toldFields } from '../told-fields.ts';
import { countedSigns } from '../verdict.ts';
import { transitionTitle } from './date-words.ts';
import { effectSection } from './effect-section.ts';
import { escaped, told } from './escaped.ts';
import { exactTable } from './exact-table.ts';
import { frameFigure } from './frame-figure.ts';
import { inlineMark } from './marks.ts';
import { placeHtml } from './place-html.ts';
import { rangeStrip } from './range-strip.ts';
import { windowTable } from './window-table.ts';

type Group = readonly JobChange[];

const fieldsMost = 60;

/** What of a plan is drawn. */
export interface Drawn {
  readonly plan: Plan;
  /** By `tenant/job`. */
  readonly timelines: ReadonlyMap<string, JobTimeline>;
}

/** Renders one job of a plan, or several that change alike, with its drawings if there is a time line of it. */
export function jobSection(group: Group, id: string, drawn: Drawn): string {
  const [first] = group;
  const where = placeHtml(group.length > 1 ? undefined : first!.place);
  const body = group.length > 1 ? alikeBody(group) : jobBody(first!, drawn);
  return `<section class="job" id="${id}"><header><h2>${groupMark(group)} ${groupName(group)}</h2>${where}</header>${body}</section>`;
}

/** Returns the mark of a group: of a changed job that of the most serious thing that becomes of its fires. */
export function groupMark([first, second]: Group): string {
  const { action, counts } = first!;
  const serious = countedSigns(counts).find(({ count }) => count > 0)?.action ?? 'keep';
  return inlineMark(second ? 'alter' : action === 'change' ? serious : action);
}

/** Returns the name of a group. */
export function groupName(group: Group): string {
  const { action, tenant, job, renamedFrom } = group[0]!;
  if (group.length > 1) return `${plural(group.length, 'job')} of ${escaped(tenant)} alike`;
  const word = { add: ', new', remove: ', removed', change: '' }[action];
  const renamed = renamedFrom === undefined ? '' : `, was ${escaped(renamedFrom)}`;
  return `<span class="tenant">${escaped(tenant)}/</span>${escaped(job)}<span class="tenant">${word}${renamed}</span>`;
}

/** Returns how many fires are removed, moved, altered and added, each with its sign; those that stay, too. */
export function countBadges(counts: FireCounts): string {
  const badges = countedSigns(counts).flatMap(({ action, sign, count, word }) =>
    count === 0
      ? []
      : [`<b class="count ${action}">${sign === '-' ? '−' : sign} ${countText(count)}</b> ${word}`],
  );
  const stay = `<span class="soft">${countText(counts.unchanged)} at the same instant</span>`;
  return [...badges, ...(counts.unchanged > 0 || badges.length === 0 ? [stay] : [])].join(', ');
}

/** Returns the sum of the counts of a group's jobs. */
export function groupCounts(group: Group): FireCounts {
  const sum = { before: 0, after: 0, added: 0, removed: 0, moved: 0, altered: 0, unchanged: 0 };
  for (const { counts } of group) {
    for (const key of Object.keys(sum) as (keyof FireCounts)[]) sum[key] += counts[key];
  }
  return sum;
}

function jobBody(job: JobChange, drawn: Drawn): string {
  const { counts, applyDates, effects } = job;
  const altered = alteredList(job.altered);
  const zone = zoneText(job);
  const zoneLine = zone === undefined ? '' : ` <span class="soft">· ${told(zone)}</span>`;
  const fires =
    counts.before + counts.after === 0
      ? '<p>No fires in the range.</p>'
      : firesDiffer(job)
        ? `${rangeStrip(job, drawn.plan)}${drawings(job, drawn)}${windowTable(job)}`
        : `<p>${plural(counts.unchanged, 'fire')} stay where they are.</p>`;
  return [
    `<p class="lead">${countBadges(counts)}${zoneLine}</p>`,
    ...applyDates.map((date) => `<p class="alert"><b>!</b> ${told(sentence(applyDateText(date)))}</p>`),
    fieldTable(toldFields(job), job.place),
    `<p class="next">Next fire: ${told(nextFireText(job))}</p>`,
    fires,
    altered,
    ...effects.map(effectSection),
  ].join('');
}

function drawings({ tenant, job }: JobChange, { plan, timelines }: Drawn): string {
  const timeline = timelines.get(`${tenant}/${job}`);
  if (!timeline) {
    const others = plural(timelines.size, 'other job');
    return timelines.size === 0 ? '' : `<p class="soft">Not drawn: there are drawings of ${others}.</p>`;
  }
  const figures = timeline.frames.map((frame) => frameFigure(frame, plan.range.from));
  return `${figures.length > 0 ? `<div class="frames">${figures.join('')}</div>` : ''}${quietLine(timeline.quiet)}${exactTable(timeline)}`;
}

/** Transitions named as not drawn. */
const quietMost = 6;

function quietLine(quiet: readonly Transition[]): string {
  if (quiet.length === 0) return '';
  const named = quiet.slice(0, quietMost).map((transition) => transitionTitle(transition));
  const more = quiet.length > quietMost ? `, and ${quiet.length - quietMost} more` : '';
  return `<p class="soft">Not drawn, for no fire near it changes: ${named.join('; ')}${more}.</p>`;
}

function alikeBody(group: Group): string {
  const { first, names, stay, altered, effects, othersDiffer } = tellAlike(group);
  return [
    `<p class="lead">${countBadges(groupCounts(group))}</p>`,
    `<p>${escaped(names)}</p>`,
    fieldTable(first.changes),
    `<p>${plural(stay, 'fire')} stay where they are.</p>`,
    alteredList(altered),
    ...effects.map(effectSection),
    othersDiffer ? `<p class="soft">As for ${escaped(first.job)}; others differ.</p>` : '',
  ].join('');
}

function alteredList(altered: readonly Pick<JobChange['altered'][number], 'count' | 'message'>[]): string {
  if (altered.length === 0) return '';
  const items = altered.map(
    ({ count, message }) => `<li><b class="count alter">~ ${countText(count)}</b> ${told(message)}</li>`,
  );
  return `<ul class="altered">${items.join('')}</ul>`;
}

/** Renders changed fields as a table; of a new or removed thing one value each. */
export function fieldTable(changes: readonly FieldChange[], near?: Place): string {
  if (changes.length === 0) return '';
  const rows = changes.slice(0, fieldsMost).map(({ path, before, after, place }) => {
    const value =
      before === undefined
        ? `<code>${escaped(after ?? '')}</code>`
        : `<code><s>${escaped(before)}</s></code> → ${after === undefined ? 'not set' : `<code>${escaped(after)}</code>`}`;
    return `<tr><th scope="row">${escaped(path)}</th><td>${value}</td><td>${placeHtml(place, near)}</td></tr>`;
  });
  const more = changes.length - rows.length;
  return `<table class="facts fields"><tbody>${rows.join('')}</tbody></table>${more > 0 ? `<p class="soft">and ${plural(more, 'more field')}</p>` : ''}`;
}
