import type { Instant } from '../../schema/time.ts';
import { cronOmissions } from './cron-omissions.ts';
import { everyOmissions } from './every-fires.ts';
import { plannedFires } from './planned-fires.ts';
import type { Omission, Schedule } from './schedule.ts';

/**
 * Lists the nominal times that give no fire, each at the instant it would have had in `[from, until)`, with its cause.
 * Sorted by instant, then nominal time; each pair of them at most once, and never one that a fire has.
 *
 * Nothing is listed outside `start` and `end`. Costs some 100 bytes an omission, a pause over fires every second
 * included: callers go through long ranges in pieces. Throws a RangeError where `fires` would.
 */
export function omissions(schedule: Schedule, from: Instant, until: Instant): Omission[] {
  const low = Math.max(Math.ceil(from), schedule.from);
  const high = Math.min(Math.ceil(until), schedule.until);
  if (!(low < high)) return [];
  const found = sourceOmissions(schedule, low, high)
    .filter((omission) => !isPlanned(schedule, omission))
    .concat(skipped(schedule, low, high), paused(schedule, low, high));
  found.sort((a, b) => a.at - b.at || a.nominal - b.nominal);
  return found.filter(
    ({ at, nominal }, index) => found[index - 1]?.at !== at || found[index - 1]?.nominal !== nominal,
  );
}

function sourceOmissions({ source, table }: Schedule, from: Instant, until: Instant): Omission[] {
  switch (source.kind) {
    case 'cron':
      return cronOmissions(source, table, from, until);
    case 'every':
      return everyOmissions(source, table, from, until);
    case 'list':
      return source.omissions.filter(({ at }) => at >= from && at < until);
  }
}

/** What one expression omits another one or an extra may give. */
function isPlanned(schedule: Schedule, { at, nominal }: Omission): boolean {
  const { source, extras } = schedule;
  if (source.kind === 'cron' && source.streams.length === 1 && extras.length === 0) return false;
  return plannedFires(schedule, at, at + 1).nominal[0] === nominal;
}

function skipped(schedule: Schedule, from: Instant, until: Instant): Omission[] {
  const found: Omission[] = [];
  for (const [at, reason] of schedule.skips) {
    if (at < from || at >= until) continue;
    const planned = plannedFires(schedule, at, at + 1);
    if (planned.count > 0) found.push({ at, nominal: planned.nominal[0]!, cause: 'skipped', reason });
  }
  return found;
}

/** A fire that is skipped by name stays skipped in a pause. */
function paused(schedule: Schedule, from: Instant, until: Instant): Omission[] {
  const { pause } = schedule.meaning;
  if (pause?.fires !== 'skip') return [];
  const low = Math.max(from, pause.from);
  const high = Math.min(until, pause.until);
  if (low >= high) return [];
  const { count, scheduled, nominal } = plannedFires(schedule, low, high);
  const found: Omission[] = [];
  for (let i = 0; i < count; i++) {
    if (schedule.skips.has(scheduled[i]!)) continue;
    found.push({ at: scheduled[i]!, nominal: nominal[i]!, cause: 'paused', reason: pause.reason });
  }
  return found;
}
