import type { FieldChange, JobChange, OmissionCount, Witness } from '../../schema/plan.ts';
import { formatDuration } from '../manifest/index.ts';
import { alignRows, plural, withPlace } from './columns.ts';
import type { Paint } from './paint.ts';
import { actionSymbol, paintAction } from './symbols.ts';
import { windowRows } from './window-rows.ts';

/** Renders one job of a plan: its head, what was written otherwise, its fires per window, and what follows. */
export function jobBlock(job: JobChange, paint: Paint): readonly string[] {
  return [
    headLine(job, paint),
    ...fieldLines(job.action === 'change' ? job.changes : summarised(job.changes), paint),
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

/** A new or removed job in a few lines: its schedule field by field, its policy and target in one line each. */
function summarised(changes: readonly FieldChange[]): readonly FieldChange[] {
  const under = (head: string) =>
    changes
      .filter(({ path }) => path.startsWith(`${head}.`))
      .toSorted((a, b) => rankOf(a.path) - rankOf(b.path));
  const joined = (head: string): FieldChange[] => {
    const fields = under(head);
    if (fields.length === 0) return [];
    const text = (side: 'before' | 'after') =>
      fields
        .flatMap((field) =>
          field[side] === undefined ? [] : [`${field.path.slice(head.length + 1)} ${field[side]}`],
        )
        .join(', ');
    const place = fields[0]!.place;
    return [{ path: head, after: text('after') || text('before'), ...(place && { place }) }];
  };
  const shown = changes.filter(({ path }) => !/^(policy|target)\./.test(path));
  return [...shown.map(onlySide), ...joined('policy'), ...joined('target')];
}

const told = ['lateAfter', 'horizon', 'overlap', 'catchUp', 'dst.gap', 'dst.fold', 'http.url'];

/** The five answers in the order in which a policy is written, then the rest. */
function rankOf(path: string): number {
  const rank = told.indexOf(path.slice(path.indexOf('.') + 1));
  return rank < 0 ? told.length : rank;
}

/** A removed job's fields are told as they were, not as changes. */
function onlySide({ path, before, after, place }: FieldChange): FieldChange {
  const value = after ?? before;
  return { path, ...(value !== undefined && { after: value }), ...(place && { place }) };
}

function fireLines(job: JobChange, paint: Paint): readonly string[] {
  const { counts } = job;
  const touched = counts.added + counts.removed + counts.moved > 0 || job.windows.some(omitsOtherwise);
  const altered = job.altered.map(({ count, message }) =>
    paint.change(`    ~ ${plural(count, 'fire')}: ${message}`),
  );
  if (counts.before + counts.after === 0) return ['    no fires in the range', ...altered];
  if (!touched) return [`    ${plural(counts.unchanged, 'fire')} stay where they are`, ...altered];
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

function sentence(message: string): string {
  return `${message[0]!.toUpperCase()}${message.slice(1)}.`;
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

function zoneLine({ zone }: JobChange): readonly string[] {
  if (zone.before && zone.after && zone.before !== zone.after) return [`    ${zone.before} -> ${zone.after}`];
  const name = zone.after ?? zone.before;
  return name ? [`    ${name}`] : [];
}

function omitsOtherwise({ omissions }: { readonly omissions: readonly OmissionCount[] }): boolean {
  return omissions.some(({ before, after }) => before !== after);
}

function nextLines({ action, firstFire, applyDates }: JobChange, paint: Paint): readonly string[] {
  const text = (fire: typeof firstFire.after) => (fire ? `${fire.wall}, in ${roughly(fire.in)}` : 'none');
  const same = firstFire.before?.due === firstFire.after?.due;
  const next =
    action === 'add'
      ? text(firstFire.after)
      : action === 'remove'
        ? `${text(firstFire.before)} -> none`
        : same
          ? text(firstFire.after)
          : `${text(firstFire.before)} -> ${text(firstFire.after)}`;
  return [
    `    next fire: ${next}`,
    ...applyDates.map(({ kind, message }) => {
      const head = kind === 'second' ? 'fires once more around the apply' : 'no fire around the apply';
      return paint.remove(`    ! ${head}: ${message}`);
    }),
  ];
}

/** Returns a duration in its two largest units: nobody needs the seconds of a week. */
export function roughly(seconds: number): string {
  const unit = seconds >= 86_400 ? 3600 : seconds >= 3600 ? 60 : 1;
  return formatDuration(Math.round(seconds / unit) * unit);
}
