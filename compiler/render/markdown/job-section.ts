import type { JobChange } from '../../../schema/plan.ts';
import { firesDiffer } from '../../plan/index.ts';
import { tellAlike } from '../alike-jobs.ts';
import { clip } from '../clip.ts';
import { plural } from '../columns.ts';
import { placeText, sentence, zoneText } from '../job-block.ts';
import { applyDateText, nextFireText } from '../next-fire-text.ts';
import { actionSymbol } from '../symbols.ts';
import { toldFields } from '../told-fields.ts';
import { countedSigns } from '../verdict.ts';
import { code, htmlCode } from './inert.ts';
import { effectBlocks, fieldTable, told, windowTable } from './job-parts.ts';

type Group = readonly JobChange[];

/** Longest name and place that are shown whole. */
const nameMost = 140;
const applyDatesMost = 5;

/** Renders one job of a plan, or several that change alike; folded away behind one line where `open` is false. */
export function jobSection(group: Group, open: boolean): string {
  const body = (group.length > 1 ? alikeBlocks(group) : jobBlocks(group[0]!)).join('\n\n');
  if (open) return `\n#### ${headOf(group, code)}\n\n${body}\n`;
  return `\n<details><summary>${headOf(group, htmlCode)}: ${countsText(group)}</summary>\n\n${body}\n\n</details>\n`;
}

/** Renders a group of jobs in one line of a list. */
export function jobLine(group: Group): string {
  return `- ${headOf(group, code)}: ${countsText(group)}\n`;
}

/** `~ 6 jobs of acme alike`, `± benefits/statement-run`, its sign and name as code. */
function headOf(group: Group, asCode: (text: string) => string): string {
  const [first] = group;
  const { tenant, job, action, renamedFrom } = first!;
  if (group.length > 1) {
    return `${asCode(actionSymbol.change)} ${plural(group.length, 'job')} of ${asCode(clip(tenant, nameMost))} alike`;
  }
  const renamed = renamedFrom === undefined ? '' : `, renamed from ${asCode(clip(renamedFrom, nameMost))}`;
  const words = action === 'add' ? 'new job' : action === 'remove' ? 'removed job' : 'job';
  return `${asCode(actionSymbol[action])} ${words} ${asCode(clip(`${tenant}/${job}`, nameMost))}${renamed}`;
}

/** `± 336 moved, ~ 4 altered`; what changes nothing says so. */
export function countsText(group: Group): string {
  const sum = (of: (job: JobChange) => number) => group.reduce((total, job) => total + of(job), 0);
  const counts = {
    before: 0,
    after: 0,
    added: sum((job) => job.counts.added),
    removed: sum((job) => job.counts.removed),
    moved: sum((job) => job.counts.moved),
    altered: sum((job) => job.counts.altered),
    unchanged: sum((job) => job.counts.unchanged),
  };
  const parts = countedSigns(counts).flatMap(({ sign, count, word }) =>
    count === 0 ? [] : [`${sign} ${plural(count, 'fire')} ${word}`],
  );
  return parts.length > 0 ? parts.join(', ') : `${plural(counts.unchanged, 'fire')} stay as they are`;
}

function jobBlocks(job: JobChange): readonly string[] {
  const place = placeText(job.place);
  const dates = job.applyDates.slice(0, applyDatesMost);
  return [
    [
      `**${countsText([job])}**`,
      `next fire: ${told(nextFireText(job))}`,
      ...(place === undefined ? [] : [code(clip(place, nameMost))]),
    ].join(' · '),
    ...dates.map((date) => `> [!WARNING]\n> ${told(sentence(applyDateText(date)))}`),
    ...(job.action === 'change' ? fieldTable(toldFields(job)) : foldedFields(job)),
    ...fireBlocks(job),
    ...effectBlocks(job.effects),
  ];
}

/** Of a new or removed job the fields are many and all on one side: they are there for who asks. */
function foldedFields(job: JobChange): readonly string[] {
  const summary = job.action === 'add' ? 'What it is' : 'What it was';
  return [`<details><summary>${summary}</summary>`, ...fieldTable(toldFields(job)), '</details>'];
}

function fireBlocks(job: JobChange): readonly string[] {
  const altered = job.altered.map(({ count, message }) => `\`~\` ${plural(count, 'fire')}: ${told(message)}`);
  if (job.counts.before + job.counts.after === 0) return ['No fires in the range.', ...altered];
  if (!firesDiffer(job)) return [`${plural(job.counts.unchanged, 'fire')} stay where they are.`, ...altered];
  return [...windowTable(job, zoneText(job)), ...altered];
}

function alikeBlocks(group: Group): readonly string[] {
  const { first, names, stay, altered, effects, othersDiffer } = tellAlike(group);
  return [
    `**${countsText(group)}** · ${told(names)}`,
    ...fieldTable(first.changes),
    `${plural(stay, 'fire')} stay where they are.`,
    ...altered.map(({ count, message }) => `\`~\` ${plural(count, 'fire')}: ${told(message)}`),
    ...effectBlocks(effects),
    ...(othersDiffer ? [`As for ${code(clip(first.job, nameMost))}; others differ.`] : []),
  ];
}
