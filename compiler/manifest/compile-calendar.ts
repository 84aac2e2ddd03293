import type { CalendarSpec } from '../../schema/index.ts';
import type { CalendarMeaning } from '../../schema/manifest.ts';
import type { DayNumber } from '../../schema/time.ts';
import { digestOf } from './digest-of.ts';
import { type ICalendarReading, readICalendar } from './read-icalendar.ts';
import { readDate } from './read-scalar.ts';
import type { Remarks } from './remarks.ts';

/** What a calendar needs besides its document. */
export interface CalendarFrame {
  /** Text of the file at a path that a declaration's file names; undefined where there is none. */
  readonly calendarFile?: (declaredIn: string, path: string) => string | undefined;
  /** Dates of events are taken from `[from, until)`, so that repeating ones come to an end. */
  readonly range: { readonly from: DayNumber; readonly until: DayNumber };
}

/** Compiles a calendar to its sorted dates. Returns undefined where it has an error. */
export function compileCalendar(
  remarks: Remarks,
  spec: CalendarSpec,
  frame: CalendarFrame,
): CalendarMeaning | undefined {
  const days = new Set<DayNumber>();
  for (const [index, entry] of (spec.dates ?? []).entries()) {
    const [text, pointer] =
      typeof entry === 'string' ? [entry, `/spec/dates/${index}`] : [entry.date, `/spec/dates/${index}/date`];
    const day = readDate(remarks, pointer, text);
    if (day !== undefined) days.add(day);
  }
  if (spec.ics !== undefined) {
    for (const day of icsDays(remarks, spec.ics, frame)) days.add(day);
  }
  const validUntil =
    spec.validUntil === undefined ? undefined : readDate(remarks, '/spec/validUntil', spec.validUntil);
  if (remarks.hasError()) return undefined;

  const meaning = {
    days: [...days].sort((a, b) => a - b),
    ...(validUntil !== undefined && { validUntil }),
  };
  return { digest: digestOf(meaning), ...meaning };
}

function icsDays(remarks: Remarks, path: string, frame: CalendarFrame): readonly DayNumber[] {
  const pointer = '/spec/ics';
  const text = frame.calendarFile?.(remarks.document.file, path);
  if (text === undefined) {
    remarks.add('calendar-invalid', {
      pointer,
      message: `there is no file \`${path}\``,
      help: 'the path is relative to the folder of this declaration, and stays inside the repository',
    });
    return [];
  }
  const reading: ICalendarReading = readICalendar(text, frame.range);
  if (reading.kind === 'broken') {
    remarks.add('calendar-invalid', {
      pointer,
      message: `\`${path}\` can't be read as iCalendar: ${reading.message}`,
    });
    return [];
  }
  if (reading.timedCount > 0) {
    const said =
      reading.timedCount === 1
        ? `an event of \`${path}\` is passed over, since it has a clock time and is no day`
        : `${reading.timedCount} events of \`${path}\` are passed over, since they have clock times and are no days`;
    remarks.add('calendar-timed-events', {
      pointer,
      message: said,
      help: 'make them all-day events (`DTSTART;VALUE=DATE:20271225`) if their dates should count',
    });
  }
  if (reading.days.length === 0) {
    remarks.add('calendar-invalid', { pointer, message: `\`${path}\` has no all-day event from 1970 on` });
  }
  return reading.days;
}
