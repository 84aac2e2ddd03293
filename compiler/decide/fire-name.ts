import type { Instant } from '../../schema/time.ts';
import type { FireKey } from './decision.ts';

const day = 86_400;

/** The date that was written last. Fires of one decision are mostly of one day, and a Date costs ten of them. */
let latest = { day: Number.NaN, date: '' };

/** Returns `job@2027-03-28T01:30:00Z`, with `#order` for a backfill: the name of a fire and of its run. */
export function fireName({ job, scheduled, order }: FireKey): string {
  return `${job}@${instantName(scheduled)}${order === undefined ? '' : `#${order}`}`;
}

/** Returns what identifies a fire, or the fire of a run, and nothing else of it. */
export function fireKey({ job, scheduled, order }: FireKey): FireKey {
  return order === undefined ? { job, scheduled } : { job, scheduled, order };
}

/** Writes an instant as fires are named: RFC 3339, UTC, whole seconds. */
function instantName(instant: Instant): string {
  const number = Math.floor(instant / day);
  if (latest.day !== number) {
    latest = { day: number, date: new Date(number * day * 1000).toISOString().slice(0, -13) };
  }
  const second = instant - number * day;
  const hours = Math.floor(second / 3600);
  const minutes = Math.floor(second / 60) % 60;
  return `${latest.date}${two(hours)}:${two(minutes)}:${two(second % 60)}Z`;
}

function two(value: number): string {
  return value < 10 ? `0${value}` : `${value}`;
}
