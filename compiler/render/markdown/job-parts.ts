import type { FieldChange, JobChange, PolicyEffect, Witness } from '../../../schema/plan.ts';
import { clip } from '../clip.ts';
import { countText, plural } from '../columns.ts';
import { sentence } from '../job-block.ts';
import { type ToldWindow, toldWindows, windowLines } from '../told-windows.ts';
import { code, inert } from './inert.ts';
import { table } from './table.ts';

/** Longest value of a field and longest other text of a tenant that is shown whole. */
const textMost = 300;
const fieldsMost = 40;
const rowsMost = 48;

/** A text that may be a tenant's, cut and made harmless. */
export function told(text: string): string {
  return inert(clip(text, textMost));
}

/** Renders changed fields as a table; of a new or removed thing one value each. */
export function fieldTable(changes: readonly FieldChange[]): readonly string[] {
  if (changes.length === 0) return [];
  const shown = changes.slice(0, fieldsMost);
  const both = shown.some(({ before }) => before !== undefined);
  const value = (text: string | undefined) => (text === undefined ? '' : code(clip(text, textMost)));
  const rows = shown.map(({ path, before, after, place }) => [
    code(path),
    ...(both ? [before === undefined ? '(not set)' : value(before)] : []),
    after === undefined ? '(not set)' : value(after),
    place ? code(clip(`${place.file}:${place.line}`, textMost)) : '',
  ]);
  return [
    table(both ? ['field', 'before', 'after', 'where'] : ['field', 'value', 'where'], rows),
    ...moreLine(changes.length - shown.length, 'field'),
  ];
}

/** Renders a job's DST windows as a table. */
export function windowTable(job: JobChange, zone: string | undefined): readonly string[] {
  const rows = toldWindows(job).flatMap(windowRows);
  const shown = rows.slice(0, rowsMost);
  return [
    table([`window${zone === undefined ? '' : `, ${told(zone)}`}`, 'fires:', 'change:', 'which'], shown),
    ...moreLine(rows.length - shown.length, 'row'),
  ];
}

function windowRows({ window, name, fires, cells }: ToldWindow): readonly (readonly string[])[] {
  const special = window.kind === 'gap' || window.kind === 'fold';
  const title = told(name.replace(/ +/g, ' '));
  return windowLines(cells).map(({ sign, count, texts }, index) => {
    const change = count === undefined ? '' : countText(count);
    return [
      index > 0 ? '' : special ? title.replace(window.kind, `**${window.kind}**`) : title,
      index > 0 ? '' : countText(fires),
      sign === '' ? change : `\`${sign === 'o' ? '○' : sign} ${change}\``,
      texts.map(told).join('<br>'),
    ];
  });
}

/** Renders what each changed answer of a policy alters, with its witness. */
export function effectBlocks(effects: readonly PolicyEffect[]): readonly string[] {
  return effects.flatMap(({ answer, before, after, governs, message, witness }) => [
    `**${answer} ${told(before)} → ${told(after)}** governs ${plural(governs, 'fire')}. ${told(sentence(message))}`,
    ...(witness ? witnessBlocks(witness, before, after) : []),
  ]);
}

function witnessBlocks(witness: Witness, before: string, after: string): readonly string[] {
  const rows = witness.fires.map((fire) => [told(fire.wall), told(fire.before), told(fire.after)]);
  return [
    `For instance ${told(witness.what)}:`,
    table(['fire due', `before: ${told(before)}`, `after: ${told(after)}`], rows),
    ...moreLine(witness.more, 'fire'),
  ];
}

function moreLine(more: number, noun: string): readonly string[] {
  return more > 0 ? [`and ${plural(more, `more ${noun}`)}`] : [];
}
