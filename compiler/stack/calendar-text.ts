import type { Digest } from '../../schema/manifest.ts';

/** A calendar that a schedule refers to by what it says, so that Terraform sees the job change when its dates do. */
export interface CalendarText {
  readonly name: string;
  /** Of its meaning. */
  readonly digest: Digest;
}

/**
 * Writes `almanac_calendar.NAME.spec`. A job whose `exclude` or `include` has this text is declared with the calendar's
 * name. The dates themselves would fill the plan of every job.
 */
export function calendarText({ name, digest }: CalendarText): string {
  return `${name}@${digest}`;
}

/** Reads what `calendarText` wrote; undefined for the plain name of a calendar. */
export function readCalendarText(text: string): CalendarText | undefined {
  const at = text.indexOf('@sha256:');
  return at > 0 ? { name: text.slice(0, at), digest: text.slice(at + 1) } : undefined;
}
