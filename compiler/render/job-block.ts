import type { FieldChange, JobChange, Witness } from '../../schema/plan.ts';
import { firesDiffer } from '../plan/index.ts';
import { alignRows, plural, withPlace } from './columns.ts';
import { applyDateText, nextFireText } from './next-fire-text.ts';
import type { Paint } from './paint.ts';
import { actionSymbol, paintAction } from './symbols.ts';
import { toldFields } from './told-fields.ts';
import { windowRows } from './window-rows.ts';

/** Renders one job of a plan: its head, what was written otherwise, its fires per window, and what follows. */
export function jobBlock(job: JobChange, paint: Paint): readonly string[] {
  return [
    headLine(job, paint),
    ...fieldLines(toldFields(job), paint),
    '',
    ...fireLines(job, paint),
    ...nextLines(job, paint),
    ...effectLines(job, paint),
  ];
}

function headLine(job: JobChange, paint: Paint): string {
  const renamed = job.renamedFrom === undefined ? '' : `, renamed from ${job.renamedFrom}`;
  const head = `${actionSymbol[job.action]} job ${job.tenant}/${job.job}${renamed}`;
  const line = withPlace(head, placeText(job.place));
  return paint.strong(paintAction(paint, job.action, line));
}

/** Returns `jobs.yaml:12`. */
export function placeText(place: JobChange['place']): string | undefined {
  return place && `${place.file}:${place.line}`;
}

/** Renders changed fields, names and places lined up. */
export function fieldLines(changes: readonly FieldChange[], paint: Paint): readonly string[] {
  const width = Math.max(16, ...changes.map(({ path }) => path.length));
  return changes.flatMap(({ path, before, after, place }) => {
    const value = [before ?? '', ...(after === undefined ? ['(not set)'] : [after])]
      .filter(Boolean)
      .join(' -> ');
    const [first, ...more] = wrapItems(before === undefined ? (after ?? '') : value, valueWidth);
    const line = withPlace(`    ${path.padEnd(width)} ${first}`, placeText(place));
    const rest = more.map((text) => `    ${''.padEnd(width)} ${text}`);
    return [before !== undefined && after !== undefined ? paint.change(line) : line, ...rest];
  });
}

/** Columns for a field's value before its place. */
const valueWidth = 44;

/** Breaks a long list at its commas; a single value stays whole, however long. */
function wrapItems(text: string, width: number): readonly string[] {
  if (text.length <= width) return [text];
  const lines: string[] = [];
  for (const item of text.split(/(?<=,) /)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + item.length <= width)
      lines[lines.length - 1] = `${last} ${item}`;
    else lines.push(item);
  }
  return lines;
}

function fireLines(job: JobChange, paint: Paint): readonly string[] {
  const { counts } = job;
  const altered = job.altered.map(({ count, message }) =>
    paint.change(`    ~ ${plural(count, 'fire')}: ${message}`),
  );
  if (counts.before + counts.after === 0) return ['    no fires in the range', ...altered];
  if (!firesDiffer(job)) return [`    ${plural(counts.unchanged, 'fire')} stay where they are`, ...altered];
  return [
    ...zoneLine(job),
    ...windowRows(job).map(({ action, text }) => paintAction(paint, action, `      ${text}`)),
    ...altered,
  ];
}

/** What each changed answer alters: how many fires it governs, when it matters, and one such night. */
export function effectLines({ effects }: Pick<JobChange, 'effects'>, paint: Paint): readonly string[] {
  return effects.flatMap(({ answer, before, after, governs, message, witness }) => [
    '',
    paint.change(`    ${answer} ${before} -> ${after} governs ${plural(governs, 'fire')}`),
    ...wrapItems(sentence(message), messageWidth).map((line) => `      ${line}`),
    ...(witness ? witnessLines(witness, before, after) : []),
  ]);
}

const messageWidth = 100;

/** Returns a message as a sentence: with a capital and a full stop. */
export function sentence(message: string): string {
  return `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;
}

function witnessLines(witness: Witness, before: string, after: string): readonly string[] {
  return [
    `      e.g. ${witness.what}:`,
    ...alignRows(
      witness.fires.map((fire) => [
        '      ',
        `due ${fire.wall}`,
        `${before}: ${fire.before}`,
        `${after}: ${fire.after}`,
      ]),
      new Set(),
    ),
    ...(witness.more > 0 ? [`        and ${plural(witness.more, 'more fire')}`] : []),
  ];
}

function zoneLine(job: JobChange): readonly string[] {
  const name = zoneText(job);
  return name === undefined ? [] : [`    ${name}`];
}

/** Returns the zone of a job's schedule, both where they differ; undefined where it has none. */
export function zoneText({ zone }: JobChange): string | undefined {
  if (zone.before && zone.after && zone.before !== zone.after) return `${zone.before} -> ${zone.after}`;
  return zone.after ?? zone.before;
}

function nextLines(job: JobChange, paint: Paint): readonly string[] {
  return [
    `    next fire: ${nextFireText(job)}`,
    ...job.applyDates.map((date) => paint.remove(`    ! ${applyDateText(date)}`)),
  ];
}
