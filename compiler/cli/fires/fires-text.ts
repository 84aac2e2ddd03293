import type { Instant } from '../../../schema/time.ts';
import { visible } from '../../diagnostics/index.ts';
import { distanceText, omissionWords, type Subject } from '../../explain/index.ts';
import { formatDuration, formatInstant, formatWall } from '../../manifest/index.ts';
import type { Paint } from '../../render/index.ts';
import {
  clockText,
  dayAndClockText,
  instantsOf,
  neverFires,
  offsetAt,
  offsetText,
  platformTzdata,
} from '../../time/index.ts';
import type { FireListing, FireRow, OmissionRow } from './list-fires.ts';

interface Line {
  readonly at: Instant;
  readonly kind: 'fire' | 'omission' | 'more';
  readonly cells: readonly string[];
}

/** As many omissions between two fires are shown; a calendar may take a year of them. */
const omissionsShown = 5;

/**
 * Renders a listing as a table: wall time, offset, instant, how far off, and in words whatever is odd about a
 * fire or kept a nominal time from being one.
 */
export function firesText(listing: FireListing, title: string, paint: Paint, now: Instant): string {
  const named = listing.subjects.length > 1;
  const lines = [...listing.fires.map((row) => fireLine(row, named, now)), ...omissionLines(listing, named)];
  lines.sort((a, b) => a.at - b.at);
  const head: Line = {
    at: 0,
    kind: 'fire',
    cells: ['wall time', 'offset', 'instant', 'from now', ...(named ? ['job'] : []), ''],
  };
  // A tenant's words, such as a reason, may be meant for the terminal.
  const texts = table([head, ...lines].map((line) => line.cells.map(visible)));
  const body = lines.map((line, i) => {
    const text = texts[i + 1]!;
    if (line.kind === 'fire') return `  ${text}`;
    return line.kind === 'omission' ? paint.remove(`- ${text}`) : paint.faint(`  ${text}`);
  });
  const end = endText(listing);
  return [
    paint.strong(visible(title)),
    '',
    ...(lines.length > 0 ? [paint.faint(`  ${texts[0]}`), ...body] : []),
    ...(end === undefined ? [] : lines.length > 0 ? ['', end] : [end]),
    '',
  ].join('\n');
}

function fireLine(row: FireRow, named: boolean, now: Instant): Line {
  const { subject, scheduled, wall, offset } = row;
  return {
    at: scheduled,
    kind: 'fire',
    cells: [
      dayAndClockText(wall),
      offsetText(offset),
      formatInstant(scheduled),
      distanceText(scheduled - now),
      ...(named ? [subject.job ?? ''] : []),
      fireWords(row),
    ],
  };
}

function fireWords({ subject, scheduled, nominal, wall }: FireRow): string {
  const words: string[] = [];
  const passes = subject.table ? instantsOf(subject.table, wall) : [];
  if (nominal !== wall) words.push(`${clockText(nominal)} does not exist this day: moved by the gap`);
  if (passes.length === 2)
    words.push(`${passes[0] === scheduled ? 'first' : 'second'} of two ${clockText(wall)}`);
  if (subject.spread > 0) words.push(`due ${formatDuration(subject.spread)} later by its spread`);
  return words.join('; ');
}

function omissionLines({ omissions, fires }: FireListing, named: boolean): Line[] {
  const lines: Line[] = [];
  let next = 0;
  let run = 0;
  let left = 0;
  const close = (at: Instant) => {
    if (left > 0) lines.push({ at, kind: 'more', cells: [`... and ${left} more omitted`] });
    left = 0;
    run = 0;
  };
  for (const row of omissions) {
    // A fire in between begins a new run of omissions.
    for (; next < fires.length && fires[next]!.scheduled <= row.omission.at; next++) {
      if (run > 0) close(fires[next]!.scheduled - 0.5);
    }
    run++;
    if (run > omissionsShown) left++;
    else lines.push(omissionLine(row, named));
  }
  close(Number.POSITIVE_INFINITY);
  return lines;
}

function omissionLine({ subject, omission }: OmissionRow, named: boolean): Line {
  const offset = subject.table ? offsetAt(subject.table, omission.at) : 0;
  return {
    at: omission.at,
    kind: 'omission',
    cells: [
      dayAndClockText(omission.nominal),
      omission.cause === 'dst.gap' ? '' : offsetText(offset),
      omission.cause === 'dst.gap' ? '' : formatInstant(omission.at),
      '',
      ...(named ? [subject.job ?? ''] : []),
      `no fire, ${omission.cause}: ${omissionWords(omission, subject)}`,
    ],
  };
}

function endText({ subjects, fires, end }: FireListing): string | undefined {
  if (end === 'count') return undefined;
  if (end === 'until') return fires.length === 0 ? 'Nothing fires in this range.' : undefined;
  const [only, ...others] = subjects;
  if (others.length > 0)
    return fires.length === 0 ? 'None of them fires any more.' : 'Nothing fires after that.';
  return only && lastWords(only, fires.length > 0);
}

/** Says why a listing ends with a subject's last fire, or why it has none. */
function lastWords({ schedule }: Subject, some: boolean): string {
  const { meaning, table } = schedule;
  if (meaning.timing.kind === 'manual') return 'Never fires by itself: its schedule is manual.';
  if (meaning.timing.kind === 'at')
    return some ? 'Nothing fires after that.' : 'None of these times is in the range.';
  if (neverFires(schedule)) return 'Never fires: no date in 400 years gives a fire.';
  const ends = meaning.end !== undefined && meaning.end <= table.until;
  if (ends) return some ? 'Nothing fires after that.' : 'Nothing fires any more.';
  const end = formatWall(table.until).slice(0, 10);
  return `Nothing is told from ${end} on, where the time-zone data (${platformTzdata()}) end.`;
}

function table(rows: readonly (readonly string[])[]): string[] {
  const widths: number[] = [];
  for (const row of rows) {
    if (row.length > 1)
      row.forEach((cell, i) => {
        widths[i] = Math.max(widths[i] ?? 0, cell.length);
      });
  }
  return rows.map((row) =>
    row
      .map((cell, i) => (row.length > 1 ? cell.padEnd(widths[i]!) : cell))
      .join('  ')
      .trimEnd(),
  );
}
