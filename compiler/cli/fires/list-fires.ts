import type { Instant, Seconds, WallTime } from '../../../schema/time.ts';
import type { Subject } from '../../explain/index.ts';
import { fires, type Omission, offsetAt, omissions, type RunWindow, runWindow } from '../../time/index.ts';

/** Which fires are wanted: from an instant on, until another (exclusive), at most so many. */
export interface FireRange {
  readonly from: Instant;
  readonly until?: Instant;
  readonly count: number;
}

export interface FireRow {
  readonly subject: Subject;
  readonly scheduled: Instant;
  readonly nominal: WallTime;
  readonly wall: WallTime;
  readonly offset: Seconds;
  readonly window: RunWindow;
}

export interface OmissionRow {
  readonly subject: Subject;
  readonly omission: Omission;
}

export interface FireListing {
  readonly subjects: readonly Subject[];
  readonly fires: readonly FireRow[];
  readonly omissions: readonly OmissionRow[];
  /** Why there are no more: as many as wanted, the end of the range, or nothing fires after. */
  readonly end: 'count' | 'until' | 'exhausted';
}

/** The first stretch that is searched; each is four times as long as the one before. */
const firstStretch = 6 * 3600;

/**
 * Lists the fires of a schedule in a range, with the nominal times between them that give none.
 *
 * Searched in stretches that grow, so that a frequent schedule costs what is listed and a rare one few steps;
 * no further than the schedule's zone table.
 */
export function listFires(subject: Subject, range: FireRange): FireListing {
  const { schedule } = subject;
  const end = Math.min(range.until ?? Number.POSITIVE_INFINITY, schedule.table.until);
  const rows: FireRow[] = [];
  let stretch = firstStretch;
  let at = Math.max(range.from, 0);
  for (; at < end && rows.length < range.count; stretch *= 4) {
    const until = Math.min(at + stretch, end);
    const found = fires(schedule, at, until);
    for (let i = 0; i < found.count && rows.length < range.count; i++) {
      rows.push(toRow(subject, found.scheduled[i]!, found.nominal[i]!, rows.at(-1)?.scheduled));
    }
    at = until;
  }
  const full = rows.length >= range.count && range.count > 0;
  const until = full ? rows.at(-1)!.scheduled + 1 : end;
  const from = Math.max(range.from, 0);
  return {
    subjects: [subject],
    fires: rows,
    omissions:
      from < until ? omissions(schedule, from, until).map((omission) => ({ subject, omission })) : [],
    end: full
      ? 'count'
      : range.until !== undefined && range.until <= schedule.table.until
        ? 'until'
        : 'exhausted',
  };
}

function toRow(
  subject: Subject,
  scheduled: Instant,
  nominal: WallTime,
  previous: Instant | undefined,
): FireRow {
  const offset = subject.table ? offsetAt(subject.table, scheduled) : 0;
  return {
    subject,
    scheduled,
    nominal: isZoned(subject) ? nominal : scheduled + offset,
    wall: scheduled + offset,
    offset,
    window:
      previous === undefined ? runWindow(subject.schedule, scheduled) : { from: previous, to: scheduled },
  };
}

/** Whether the schedule itself speaks of wall times; an interval's are only how they are shown. */
function isZoned({ schedule }: Subject): boolean {
  const { timing } = schedule.meaning;
  return timing.kind === 'cron' || (timing.kind === 'at' && timing.zone !== undefined);
}

/** Lists the fires of several schedules in one order: by instant, then by job. */
export function listMany(subjects: readonly Subject[], range: FireRange): FireListing {
  const listings = subjects.map((subject) => listFires(subject, range));
  const all = listings.flatMap((listing) => listing.fires).sort(byInstant);
  const rows = all.slice(0, range.count);
  const cut = listings.some((listing) => listing.end === 'count') || all.length > rows.length;
  const last = rows.at(-1)?.scheduled ?? Number.POSITIVE_INFINITY;
  return {
    subjects,
    fires: rows,
    omissions: listings
      .flatMap((listing) => listing.omissions)
      .filter((row) => !cut || row.omission.at <= last)
      .sort((a, b) => a.omission.at - b.omission.at || order(a.subject, b.subject)),
    end: cut ? 'count' : range.until !== undefined ? 'until' : 'exhausted',
  };
}

function byInstant(a: FireRow, b: FireRow): number {
  return a.scheduled - b.scheduled || order(a.subject, b.subject);
}

function order(a: Subject, b: Subject): number {
  return (a.job ?? '') < (b.job ?? '') ? -1 : 1;
}
