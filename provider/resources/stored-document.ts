import {
  type AttributeValues,
  compileManifest,
  digestOf,
  documentOf,
  formatDate,
  platformTzdata,
} from '../../compiler/index.ts';
import type { DeclaredDocument, Kind } from '../../schema/declared.ts';
import type { CalendarMeaning } from '../../schema/manifest.ts';
import { platformTable } from '../fires/job-side.ts';
import { readCalendarFile } from './calendar-file.ts';

/**
 * The document that attribute values declare, as it is sent. Of a calendar from an iCalendar file the dates are sent,
 * since the file is here and not where they are read.
 */
export function storedDocument(kind: Kind, values: AttributeValues): DeclaredDocument {
  const document = documentOf(kind, values);
  if (kind !== 'Calendar') return document;
  const { spec, ...rest } = document.value as { spec: { ics?: string; validUntil?: string } };
  if (spec.ics === undefined) return document;
  const meaning = calendarMeaning(document);
  if (!meaning) return document;
  const { ics: _, ...others } = spec;
  return { ...document, value: { ...rest, spec: { ...others, dates: meaning.days.map(formatDate) } } };
}

const known = new WeakMap<object, CalendarMeaning>();

/** The dates of a calendar; undefined where it has an error. */
export function calendarMeaning(document: DeclaredDocument): CalendarMeaning | undefined {
  const found = known.get(document.value as object);
  if (found) return found;
  const { manifest } = compileManifest([document], {
    tzdata: platformTzdata(),
    zoneTable: platformTable,
    calendarFile: (_, path) => readCalendarFile(path),
  });
  const meaning = manifest.tenants[document.tenant]?.calendars[document.name];
  if (meaning) known.set(document.value as object, meaning);
  return meaning;
}

/** Whether two documents say the same, wherever they were written. */
export function isSameDocument(a: DeclaredDocument, b: DeclaredDocument): boolean {
  return digestOf(a.value) === digestOf(b.value);
}
