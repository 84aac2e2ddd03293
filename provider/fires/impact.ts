import { dateText, fires, jobComparison, scheduleOf } from '../../compiler/index.ts';
import type { JobChange } from '../../schema/plan.ts';
import type { Instant } from '../../schema/time.ts';
import { lookAheadUntil } from './fire-map.ts';
import type { JobSide } from './job-side.ts';

/** What a change makes of one job's fires. */
export interface Impact {
  /** One line: how many fires, until when, and why they differ. */
  readonly text: string;
  /** Whether a fire goes away, moves, or gets another outcome: what a reviewer should have looked at. */
  readonly isAlteration: boolean;
  readonly change: JobChange | undefined;
}

const compare = jobComparison();

/** Compares the fires of two sides of a job after an instant. */
export function impactOf(before: JobSide | undefined, after: JobSide, from: Instant): Impact {
  if (!before) return { text: newText(after, from), isAlteration: false, change: undefined };
  const until = Math.max(...[before, after].map((side) => lookAheadUntil(scheduleOfSide(side), from)));
  const change = compare(before.manifest, after.manifest, after.tenant, after.name, { from, until })!;
  const { added, removed, moved, altered } = change.counts;
  return { text: changeText(change, until), isAlteration: removed + moved + altered + added > 0, change };
}

const scheduleOfSide = ({ manifest, tenant, meaning }: JobSide) => scheduleOf(manifest, tenant, meaning);

/** What happens no more when a job goes. */
export function removalText(side: JobSide, from: Instant): string {
  const schedule = scheduleOfSide(side);
  const until = lookAheadUntil(schedule, from);
  return `${countText(fires(schedule, from + 1, until).count)} until ${dateText(until)} will not happen`;
}

function newText(after: JobSide, from: Instant): string {
  const schedule = scheduleOfSide(after);
  if (schedule.meaning.timing.kind === 'manual') return 'fires only by hand';
  const until = lookAheadUntil(schedule, from);
  return `${countText(fires(schedule, from + 1, until).count)} until ${dateText(until)}`;
}

function changeText({ counts, altered }: JobChange, until: Instant): string {
  const { added, removed, moved, unchanged } = counts;
  const parts = [
    added > 0 ? `${added} added` : '',
    removed > 0 ? `${removed} removed` : '',
    moved > 0 ? `${moved} moved` : '',
    counts.altered > 0 ? `${counts.altered} altered` : '',
  ].filter((part) => part !== '');
  if (parts.length === 0) return 'no fire changes';
  const reasons = altered.map(({ message }) => message);
  const why = reasons.length > 0 ? ` (${reasons.join('; ')})` : '';
  const stay = unchanged > 0 ? ` of ${countText(counts.before)}` : '';
  return `${parts.join(', ')}${stay}${why}, until ${dateText(until)}`;
}

function countText(count: number): string {
  return count === 1 ? '1 fire' : `${count} fires`;
}
